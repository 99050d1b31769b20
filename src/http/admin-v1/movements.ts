import { Type } from 'typebox'
import { readRunway } from '../../alerts/mod.ts'
import { isoTime, wireAmount } from '../../core/mod.ts'
import {
  listDeposits,
  readFunds,
  readFundsHistory,
  type ListedDeposit,
  type Movement,
} from '../../movements/mod.ts'
import { formatTransferId } from '../../ledger/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import {
  aboutMovements,
  MovementView,
  movementQuery,
  movementsPage,
  ownNumber,
} from '../shapes/movement-shape.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import { pages } from '../queries/query.ts'
import { optionalTransferName } from '../queries/query-ids.ts'
import { timeRange } from '../queries/query-times.ts'
import { continued, ok, splitPage } from '../response.ts'
import { operatorRoute } from '../route.ts'
import {
  printedStatementQuery,
  PRINTED_STATEMENT_TYPES,
  StatementShape,
  statementResponse,
} from '../statement-response.ts'
import { Decimal, Instant, Text } from '../shapes/field.ts'
import { amountOf, codeOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { fields } from '../shapes/fields.ts'

const FundsShape = Type.Object(
  {
    currency: fields.currency,
    posted: Decimal('Balance of posted transfers, without holds, in major units of `currency`'),
    held: Decimal('Amount that holds reserve, in major units of `currency`'),
    creditLimit: Decimal(
      'Amount that may be spent beyond the balance, in major units of `currency`',
    ),
    available: Decimal('Amount that can be spent, in major units of `currency`'),
    daysLeft: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Number of days for which `available` lasts at the pace of the last week; null if unused',
    }),
  },
  { title: 'Funds' },
)

const getFunds = operatorRoute('GET /admin/v1/partners/{partnerId}/funds', {
  permission: 'funds:read',
  operationId: 'getFunds',
  summary: 'Returns the funds of a partner: `available` is posted less held plus the credit limit',
  response: Type.Object({ data: Type.Array(FundsShape, { description: 'The result' }) }),
  async handle({ params }, { db, clock }) {
    const partnerId = Number(params.partnerId)
    await getPartner(db, partnerId)
    const funds = await readFunds(db, partnerId)
    const runway = await readRunway(db, partnerId, clock.now())
    return ok({
      data: funds.map(({ currency, ...minor }) => ({
        currency: currency.code,
        posted: wireAmount(minor.postedMinor, currency),
        held: wireAmount(minor.heldMinor, currency),
        creditLimit: wireAmount(minor.creditLimitMinor, currency),
        available: wireAmount(minor.availableMinor, currency),
        daysLeft: runway.get(currency.code) ?? null,
      })),
    })
  },
})

const DATE_LENGTH = 'YYYY-MM-DD'.length

const FundsHistoryShape = Type.Object(
  {
    currency: fields.currency,
    days: Type.Array(
      Type.Object({
        day: Text('The day in UTC: YYYY-MM-DD'),
        available: Type.Optional(
          Decimal('Amount that could be spent at its end, in major units; absent if unknown'),
        ),
      }),
      { description: 'The last 31 days, oldest first' },
    ),
  },
  { title: 'FundsHistory' },
)

const getFundsHistory = operatorRoute('GET /admin/v1/partners/{partnerId}/funds/history', {
  permission: 'funds:read',
  operationId: 'getFundsHistory',
  summary: 'Returns the funds that a partner could spend at the end of each of the last 31 days',
  description: 'By currency. The current day is included, as it is now.',
  response: Type.Object({ data: Type.Array(FundsHistoryShape, { description: 'The result' }) }),
  async handle({ params }, { db, clock }) {
    const partnerId = Number(params.partnerId)
    await getPartner(db, partnerId)
    const histories = await readFundsHistory(db, partnerId, clock.now())
    return ok({
      data: histories.map(({ currency, days }) => ({
        currency: currency.code,
        days: days.map(({ dayMs, availableMinor }) => ({
          day: isoTime(dayMs).slice(0, DATE_LENGTH),
          ...(availableMinor !== undefined && { available: wireAmount(availableMinor, currency) }),
        })),
      })),
    })
  },
})

/** The movement as the partner sees it, with the reason of a reversal or refund. */
const OperatorMovementView = view<Movement>()(
  {
    ...MovementView.fields,
    reason: [
      Type.Optional(Text('Why the operator made it')),
      ({ walletId, memo }) => (walletId === undefined ? memo : undefined),
    ],
  },
  { title: 'Movement' },
)

const listTransactions = operatorRoute('GET /admin/v1/partners/{partnerId}/transactions', {
  permission: 'funds:read',
  operationId: 'listTransactions',
  summary: "Lists the movements of a partner's funds, newest first",
  query: movementQuery,
  response: ContinuedOf(OperatorMovementView.schema, aboutMovements),
  refuses: ['archived'],
  async handle({ params, query }, context) {
    const partnerId = Number(params.partnerId)
    await getPartner(context.db, partnerId)
    return await movementsPage(context, { partnerId, query }, OperatorMovementView.body)
  },
})

/** `left` is the amount that reversals of this deposit may still take back. */
const DepositView = view<ListedDeposit>()(
  {
    depositId: fields.depositId,
    at: [Instant('When it was made'), (one) => isoTime(one.atMs)],
    currency: [fields.currency, codeOf],
    amount: [Decimal('The amount, in major units of `currency`'), amountOf('amountMinor')],
    reversed: [
      Decimal('Amount that reversals have taken back, in major units of `currency`'),
      amountOf('reversedMinor'),
    ],
    left: [
      Decimal('Amount that no reversal has taken back, in major units of `currency`'),
      (one) => wireAmount(one.amountMinor - one.reversedMinor, one.currency),
    ],
    reference: fields.reference,
  },
  { title: 'Deposit' },
)

const listDepositsRoute = operatorRoute('GET /admin/v1/partners/{partnerId}/deposits', {
  permission: 'funds:read',
  operationId: 'listDeposits',
  summary: 'Lists the deposits of a partner, newest first',
  query: { ...timeRange, after: optionalTransferName(), pageSize: pages.pageSize },
  response: ContinuedOf(DepositView.schema),
  async handle({ params, query: { after, pageSize, ...range } }, { db }) {
    const partnerId = Number(params.partnerId)
    await getPartner(db, partnerId)
    const afterNo = ownNumber(partnerId, after)
    const found = await listDeposits(db, partnerId, { ...range, afterNo, limit: pageSize + 1 })
    const { page, last } = splitPage(found, pageSize)
    const next = last && formatTransferId(partnerId, last.number)
    return ok(continued(page.map(DepositView.body), { pageSize, after: next }))
  },
})

const getStatement = operatorRoute('GET /admin/v1/partners/{partnerId}/statement', {
  permission: 'funds:read',
  operationId: 'getStatement',
  produces: PRINTED_STATEMENT_TYPES,
  documentedResponse: StatementShape,
  refuses: ['archived'],
  summary: "Streams a statement of a partner's funds in one currency",
  description: 'A PDF has at most 5,000 movements; the other formats have no bound.',
  query: printedStatementQuery,
  async handle({ params, query }, context) {
    const partnerId = Number(params.partnerId)
    return await statementResponse(context, await getPartner(context.db, partnerId), query)
  },
})

export const movementRoutes = [
  getFunds,
  getFundsHistory,
  listTransactions,
  listDepositsRoute,
  getStatement,
]
