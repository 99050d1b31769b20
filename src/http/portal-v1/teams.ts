import { Type } from 'typebox'
import { readLine, readAmount, notFound } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { getUser } from '../../identity/mod.ts'
import { listTeams, setTeamBudget, setTeamOfUser, type Team } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { Decimal, Sum, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { amountOf, codeOf, sumOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { readStoredCurrency } from '../shapes/wire-fields.ts'

const ABOUT =
  'Amount that its users may order, send and credit in a calendar month (UTC) before another ' +
  'person must approve more, in major units'

const TEAM_LENGTH_MAX = 40

const BudgetView = view<Team['budgets'][number]>()({
  currency: [fields.currency, codeOf],
  monthly: [Decimal(ABOUT), amountOf('monthlyMinor')],
  used: [Sum('Amount that its users have spent this month, approved or not'), sumOf('usedMinor')],
})

const TeamView = view<Team>()(
  {
    team: Text('Name of the team'),
    userIds: Type.Array(Whole('A user of the team'), { description: 'The users of the team' }),
    budgets: [
      Type.Array(BudgetView.schema, { description: 'The budgets of the team, by currency' }),
      ({ budgets }) => budgets.map(BudgetView.body),
    ],
  },
  { title: 'Team' },
)

const TeamsShape = Type.Object({
  data: Type.Array(TeamView.schema, { description: 'The teams, by name' }),
})

async function teamsOf(partnerId: number, { db, clock }: Pick<Context, 'db' | 'clock'>) {
  return (await listTeams(db, partnerId, clock.now())).map(TeamView.body)
}

const listOwnTeams = portalRoute('GET /portal/v1/teams', {
  permission: 'orders:read',
  operationId: 'listOwnTeams',
  summary: 'Lists the teams of users that have a budget',
  hasSums: true,
  response: TeamsShape,
  handle: async ({ partnerId }, context) => ok({ data: await teamsOf(partnerId, context) }),
})

const putOwnTeamBudget = portalRoute('PUT /portal/v1/teams', {
  permission: 'order-rules:write',
  operationId: 'putOwnTeamBudget',
  summary: 'Sets the amount that a team may spend in a month before another person approves more',
  description:
    'Orders, links and credits of its users count when they are made, even if they are approved ' +
    'or cancelled later. Without `monthly` the budget ends; the team ends with its last budget.',
  body: Type.Object(
    {
      team: Type.String({ description: 'Name of the team', maxLength: TEAM_LENGTH_MAX }),
      currency: fields.currency,
      monthly: Type.Optional(Decimal(ABOUT)),
    },
    { title: 'NewTeamBudget' },
  ),
  hasSums: true,
  response: TeamsShape,
  async handle({ partnerId, actor, body }, context) {
    const { db, clock } = context
    const currency = readStoredCurrency('currency', body.currency)
    const { monthly } = body
    const monthlyMinor = monthly === undefined ? null : readAmount('monthly', monthly, { currency })
    const team = readLine('team', body.team, TEAM_LENGTH_MAX)
    const name = { partnerId, team, currency: currency.code }
    const budget = { ...name, monthlyMinor, actor, at: clock.now() }
    await transact(db, (tx) => setTeamBudget(tx, budget))
    return ok({ data: await teamsOf(partnerId, context) })
  },
})

const putOwnTeamMember = portalRoute('PUT /portal/v1/users/{userId}/team', {
  permission: 'order-rules:write',
  operationId: 'putOwnTeamMember',
  summary: 'Sets the team of a user of the partner: a team that has a budget, or none',
  body: Type.Object(
    { team: Type.Optional(Text('The team; none unless given')) },
    { title: 'NewTeamMember' },
  ),
  hasSums: true,
  response: TeamsShape,
  async handle({ partnerId, homePartnerId, actor, params, body: { team } }, context) {
    const { db, clock } = context
    const userId = Number(params.userId)
    await transact(db, async (tx) => {
      const user = await getUser(tx, userId)
      if (user.partnerId !== homePartnerId) throw notFound('user')
      await setTeamOfUser(tx, { partnerId, userId, team, actor, at: clock.now() })
    })
    return ok({ data: await teamsOf(partnerId, context) })
  },
})

export const ownTeamRoutes: readonly Route[] = [listOwnTeams, putOwnTeamBudget, putOwnTeamMember]
