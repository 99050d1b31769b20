import { Type } from 'typebox'
import { invalidParameter, PARTNER_ID_MAX, wireAmount } from '../../core/mod.ts'
import { MARGIN_KEYS, reportMargin, type MarginKey, type MarginRow } from '../../reports/mod.ts'
import { ok } from '../response.ts'
import { dayAfter, optionalDay, optionalListOf, optionalNumber } from '../query.ts'
import { operatorRoute } from '../route.ts'

/**
 * Units with one currency of the orders and one of the cost. `cost` and `margin` are absent without
 * a known cost; `own` has both in the currency of the cost.
 */
const MarginShape = Type.Object(
  {
    partnerId: Type.Optional(Type.Integer()),
    brand: Type.Optional(Type.String()),
    productId: Type.Optional(Type.Integer()),
    supplier: Type.Optional(Type.String()),
    month: Type.Optional(Type.String()),
    currency: Type.String(),
    units: Type.Integer(),
    faceValue: Type.Number(),
    discount: Type.Number(),
    fee: Type.Number(),
    refunded: Type.Number(),
    charged: Type.Number(),
    cost: Type.Optional(Type.Number()),
    margin: Type.Optional(Type.Number()),
    own: Type.Optional(
      Type.Object({
        currency: Type.String(),
        cost: Type.Number(),
        charged: Type.Optional(Type.Number()),
        margin: Type.Optional(Type.Number()),
      }),
    ),
  },
  { title: 'Margin' },
)

function marginOf({ own, ...row }: MarginRow) {
  const { currency, costMinor, chargedMinor } = row
  const amount = (minor: bigint) => wireAmount(minor, currency)
  return {
    partnerId: row.partnerId,
    brand: row.brand,
    productId: row.productId,
    supplier: row.supplier,
    month: row.month,
    currency: currency.code,
    units: Number(row.units),
    faceValue: amount(row.faceValueMinor),
    discount: amount(row.discountMinor),
    fee: amount(row.feeMinor),
    refunded: amount(row.refundedMinor),
    charged: amount(chargedMinor),
    ...(costMinor !== undefined && {
      cost: amount(costMinor),
      margin: amount(chargedMinor - costMinor),
    }),
    own: own && ownOf(own),
  }
}

function ownOf({ currency, costMinor, chargedMinor }: NonNullable<MarginRow['own']>) {
  return {
    currency: currency.code,
    cost: wireAmount(costMinor, currency),
    ...(chargedMinor !== undefined && {
      charged: wireAmount(chargedMinor, currency),
      margin: wireAmount(chargedMinor - costMinor, currency),
    }),
  }
}

/** Without one, a report is of the last 31 days. */
const DAYS_FALLBACK = 31
const DAY_MS = 86_400_000

const marginRoute = operatorRoute('GET /admin/v1/reports/margin', {
  operationId: 'margin',
  summary:
    'Reports what was charged and what it cost, for the orders that ended on the days ' +
    'from `from` to `to`, in UTC, both included',
  description: '`by` splits the sums.',
  query: {
    from: optionalDay(),
    to: optionalDay(),
    by: optionalListOf<MarginKey>(MARGIN_KEYS),
    partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
  },
  response: Type.Object({ data: Type.Array(MarginShape) }),
  async handle({ query: { from, to, by = [], partnerId } }, { db, clock }) {
    const beforeMs = to === undefined ? clock.now() + DAY_MS : dayAfter(to)
    const fromMs = from ?? beforeMs - DAYS_FALLBACK * DAY_MS
    if (fromMs >= beforeMs) throw invalidParameter('to', 'must not lie before from')
    const rows = await reportMargin(db, { fromMs, beforeMs, partnerId, by })
    return ok({ data: rows.map(marginOf) })
  },
})

export const reportRoutes = [marginRoute]
