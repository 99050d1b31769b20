import { Type } from 'typebox'
import {
  type Clock,
  INTEGER_MAX,
  invalidParameter,
  MS_PER_DAY,
  PARTNER_ID_MAX,
} from '../../core/mod.ts'
import {
  type CostStatus,
  listMarginOrders,
  MARGIN_KEYS,
  reportMargin,
  type MarginKey,
  type MarginOfUnits,
  type MarginOrder,
  type MarginPeriod,
  type MarginRow,
} from '../../reports/mod.ts'
import { ok, paged } from '../response.ts'
import {
  optionalListOf,
  optionalNumber,
  optionalOneOf,
  optionalStoredCurrency,
  optionalText,
  pages,
  type QueryOf,
} from '../query.ts'
import { dayAfter, optionalDay, optionalMonth } from '../query-times.ts'
import { operatorRoute } from '../route.ts'
import { wireSum } from '../exact-json.ts'
import { Sum, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { oneOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { COST_STATUS } from './meanings.ts'
import { codeOf, optionalSumOf, sumOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'

type Own = NonNullable<MarginOfUnits['own']>

const OwnView = view<Own>()(
  {
    currency: [fields.currency, codeOf],
    cost: [fields.cost, sumOf('costMinor')],
    charged: [Type.Optional(fields.charged), optionalSumOf('chargedMinor')],
    margin: [Type.Optional(fields.margin), marginOf],
  },
  { description: 'The same amounts, in the currency of the cost' },
)

/** `cost` and `margin` are absent without a known cost. */
const OF_UNITS = view<MarginOfUnits>()({
  currency: [fields.currency, codeOf],
  units: Whole('How many units'),
  faceValue: [
    Sum('The face value of the units, in major units of `currency`'),
    sumOf('faceValueMinor'),
  ],
  discount: [
    Sum('What price rules took off, in major units of `currency`; below zero for surcharges'),
    sumOf('discountMinor'),
  ],
  fee: [Sum('What price rules added, in major units of `currency`'), sumOf('feeMinor')],
  refunded: [Sum('What cases gave back, in major units of `currency`'), sumOf('refundedMinor')],
  charged: [fields.charged, sumOf('chargedMinor')],
  costStatus: oneOf('What is known of the cost', COST_STATUS),
  cost: [Type.Optional(fields.cost), optionalSumOf('costMinor')],
  margin: [Type.Optional(fields.margin), marginOf],
  own: [Type.Optional(OwnView.schema), ({ own }) => own && OwnView.body(own)],
}).fields

/**
 * Units that share the currency of their orders, the currency of their cost, and the status of the
 * cost.
 */
const MarginView = view<MarginRow>()(
  {
    partnerId: Type.Optional(fields.partnerId),
    brand: Type.Optional(fields.brand),
    productId: Type.Optional(fields.productId),
    supplier: Type.Optional(fields.supplier),
    month: Type.Optional(Text('The month in UTC: YYYY-MM')),
    ...OF_UNITS,
  },
  { title: 'Margin' },
)

const MarginOrderView = view<MarginOrder>()(
  { orderId: fields.orderId, partnerId: fields.partnerId, endedAt: fields.endedAt, ...OF_UNITS },
  { title: 'MarginOrder' },
)

function marginOf({ currency, costMinor, chargedMinor }: Own | MarginOfUnits) {
  const isKnown = costMinor !== undefined && chargedMinor !== undefined
  return isKnown ? wireSum(chargedMinor - costMinor, currency) : undefined
}

/** Without `from`, a report covers the 31 days before its end. */
const DAYS_FALLBACK = 31

const PERIOD = {
  from: optionalDay(),
  to: optionalDay(),
  partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
}

const marginRoute = operatorRoute('GET /admin/v1/reports/margin', {
  permission: 'reports:read',
  operationId: 'margin',
  hasSums: true,
  summary:
    'Reports what was charged and what it cost, for the orders that ended on the days ' +
    'from `from` to `to`, in UTC, both included',
  description: '`by` splits the sums.',
  query: { ...PERIOD, by: optionalListOf<MarginKey>(MARGIN_KEYS) },
  response: Type.Object({ data: Type.Array(MarginView.schema, { description: 'The result' }) }),
  async handle({ query: { by = [], ...period } }, { db, clock }) {
    const rows = await reportMargin(db, { ...periodOf(period, clock), by })
    return ok({ data: rows.map(MarginView.body) })
  },
})

const marginOrdersRoute = operatorRoute('GET /admin/v1/reports/margin/orders', {
  permission: 'reports:read',
  operationId: 'listMarginOrders',
  hasSums: true,
  summary: 'Lists the orders behind a row of the margin report, those that ended last first',
  description:
    'The amounts of an order are those of its units that have all the given properties, so the ' +
    'orders add up to the row. An order has a row for each currency of its cost and `costStatus`.',
  query: {
    ...PERIOD,
    brand: optionalText(),
    productId: optionalNumber({ min: 1, max: INTEGER_MAX }),
    supplier: optionalText(),
    month: optionalMonth(),
    currency: optionalStoredCurrency(),
    costCurrency: optionalStoredCurrency(),
    costStatus: optionalOneOf(Object.keys(COST_STATUS) as CostStatus[]),
    ...pages,
  },
  response: PagedOf(MarginOrderView.schema),
  async handle({ query: { from, to, partnerId, page, pageSize, ...cell } }, { db, clock }) {
    const { currency, costCurrency } = cell
    const { rows, total } = await listMarginOrders(db, {
      ...periodOf({ from, to, partnerId }, clock),
      cell: { ...cell, currency: currency?.code, costCurrency: costCurrency?.code },
      page,
      pageSize,
    })
    return ok(paged(rows.map(MarginOrderView.body), { page, pageSize, totalRecords: total }))
  },
})

function periodOf({ from, to, partnerId }: QueryOf<typeof PERIOD>, clock: Clock): MarginPeriod {
  const beforeMs = to === undefined ? clock.now() + MS_PER_DAY : dayAfter(to)
  const fromMs = from ?? beforeMs - DAYS_FALLBACK * MS_PER_DAY
  if (fromMs >= beforeMs) throw invalidParameter('to', 'must not lie before from')
  return { fromMs, beforeMs, partnerId }
}

export const reportRoutes = [marginRoute, marginOrdersRoute]
