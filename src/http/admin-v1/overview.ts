import { Type } from 'typebox'
import { countOpenAlerts } from '../../alerts/mod.ts'
import { MS_PER_MINUTE, isoTime } from '../../core/mod.ts'
import { listVerifications } from '../../ledger/mod.ts'
import {
  readActivity,
  readMarginOfDay,
  readOverview,
  type CompletedOrders,
  type HourOfMargin,
  type EarnedMargin,
  type Overview,
} from '../../reports/mod.ts'
import type { Context, Standing } from '../context.ts'
import { Sum } from '../shapes/field.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { codeOf, optionalSumOf, sumOf } from '../shapes/read-member.ts'
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
  description: 'Leaves out test partners. `funds` need the permission `funds:read`.',
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

const ChargedView = view<CompletedOrders['charged'][number]>()({
  currency: [Type.String({ description: 'ISO 4217 code' }), codeOf],
  amount: [Sum('Amount that they were charged, in major units'), sumOf('minor')],
})

const COMPLETED = {
  orders: Type.Integer({ description: 'Orders completed in the hour' }),
  codes: Type.Integer({ description: 'Codes delivered by them' }),
  charged: Type.Optional(
    Type.Array(ChargedView.schema, { description: 'Amounts charged in the hour, by currency' }),
  ),
}

const HOUR_BEGINS = Type.String({ description: 'The first instant of the hour; UTC' })

const ActivityShape = Type.Object(
  {
    from: HOUR_BEGINS,
    ...COMPLETED,
    weekBefore: Type.Object(COMPLETED, {
      description: 'The same hour a week before; of the current hour, the part that has passed',
    }),
  },
  { title: 'HourOfActivity' },
)

const getActivity = operatorRoute('GET /admin/v1/overview/activity', {
  operationId: 'getActivity',
  permission: 'orders:read',
  hasSums: true,
  summary: 'Returns the completed orders, codes and charges of each of the last 24 hours',
  description:
    'Oldest first, the current hour included, each beside the same hour a week before. Leaves ' +
    'out test partners. It is at most half a minute old. `charged` needs the permission ' +
    '`funds:read`.',
  response: Type.Object({ data: Type.Array(ActivityShape, { description: 'The hours' }) }),
  async handle({ principal }, { activity, db, clock }) {
    const { present } = activity
    const hours = present.fresh ?? (await present.read(() => readActivity(db, clock.now())))
    const isMoneyShown = principal.permissions.has('funds:read')
    return ok({
      data: hours.map(({ fromMs, weekBefore, ...completed }) => ({
        from: isoTime(fromMs),
        ...completedOf(completed, isMoneyShown),
        weekBefore: completedOf(weekBefore, isMoneyShown),
      })),
    })
  },
})

function completedOf({ orders, codes, charged }: CompletedOrders, isMoneyShown: boolean) {
  return { orders, codes, ...(isMoneyShown && { charged: charged.map(ChargedView.body) }) }
}

const EarnedView = view<EarnedMargin>()({
  currency: [Type.String({ description: 'ISO 4217 code' }), codeOf],
  amount: [
    Type.Optional(
      Sum('Charge less cost of units with a known cost, in major units; below zero for a loss'),
    ),
    optionalSumOf('minor'),
  ],
  unknownUnits: Type.Integer({ description: 'Units without a known cost; they are left out' }),
})

const HourOfMarginView = view<HourOfMargin>()(
  {
    from: [HOUR_BEGINS, ({ fromMs }) => isoTime(fromMs)],
    margin: [
      Type.Array(EarnedView.schema, { description: 'The margin of the hour, by currency' }),
      ({ margin }) => margin.map(EarnedView.body),
    ],
    weekBefore: [
      Type.Array(EarnedView.schema, {
        description: 'The same hour a week before; of the current hour, the part that has passed',
      }),
      ({ weekBefore }) => weekBefore.map(EarnedView.body),
    ],
  },
  { title: 'HourOfMargin' },
)

const getMarginOfDay = operatorRoute('GET /admin/v1/overview/margin', {
  operationId: 'getMarginOfDay',
  permission: 'reports:read',
  hasSums: true,
  summary: 'Returns the margin of the orders that ended in each of the last 24 hours',
  description:
    'Oldest first, the current hour included, each beside the same hour a week before. Leaves ' +
    'out test partners. It is at most five minutes old, or a hundred times as old as reading it ' +
    'takes.',
  response: Type.Object({
    data: Type.Array(HourOfMarginView.schema, { description: 'The hours' }),
  }),
  async handle(_request, { marginOfDay, db, clock }) {
    const { present } = marginOfDay
    const hours = present.fresh ?? (await present.read(() => readMarginOfDay(db, clock.now())))
    return ok({ data: hours.map(HourOfMarginView.body) })
  },
})

export const overviewRoutes = [getOverview, getActivity, getMarginOfDay]
