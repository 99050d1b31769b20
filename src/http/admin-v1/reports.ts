import { Type } from 'typebox'
import { INTEGER_MAX, PARTNER_ID_MAX } from '../../core/mod.ts'
import {
  type CostStatus,
  listMarginOrders,
  MARGIN_KEYS,
  reportMargin,
  type MarginKey,
  type MarginOfUnits,
  type MarginOrder,
  type MarginRow,
  MARGIN_ORDER_SORTS,
} from '../../reports/mod.ts'
import { ok, paged } from '../response.ts'
import {
  optionalListOf,
  optionalNumber,
  optionalOneOf,
  optionalStoredCurrency,
  optionalText,
  pages,
  optionalSort,
} from '../queries/query.ts'
import { optionalMonth, periodOf, reportDays } from '../queries/query-times.ts'
import { operatorRoute } from '../route.ts'
import { wireSum } from '../bodies/exact-json.ts'
import { Sum, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { oneOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { sortedByAmount, type SortValue } from '../queries/sorted.ts'
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
  units: Whole('Number of units'),
  faceValue: [
    Sum('The face value of the units, in major units of `currency`'),
    sumOf('faceValueMinor'),
  ],
  discount: [
    Sum('Discounts by price rules, in major units of `currency`; below zero for surcharges'),
    sumOf('discountMinor'),
  ],
  fee: [Sum('Fees by price rules, in major units of `currency`'), sumOf('feeMinor')],
  refunded: [Sum('Refunds of cases, in major units of `currency`'), sumOf('refundedMinor')],
  charged: [fields.charged, sumOf('chargedMinor')],
  costStatus: oneOf('State of the knowledge about the cost', COST_STATUS),
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

function marginOf(row: Own | MarginOfUnits) {
  const minor = marginMinorOf(row)
  return minor === undefined ? undefined : wireSum(minor, row.currency)
}

function marginMinorOf({ costMinor, chargedMinor }: Own | MarginOfUnits): bigint | undefined {
  const isKnown = costMinor !== undefined && chargedMinor !== undefined
  return isKnown ? chargedMinor - costMinor : undefined
}

const OF_PARTNER = { partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }) }

const MARGIN_SORTS = ['units', 'charged', 'cost', 'margin'] as const

/** Returns the value by which rows are sorted. */
function valueOf(row: MarginRow, by: (typeof MARGIN_SORTS)[number]): SortValue {
  if (by === 'units') return row.units
  if (by === 'charged') return row.chargedMinor
  return by === 'cost' ? row.costMinor : marginMinorOf(row)
}

const marginRoute = operatorRoute('GET /admin/v1/reports/margin', {
  permission: 'reports:read',
  operationId: 'margin',
  hasSums: true,
  summary:
    'Reports the charges and costs of the orders that ended on the UTC days from `from` to ' +
    '`to`, both included',
  description: '`by` splits the sums.',
  query: {
    ...reportDays,
    ...OF_PARTNER,
    by: optionalListOf<MarginKey>(MARGIN_KEYS),
    sort: optionalSort(MARGIN_SORTS),
  },
  response: Type.Object({ data: Type.Array(MarginView.schema, { description: 'The result' }) }),
  async handle({ query: { by = [], partnerId, sort, ...days } }, { db, clock }) {
    const rows = await reportMargin(db, { ...periodOf(days, clock), partnerId, by })
    return ok({ data: sortedByAmount(rows, sort, valueOf).map(MarginView.body) })
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
    ...reportDays,
    ...OF_PARTNER,
    brand: optionalText(),
    productId: optionalNumber({ min: 1, max: INTEGER_MAX }),
    supplier: optionalText(),
    month: optionalMonth(),
    currency: optionalStoredCurrency(),
    costCurrency: optionalStoredCurrency(),
    costStatus: optionalOneOf(Object.keys(COST_STATUS) as CostStatus[]),
    sort: optionalSort(MARGIN_ORDER_SORTS),
    ...pages,
  },
  response: PagedOf(MarginOrderView.schema),
  async handle({ query: { from, to, partnerId, page, pageSize, sort, ...cell } }, { db, clock }) {
    const { currency, costCurrency } = cell
    const { rows, total } = await listMarginOrders(db, {
      ...periodOf({ from, to }, clock),
      partnerId,
      cell: { ...cell, currency: currency?.code, costCurrency: costCurrency?.code },
      page,
      pageSize,
      sort,
    })
    return ok(paged(rows.map(MarginOrderView.body), { page, pageSize, totalRecords: total }))
  },
})

export const reportRoutes = [marginRoute, marginOrdersRoute]
