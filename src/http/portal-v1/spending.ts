import { Type } from 'typebox'
import { METADATA_KEY_LENGTH_MAX } from '../../core/mod.ts'
import { spendingByLabel, type LabelSpending } from '../../movements/mod.ts'
import { optionalLine, optionalSort } from '../queries/query.ts'
import { periodOf, reportDays } from '../queries/query-times.ts'
import { ok } from '../response.ts'
import { portalRoute } from '../route.ts'
import { Sum, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { codeOf, sumOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { sortedByAmount } from '../queries/sorted.ts'

const SpendingView = view<LabelSpending>()(
  {
    value: Type.Optional(Text('The value of the label; absent for spending without the label')),
    currency: [fields.currency, codeOf],
    orders: Whole('Number of orders that were charged'),
    charged: [
      Sum('Amount that they were charged, in major units of `currency`'),
      sumOf('chargedMinor'),
    ],
    refunded: [
      Sum('Amount that cases refunded of orders, in major units of `currency`'),
      sumOf('refundedMinor'),
    ],
    credits: Whole('Number of credits of wallets'),
    credited: [Sum('Their sum, in major units of `currency`'), sumOf('creditedMinor')],
    debited: [
      Sum('Amount returned by debits of wallets, in major units of `currency`'),
      sumOf('debitedMinor'),
    ],
    links: Whole('Number of links that were sent'),
    sent: [Sum('Amount that they set aside, in major units of `currency`'), sumOf('sentMinor')],
    returned: [
      Sum('Unclaimed amount that was returned, in major units of `currency`'),
      sumOf('returnedMinor'),
    ],
    spent: [
      Sum('Amount that left the funds, less the amount returned, in major units of `currency`'),
      sumOf('spentMinor'),
    ],
  },
  { title: 'Spending' },
)

const KEY_FALLBACK = 'team'

const getOwnSpending = portalRoute('GET /portal/v1/spending', {
  permission: 'balance:read',
  operationId: 'getOwnSpending',
  hasSums: true,
  summary:
    'Reports spending by the value of a label, on the UTC days from `from` to `to`, both included',
  description:
    '`by` is the key of the label, `team` unless given. Charges and refunds have the labels of ' +
    'their order. Amounts that links set aside or return have the labels of their link.',
  query: {
    by: optionalLine(METADATA_KEY_LENGTH_MAX),
    ...reportDays,
    sort: optionalSort(['value', 'spent']),
  },
  response: Type.Object({
    data: Type.Array(SpendingView.schema, { description: 'By value and currency' }),
  }),
  refuses: ['archived'],
  async handle({ partnerId, query: { by: key = KEY_FALLBACK, sort, ...days } }, { db, clock }) {
    const rows = await spendingByLabel(db, { partnerId, key, ...periodOf(days, clock) })
    const ordered = sortedByAmount(rows, sort, (row, by) =>
      by === 'spent' ? row.spentMinor : row.value,
    )
    return ok({ data: ordered.map(SpendingView.body) })
  },
})

export const ownSpendingRoutes = [getOwnSpending]
