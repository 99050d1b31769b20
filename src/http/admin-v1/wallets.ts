import { type Static, Type } from 'typebox'
import {
  debitWallet,
  listAllWallets,
  type ListedWallet,
  setWalletStatus,
  WALLET_SORTS,
} from '../../consumers/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { ID_BOUNDS } from '../queries/query-ids.ts'
import { optionalNumber, optionalSort, pages } from '../queries/query.ts'
import { created, ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Decimal, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { WALLET_STATUS } from '../shapes/meanings.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { Reason } from '../shapes/reason.ts'
import { view } from '../shapes/view.ts'
import { WalletView } from '../shapes/wallet-shape.ts'
import { Transaction, transactionOf } from '../wallets/transaction.ts'

const StatusChange = Type.Object(
  {
    status: choiceOf('The status of the wallet', WALLET_STATUS),
    reason: Reason,
  },
  { title: 'WalletStatusChange' },
)

const setWalletStatusRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/wallets/{walletId}/status',
  {
    permission: 'consumers:write',
    approval: 'limits',
    operationId: 'setWalletStatus',
    refuses: ['wallet_not_empty', 'state_conflict'],
    summary: 'Freezes, unfreezes or closes a wallet',
    body: StatusChange,
    response: Type.Object({ data: WalletView.schema }),
    async handle({ params, body: { status, reason }, actor }, { ledger }) {
      const partnerId = Number(params.partnerId)
      const change = { status, reason, actor }
      return ok({
        data: WalletView.body(await setWalletStatus(ledger, partnerId, params.walletId, change)),
      })
    },
  },
)

const NewDebit = Type.Object(
  {
    amount: Decimal("The amount, above 0, in major units of the wallet's currency"),
    referenceId: Text(
      'Idempotency key: debits with the same one are done once. It is unique among all ' +
        '`referenceId` of the partner',
    ),
    reason: Reason,
  },
  { title: 'NewWalletDebit' },
)
export type NewDebitBody = Static<typeof NewDebit>

const debitWalletRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/wallets/{walletId}/debits',
  {
    permission: 'credits:write',
    approval: 'credits',
    operationId: 'debitWallet',
    success: [201],
    refuses: [
      'balance_limit',
      'reference_conflict',
      'archived',
      'wallet_not_enabled',
      'wallet_insufficient',
    ],
    summary: "Debits a wallet into the partner's funds, to correct a credit",
    description:
      'At most the balance. The reason is the description of the transaction, which the partner ' +
      'reads. The same reference and payload returns the first response.',
    body: NewDebit,
    response: Type.Object({ data: Transaction }),
    async handle({ params, body, actor }, { ledger }) {
      const debit = { ...body, walletId: params.walletId, actor }
      const transaction = await debitWallet(ledger, Number(params.partnerId), debit)
      return created({ data: transactionOf(transaction) })
    },
  },
)

const ListedWalletView = view<ListedWallet>()(
  {
    ...WalletView.fields,
    consumerId: fields.consumerId,
    createdAt: fields.createdAt,
  },
  { title: 'ListedWallet' },
)

const listWalletsRoute = operatorRoute('GET /admin/v1/partners/{partnerId}/wallets', {
  permission: 'consumers:read',
  operationId: 'listWallets',
  summary: 'Lists the wallets of a partner with their balances, newest first',
  query: {
    consumerId: optionalNumber(ID_BOUNDS),
    campaignId: optionalNumber(ID_BOUNDS),
    sort: optionalSort(WALLET_SORTS),
    ...pages,
  },
  response: PagedOf(ListedWalletView.schema),
  async handle({ params, query }, { db }) {
    const partnerId = Number(params.partnerId)
    await getPartner(db, partnerId)
    const { rows, total } = await listAllWallets(db, partnerId, query)
    return ok(paged(rows.map(ListedWalletView.body), { ...query, totalRecords: total }))
  },
})

export const walletRoutes = [listWalletsRoute, setWalletStatusRoute, debitWalletRoute]
