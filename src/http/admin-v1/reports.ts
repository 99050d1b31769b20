import { Type } from 'typebox'
import { MS_PER_DAY, invalidParameter, PARTNER_ID_MAX } from '../../core/mod.ts'
import { MARGIN_KEYS, reportMargin, type MarginKey, type MarginRow } from '../../reports/mod.ts'
import { ok } from '../response.ts'
import { optionalListOf, optionalNumber } from '../query.ts'
import { dayAfter, optionalDay } from '../query-times.ts'
import { operatorRoute } from '../route.ts'
import { wireSum } from '../exact-json.ts'
import { Sum, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { oneOf } from '../shapes/one-of.ts'
import { COST_STATUS } from './meanings.ts'
import { codeOf, optionalSumOf, sumOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'

type Own = NonNullable<MarginRow['own']>

const OwnView = view<Own>()(
  {
    currency: [fields.currency, codeOf],
    cost: [fields.cost, sumOf('costMinor')],
    charged: [Type.Optional(fields.charged), optionalSumOf('chargedMinor')],
    margin: [Type.Optional(fields.margin), marginOf],
  },
  { description: 'The same amounts, in the currency of the cost' },
)

/**
 * Units that share the currency of their orders, the currency of their cost, and the status of the
 * cost. `cost` and `margin` are absent without a known cost; `own` has both in the currency of the
 * cost.
 */
const MarginView = view<MarginRow>()(
  {
    partnerId: Type.Optional(fields.partnerId),
    brand: Type.Optional(fields.brand),
    productId: Type.Optional(fields.productId),
    supplier: Type.Optional(fields.supplier),
    month: Type.Optional(Text('The month in UTC: YYYY-MM')),
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
  },
  { title: 'Margin' },
)

function marginOf({ currency, costMinor, chargedMinor }: Own | MarginRow) {
  const isKnown = costMinor !== undefined && chargedMinor !== undefined
  return isKnown ? wireSum(chargedMinor - costMinor, currency) : undefined
}

/** Without `from`, a report covers the 31 days before its end. */
const DAYS_FALLBACK = 31

const marginRoute = operatorRoute('GET /admin/v1/reports/margin', {
  permission: 'reports:read',
  operationId: 'margin',
  hasSums: true,
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
  response: Type.Object({ data: Type.Array(MarginView.schema, { description: 'The result' }) }),
  async handle({ query: { from, to, by = [], partnerId } }, { db, clock }) {
    const beforeMs = to === undefined ? clock.now() + MS_PER_DAY : dayAfter(to)
    const fromMs = from ?? beforeMs - DAYS_FALLBACK * MS_PER_DAY
    if (fromMs >= beforeMs) throw invalidParameter('to', 'must not lie before from')
    const rows = await reportMargin(db, { fromMs, beforeMs, partnerId, by })
    return ok({ data: rows.map(MarginView.body) })
  },
})

export const reportRoutes = [marginRoute]
