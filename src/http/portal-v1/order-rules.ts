import { Type } from 'typebox'
import { wireAmount } from '../../core/mod.ts'
import { transact, type Db } from '../../db/mod.ts'
import { listApprovalRules, setApprovalRule } from '../../orders/mod.ts'
import { ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { Decimal } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { readAmount, readStoredCurrency } from '../shapes/wire-fields.ts'

const ABOUT = 'From which charge on an order of a person needs an approval, in major units'

const RuleShape = Type.Object(
  { currency: fields.currency, approveFrom: Decimal(ABOUT) },
  { title: 'OrderRule' },
)

const RulesShape = Type.Object({
  data: Type.Array(RuleShape, { description: 'The rules, by currency' }),
})

const listOwnRules = portalRoute('GET /portal/v1/order-rules', {
  permission: 'orders:read',
  operationId: 'listOwnOrderRules',
  summary: 'Lists from which charge on orders of people need an approval',
  response: RulesShape,
  handle: async ({ partnerId }, { db }) => ok({ data: await rulesOf(db, partnerId) }),
})

const putOwnRule = portalRoute('PUT /portal/v1/order-rules', {
  permission: 'order-rules:write',
  operationId: 'putOwnOrderRule',
  summary: 'Sets from which charge on orders of people need an approval',
  description: 'Orders of programs need none. Without `approveFrom`, the rule ends.',
  body: Type.Object(
    { currency: fields.currency, approveFrom: Type.Optional(Decimal(ABOUT)) },
    { title: 'NewOrderRule' },
  ),
  response: RulesShape,
  async handle({ partnerId, actor, body }, { db, clock }) {
    const currency = readStoredCurrency('currency', body.currency)
    const { approveFrom } = body
    const fromMinor =
      approveFrom === undefined ? null : readAmount('approveFrom', approveFrom, { currency })
    const rule = { partnerId, currency: currency.code, fromMinor, actor, at: clock.now() }
    await transact(db, (tx) => setApprovalRule(tx, rule))
    return ok({ data: await rulesOf(db, partnerId) })
  },
})

async function rulesOf(db: Db, partnerId: number) {
  const rules = await listApprovalRules(db, partnerId)
  return rules.map(({ currency, fromMinor }) => ({
    currency: currency.code,
    approveFrom: wireAmount(fromMinor, currency),
  }))
}

export const ownOrderRuleRoutes: readonly Route[] = [listOwnRules, putOwnRule]
