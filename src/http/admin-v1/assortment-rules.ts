import { Type } from 'typebox'
import { ASSORTMENT_RULES, recordAssortmentRule, type AssortmentRule } from '../../catalog/mod.ts'
import { INTEGER_MAX, PARTNER_ID_MAX } from '../../core/mod.ts'
import { optionalNumber, pages, optionalSort } from '../queries/query.ts'
import { created, ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { PRODUCT_TYPE_VALUES } from '../shapes/meanings.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { view } from '../shapes/view.ts'
import { optionalInstant } from '../shapes/wire-fields.ts'
import { changeCatalog } from './audit-catalog.ts'
import { Reason } from '../shapes/reason.ts'

const coverFields = {
  partnerId: Type.Optional(Whole('The partner that it is for; all partners if absent')),
  productId: Type.Optional(
    Whole('The product that it covers; a rule names at most one of product, brand and type'),
  ),
  brand: Type.Optional(Text('The brand that it covers')),
  productType: Type.Optional(Text(`The product type that it covers: ${PRODUCT_TYPE_VALUES}`)),
  currency: Type.Optional(Text('Only products of this currency, an ISO 4217 code')),
}

/** A rule that only ends another has no `shown`. */
const AssortmentRuleView = view<AssortmentRule>()(
  {
    ruleNo: Whole('The number of the rule'),
    partnerId: coverFields.partnerId,
    productId: [coverFields.productId, ({ cover }) => cover.productId],
    brand: [coverFields.brand, ({ cover }) => cover.brand],
    productType: [coverFields.productType, ({ cover }) => cover.productType],
    currency: [coverFields.currency, ({ cover }) => cover.currency?.code],
    shown: [
      Type.Optional(YesOrNo('True: the products are in the catalog; false: they are not')),
      ({ terms }) => terms?.isShown,
    ],
    effectiveAt: fields.effectiveAt,
    recordedAt: fields.recordedAt,
    recordedBy: fields.recordedBy,
  },
  { title: 'AssortmentRule' },
)

const NewAssortmentRule = Type.Object(
  {
    ...coverFields,
    shown: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'True: the products are in the catalog; false: they are not; null ends the rule',
    }),
    effectiveAt: Type.Optional(Text('When it comes into force, with an offset; now unless given')),
    reason: Type.Optional(Reason),
  },
  { title: 'NewAssortmentRule' },
)

const createAssortmentRuleRoute = operatorRoute('POST /admin/v1/assortment-rules', {
  permission: 'prices:write',
  approval: 'prices',
  operationId: 'createAssortmentRule',
  success: [201],
  summary: 'Shows products to a partner, or hides them',
  description:
    'It supersedes the rule for the same partner and products. The most specific rule applies, ' +
    'as with price rules; without a rule, a product is shown. `shown` null ends the earlier rule.',
  body: NewAssortmentRule,
  response: Type.Object({ data: AssortmentRuleView.schema }),
  async handle({ body, actor }, context) {
    const { reason, effectiveAt, shown: isShown, ...cover } = body
    const input = { ...cover, isShown, effectiveAt: optionalInstant('effectiveAt', effectiveAt) }
    const data = await changeCatalog(context, { actor, reason }, async (tx) => {
      const after = AssortmentRuleView.body(await recordAssortmentRule(tx, input, actor.name))
      const target = `assortment_rule:${after.ruleNo}`
      return { action: 'assortment_rule.create', target, valueOut: { kind: 'prices' }, after }
    })
    return created({ data })
  },
})

const listAssortmentRulesRoute = operatorRoute('GET /admin/v1/assortment-rules', {
  permission: 'prices:read',
  operationId: 'listAssortmentRules',
  summary: 'Lists assortment rules, including those that are not in force, the latest first',
  query: {
    partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
    productId: optionalNumber({ min: 1, max: INTEGER_MAX }),
    sort: optionalSort(ASSORTMENT_RULES.list.sorts),
    ...pages,
  },
  response: PagedOf(AssortmentRuleView.schema),
  async handle({ query }, { db }) {
    const { rows, total } = await ASSORTMENT_RULES.list(db, query)
    return ok(paged(rows.map(AssortmentRuleView.body), { ...query, totalRecords: total }))
  },
})

export const assortmentRuleRoutes = [createAssortmentRuleRoute, listAssortmentRulesRoute]
