import { Type } from 'typebox'
import { countOpenAlerts } from '../../alerts/mod.ts'
import { MS_PER_MINUTE, isoTime } from '../../core/mod.ts'
import { listVerifications } from '../../ledger/mod.ts'
import {
  readActivity,
  readOverview,
  type HourOfActivity,
  type Overview,
} from '../../reports/mod.ts'
import type { Context, Standing } from '../context.ts'
import { Sum } from '../shapes/field.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { codeOf, sumOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { VerificationView } from './ledger.ts'

/** The period over which completed work is counted. */
const RATE_MS = 300_000

const UnfinishedView = view<Overview['unfinished'][number]>()({
  status: Type.String({ description: 'A status that is not final' }),
  orders: Type.Integer({ description: 'Orders that have it' }),
  oldestAt: [
    Type.String({ description: 'When the oldest of them was placed; UTC' }),
    ({ oldestMs }) => isoTime(oldestMs),
  ],
})

const FundsView = view<Overview['funds'][number]>()({
  currency: [Type.String({ description: 'ISO 4217 code' }), codeOf],
  posted: [Sum('Posted balance of all partners, in major units'), sumOf('postedMinor')],
  held: [Sum('Part of it that orders hold, in major units'), sumOf('heldMinor')],
})

const OverviewShape = Type.Object(
  {
    at: Type.String({ description: 'When this was read; UTC' }),
    orders: Type.Array(UnfinishedView.schema, {
      description: 'Orders that are not final, by status',
    }),
    ordersPerMinute: Type.Number({ description: 'Orders completed a minute, over five minutes' }),
    codesPerMinute: Type.Number({ description: 'Codes delivered a minute, over five minutes' }),
    funds: Type.Optional(
      Type.Array(FundsView.schema, { description: 'The funds of all partners, by currency' }),
    ),
    openAlerts: Type.Integer({ description: 'Alerts that are open' }),
    /** The latest verification; absent before the first one. */
    lastVerification: Type.Optional(VerificationView.schema),
  },
  { title: 'Overview' },
)

const getOverview = operatorRoute('GET /admin/v1/overview', {
  operationId: 'getOverview',
  permission: 'orders:read',
  hasSums: true,
  summary: 'Returns the state of the service: orders by status, throughput, funds, alerts',
  description:
    'Leaves out test partners. It is at most two seconds old. `funds` need the permission ' +
    '`funds:read`.',
  response: Type.Object({ data: OverviewShape }),
  async handle({ principal }, context) {
    const standing = await context.overview.read(() => readStanding(context))
    const { funds, ...overview } = overviewOf(standing)
    const isMoneyShown = principal.permissions.has('funds:read')
    return ok({ data: { ...overview, ...(isMoneyShown && { funds }) } })
  },
})

async function readStanding({ db, clock }: Context): Promise<Standing> {
  const now = clock.now()
  const [overview, alerts, verifications] = await Promise.all([
    readOverview(db, now - RATE_MS),
    countOpenAlerts(db),
    listVerifications(db, { page: 1, pageSize: 1 }),
  ])
  return {
    at: now,
    overview,
    openAlerts: [...alerts.values()].reduce((sum, count) => sum + count, 0),
    lastVerification: verifications.rows[0],
  }
}

function perMinute(count: number): number {
  return (count * MS_PER_MINUTE) / RATE_MS
}

function overviewOf({ at, overview, openAlerts, lastVerification }: Standing) {
  return {
    at: isoTime(at),
    orders: overview.unfinished.map(UnfinishedView.body),
    ordersPerMinute: perMinute(overview.completed.orders),
    codesPerMinute: perMinute(overview.completed.codes),
    funds: overview.funds.map(FundsView.body),
    openAlerts,
    lastVerification: lastVerification && VerificationView.body({ ...lastVerification, nowMs: at }),
  }
}

const ChargedView = view<HourOfActivity['charged'][number]>()({
  currency: [Type.String({ description: 'ISO 4217 code' }), codeOf],
  amount: [Sum('Amount that they were charged, in major units'), sumOf('minor')],
})

const ActivityShape = Type.Object(
  {
    from: Type.String({ description: 'The first instant of the hour; UTC' }),
    orders: Type.Integer({ description: 'Orders completed in the hour' }),
    codes: Type.Integer({ description: 'Codes delivered by them' }),
    charged: Type.Optional(
      Type.Array(ChargedView.schema, { description: 'Amounts charged in the hour, by currency' }),
    ),
  },
  { title: 'HourOfActivity' },
)

const getActivity = operatorRoute('GET /admin/v1/overview/activity', {
  operationId: 'getActivity',
  permission: 'orders:read',
  hasSums: true,
  summary: 'Returns the completed orders, codes and charges of each of the last 24 hours',
  description:
    'Oldest first, the current hour included. Leaves out test partners. It is at most half a ' +
    'minute old. `charged` needs the permission `funds:read`.',
  response: Type.Object({ data: Type.Array(ActivityShape, { description: 'The hours' }) }),
  async handle({ principal }, { activity, db, clock }) {
    const hours = await activity.read(() => readActivity(db, clock.now()))
    const isMoneyShown = principal.permissions.has('funds:read')
    return ok({ data: hours.map((hour) => hourOf(hour, isMoneyShown)) })
  },
})

function hourOf({ fromMs, orders, codes, charged }: HourOfActivity, isMoneyShown: boolean) {
  const amounts = charged.map(ChargedView.body)
  return { from: isoTime(fromMs), orders, codes, ...(isMoneyShown && { charged: amounts }) }
}

export const overviewRoutes = [getOverview, getActivity]
