import { Type } from 'typebox'
import { wireAmount } from '../../core/mod.ts'
import { transact, type Db } from '../../db/mod.ts'
import { listApprovalRules, setApprovalRule, type RuleKind } from '../../orders/mod.ts'
import { ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { Decimal } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { choiceOf, oneOf } from '../shapes/one-of.ts'
import { readAmount, readStoredCurrency } from '../shapes/wire-fields.ts'

const ABOUT =
  'From which charge on an order of a person needs an approval, or from which sum on credits do, ' +
  'in major units'

const KIND = {
  orders: 'orders that people place',
  credits: 'what people credit to wallets, alone or by a file',
} as const satisfies Record<RuleKind, string>

const RuleShape = Type.Object(
  {
    kind: oneOf('What needs an approval', KIND),
    currency: fields.currency,
    approveFrom: Decimal(ABOUT),
  },
  { title: 'OrderRule' },
)

const RulesShape = Type.Object({
  data: Type.Array(RuleShape, { description: 'The rules, by currency' }),
})

const listOwnRules = portalRoute('GET /portal/v1/order-rules', {
  permission: 'orders:read',
  operationId: 'listOwnOrderRules',
  summary: 'Lists from which amount on orders and credits of people need an approval',
  response: RulesShape,
  handle: async ({ partnerId }, { db }) => ok({ data: await rulesOf(db, partnerId) }),
})

const putOwnRule = portalRoute('PUT /portal/v1/order-rules', {
  permission: 'order-rules:write',
  operationId: 'putOwnOrderRule',
  summary: 'Sets from which amount on orders or credits of people need an approval',
  description:
    'Programs need none. Without `approveFrom`, the rule ends. What needs an approval waits a ' +
    'week for another person of the partner.',
  body: Type.Object(
    {
      kind: Type.Optional(choiceOf('What needs an approval; `orders` unless given', KIND)),
      currency: fields.currency,
      approveFrom: Type.Optional(Decimal(ABOUT)),
    },
    { title: 'NewOrderRule' },
  ),
  response: RulesShape,
  async handle({ partnerId, actor, body }, { db, clock }) {
    const currency = readStoredCurrency('currency', body.currency)
    const { approveFrom, kind = 'orders' } = body
    const fromMinor =
      approveFrom === undefined ? null : readAmount('approveFrom', approveFrom, { currency })
    const rule = { kind, partnerId, currency: currency.code, fromMinor, actor, at: clock.now() }
    await transact(db, (tx) => setApprovalRule(tx, rule))
    return ok({ data: await rulesOf(db, partnerId) })
  },
})

async function rulesOf(db: Db, partnerId: number) {
  const rules = await listApprovalRules(db, partnerId)
  return rules.map(({ kind, currency, fromMinor }) => ({
    kind,
    currency: currency.code,
    approveFrom: wireAmount(fromMinor, currency),
  }))
}

export const ownOrderRuleRoutes: readonly Route[] = [listOwnRules, putOwnRule]
