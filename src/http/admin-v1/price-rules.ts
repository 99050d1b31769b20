import { Type, type Static } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import {
  comparePriceRule,
  endPriceRule,
  PRICE_RULES,
  PRODUCT_TYPES,
  type PriceComparison,
  type PriceRule,
  type Product,
  recordPriceRule,
} from '../../catalog/mod.ts'
import { INTEGER_MAX, PARTNER_ID_MAX, wireAmount, wirePercent } from '../../core/mod.ts'
import type { Tx } from '../../db/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import type { Context } from '../context.ts'
import { created, ok, paged } from '../response.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import {
  optionalAmount,
  optionalNumber,
  optionalOneOf,
  optionalPercent,
  optionalText,
  pages,
  optionalSort,
} from '../queries/query.ts'
import { operatorRoute } from '../route.ts'
import { optionalInstant } from '../shapes/wire-fields.ts'
import { changeCatalog } from './audit-catalog.ts'
import { Reason } from '../shapes/reason.ts'
import { Decimal, Text, Whole } from '../shapes/field.ts'
import { view } from '../shapes/view.ts'
import { fields } from '../shapes/fields.ts'
import { PRODUCT_TYPE_VALUES } from '../shapes/meanings.ts'

/** The cover and the terms of a rule. */
const ruleFields = {
  partnerId: Type.Optional(Whole('The partner that it is for; all partners if absent')),
  productId: Type.Optional(
    Whole('The product that it is for; a rule names at most one of product, brand and type'),
  ),
  brand: Type.Optional(Text('The brand that it is for')),
  productType: Type.Optional(Text(`The product type that it is for: ${PRODUCT_TYPE_VALUES}`)),
  currency: Type.Optional(Text('The currency of `feeAmount`, as ISO 4217 code')),
  discountPercent: Type.Optional(fields.discountPercent),
  feeAmount: Type.Optional(Decimal('A fee for each unit, in major units of `currency`')),
}

interface RuleWithProducts extends PriceRule {
  readonly products: ReadonlyMap<number, Product>
}

/** A rule that only ends another has neither `discountPercent` nor `feeAmount`. */
const PriceRuleView = view<RuleWithProducts>()(
  {
    ruleNo: Whole('The number of the rule'),
    partnerId: ruleFields.partnerId,
    productId: [ruleFields.productId, ({ cover }) => cover.productId],
    brand: [ruleFields.brand, ({ cover }) => cover.brand],
    productType: [ruleFields.productType, ({ cover }) => cover.productType],
    currency: [ruleFields.currency, ({ cover }) => cover.currency?.code],
    discountPercent: [
      ruleFields.discountPercent,
      ({ terms }) => terms && wirePercent(terms.discountPercent),
    ],
    feeAmount: [ruleFields.feeAmount, feeOf],
    effectiveAt: fields.effectiveAt,
    recordedAt: fields.recordedAt,
    recordedBy: fields.recordedBy,
  },
  { title: 'PriceRule' },
)

export function priceRuleOf(rule: PriceRule, products: RuleWithProducts['products']) {
  return PriceRuleView.body({ ...rule, products })
}

/** A rule that covers several currencies has no fee. */
function feeOf({ cover: { productId, currency: covered }, terms, products }: RuleWithProducts) {
  const currency = productId === undefined ? covered : products.get(productId)?.currency
  return terms && (currency ? wireAmount(terms.feeMinor, currency) : 0)
}

const NewPriceRule = Type.Object(
  {
    ...ruleFields,
    effectiveAt: Type.Optional(Text('When it comes into force, with an offset; now unless given')),
    reason: Type.Optional(Reason),
  },
  { title: 'NewPriceRule' },
)
export type NewPriceRuleBody = Static<typeof NewPriceRule>

const PriceRuleEnd = Type.Object(
  {
    effectiveAt: Type.Optional(Text('When it ends, with an offset; now unless given')),
    reason: Type.Optional(Reason),
  },
  { title: 'PriceRuleEnd' },
)
export type PriceRuleEndBody = Static<typeof PriceRuleEnd>

const createPriceRuleRoute = operatorRoute('POST /admin/v1/price-rules', {
  permission: 'prices:write',
  approval: 'prices',
  operationId: 'createPriceRule',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Adds a rule to the price list',
  description: 'It supersedes the rule for the same partner and products.',
  body: NewPriceRule,
  response: Type.Object({ data: PriceRuleView.schema }),
  async handle({ body: { reason, effectiveAt, ...input }, actor }, context) {
    const at = optionalInstant('effectiveAt', effectiveAt)
    return created(
      await write(context, { actor, reason, action: 'price_rule.create' }, (tx) =>
        recordPriceRule(tx, { ...input, effectiveAt: at }, actor.name),
      ),
    )
  },
})

const endPriceRuleRoute = operatorRoute('POST /admin/v1/price-rules/{ruleNo}/end', {
  permission: 'prices:write',
  approval: 'prices',
  operationId: 'endPriceRule',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Ends a rule, now or from `effectiveAt` on',
  description: 'Less specific rules apply then.',
  body: PriceRuleEnd,
  isBodyOptional: true,
  response: Type.Object({ data: PriceRuleView.schema }),
  async handle({ params, body: { reason, effectiveAt }, actor }, context) {
    const ruleNo = BigInt(params.ruleNo)
    const at = optionalInstant('effectiveAt', effectiveAt)
    return created(
      await write(context, { actor, reason, action: 'price_rule.end' }, (tx) =>
        endPriceRule(tx, { ruleNo, effectiveAt: at }, actor.name),
      ),
    )
  },
})

interface RuleAct {
  readonly actor: Actor
  readonly action: string
  readonly reason: string | undefined
}

/** Writes a rule with its audit entry, and returns it as the response shows it. */
async function write(
  context: Context,
  { actor, action, reason }: RuleAct,
  record: (tx: Tx) => Promise<PriceRule>,
) {
  const { products } = await context.catalog.asOf(context.db)
  const data = await changeCatalog(context, { actor, reason }, async (tx) => {
    const rule = await record(tx)
    const target = `price_rule:${rule.ruleNo}`
    return { action, target, valueOut: { kind: 'prices' }, after: priceRuleOf(rule, products) }
  })
  return { data }
}

const listPriceRulesRoute = operatorRoute('GET /admin/v1/price-rules', {
  permission: 'prices:read',
  operationId: 'listPriceRules',
  summary: 'Lists price rules, including those that are not in force, the latest first',
  query: {
    partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
    productId: optionalNumber({ min: 1, max: INTEGER_MAX }),
    sort: optionalSort(PRICE_RULES.list.sorts),
    ...pages,
  },
  response: PagedOf(PriceRuleView.schema),
  async handle({ query: { partnerId, productId, ...at } }, { db, catalog }) {
    const { products } = await catalog.asOf(db)
    const { rows, total } = await PRICE_RULES.list(db, { partnerId, productId, ...at })
    const rules = rows.map((rule) => priceRuleOf(rule, products))
    return ok(paged(rules, { ...at, totalRecords: total }))
  },
})

const ComparisonView = view<PriceComparison>()(
  {
    products: Whole('Number of products that it is about'),
    productId: [
      Whole('First of these products, to which the amounts belong'),
      (one) => one.product.productId,
    ],
    ruleNo: Type.Optional(Whole('The rule in force; absent without one')),
    currency: [fields.currency, (one) => one.product.currency.code],
    faceValue: [fields.faceValue, (one) => wireAmount(one.faceMinor, one.product.currency)],
    today: [
      Decimal('Price of one unit now, in major units of `currency`'),
      (one) => wireAmount(one.todayMinor, one.product.currency),
    ],
    after: [
      Decimal('Price of one unit with the rule, in major units of `currency`'),
      (one) => wireAmount(one.afterMinor, one.product.currency),
    ],
  },
  { title: 'PriceComparison' },
)

const comparePriceRuleRoute = operatorRoute('GET /admin/v1/partners/{partnerId}/price-comparison', {
  permission: 'prices:read',
  operationId: 'comparePriceRule',
  summary: 'Compares the prices of a partner now with those under a rule; records nothing',
  description:
    'The query has the fields of the rule. The response has one entry for all products with the ' +
    'same rule and currency. More specific rules still apply.',
  query: {
    productId: optionalNumber({ min: 1, max: INTEGER_MAX }),
    brand: optionalText(),
    productType: optionalOneOf(PRODUCT_TYPES),
    currency: optionalText('An ISO 4217 code'),
    discountPercent: optionalPercent(),
    feeAmount: optionalAmount(),
  },
  response: Type.Object({ data: Type.Array(ComparisonView.schema, { description: 'The result' }) }),
  async handle({ params, query }, { db, catalog }) {
    const { partnerId, testOf } = await getPartner(db, Number(params.partnerId))
    const snapshot = await catalog.asOf(db)
    const isTest = testOf !== undefined
    const compared = comparePriceRule(snapshot, { ...query, partnerId, isTest })
    return ok({ data: compared.map(ComparisonView.body) })
  },
})

export const priceRuleRoutes = [
  createPriceRuleRoute,
  endPriceRuleRoute,
  listPriceRulesRoute,
  comparePriceRuleRoute,
]
