import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import { wireAmount, readAmount } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  listApprovalRules,
  listTeams,
  ruleDayOf,
  setApprovalRule,
  type RuleKind,
} from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { wireSum } from '../bodies/exact-json.ts'
import { ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { Decimal, Sum, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { choiceOf, oneOf } from '../shapes/one-of.ts'
import { readStoredCurrency } from '../shapes/wire-fields.ts'

const ABOUT =
  'Sum of a UTC day from which orders or credits of a person need an approval, in major units'

const KIND = {
  orders: 'orders that people place',
  credits: 'credits to wallets by people, single or in a file',
} as const satisfies Record<RuleKind, string>

const RuleShape = Type.Object(
  {
    kind: oneOf('Kind of act that needs an approval', {
      ...KIND,
      team: "all of these, above the monthly budget of the user's team",
    }),
    currency: fields.currency,
    approveFrom: Decimal(
      `${ABOUT}; for a team, its budget of the calendar month in UTC: more needs an approval`,
    ),
    today: Sum(
      'Amount that the user has spent today without an approval, which counts, too; for a team, ' +
        'the amount that its users have spent this month',
    ),
    team: Type.Optional(Text("The user's team")),
  },
  { title: 'OrderRule' },
)

const RulesShape = Type.Object({
  data: Type.Array(RuleShape, { description: 'The rules, by currency' }),
})

const listOwnRules = portalRoute('GET /portal/v1/order-rules', {
  permission: 'orders:read',
  operationId: 'listOwnOrderRules',
  summary: 'Lists the amounts from which orders and credits of people need an approval',
  hasSums: true,
  response: RulesShape,
  handle: async (call, context) => ok({ data: await rulesOf(call, context) }),
})

const putOwnRule = portalRoute('PUT /portal/v1/order-rules', {
  permission: 'order-rules:write',
  operationId: 'putOwnOrderRule',
  summary: 'Sets the amount from which orders or credits of people need an approval',
  description:
    'Programs need no approval. Without `approveFrom`, the rule ends. An act that needs an ' +
    'approval waits a week for another person of the partner.',
  body: Type.Object(
    {
      kind: Type.Optional(
        choiceOf('Kind of act that needs an approval; `orders` unless given', KIND),
      ),
      currency: fields.currency,
      approveFrom: Type.Optional(Decimal(ABOUT)),
    },
    { title: 'NewOrderRule' },
  ),
  hasSums: true,
  response: RulesShape,
  async handle(call, context) {
    const { partnerId, actor, body } = call
    const { db, clock } = context
    const currency = readStoredCurrency('currency', body.currency)
    const { approveFrom, kind = 'orders' } = body
    const fromMinor =
      approveFrom === undefined ? null : readAmount('approveFrom', approveFrom, { currency })
    const rule = { kind, partnerId, currency: currency.code, fromMinor, actor, at: clock.now() }
    await transact(db, (tx) => setApprovalRule(tx, rule))
    return ok({ data: await rulesOf(call, context) })
  },
})

async function rulesOf(
  { partnerId, actor }: { readonly partnerId: number; readonly actor: Actor },
  { db, clock }: Pick<Context, 'db' | 'clock'>,
) {
  const rules = await listApprovalRules(db, partnerId)
  const at = clock.now()
  const [today, teams] = await Promise.all([
    ruleDayOf(db, { partnerId, actor, at }),
    listTeams(db, partnerId, at),
  ])
  const own = teams.find(({ userIds }) => userIds.includes(Number(actor.id)))
  return [
    ...rules.map((rule) => ({
      kind: rule.kind,
      currency: rule.currency.code,
      approveFrom: wireAmount(rule.fromMinor, rule.currency),
      today: wireSum(today(rule), rule.currency),
    })),
    ...(own?.budgets ?? []).map(({ currency, monthlyMinor, usedMinor }) => ({
      kind: 'team' as const,
      currency: currency.code,
      approveFrom: wireAmount(monthlyMinor, currency),
      today: wireSum(usedMinor, currency),
      team: own?.team,
    })),
  ]
}

export const ownOrderRuleRoutes: readonly Route[] = [listOwnRules, putOwnRule]
