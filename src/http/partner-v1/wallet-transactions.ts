import { Type } from 'typebox'
import { findWalletsById } from '../../consumers/mod.ts'
import { isoTime, Refusal } from '../../core/mod.ts'
import { listWalletMovements, type WalletMovement } from '../../movements/mod.ts'
import { ContentOf } from '../shapes/page-shape.ts'
import { zeroBasedPages } from '../queries/query.ts'
import { ok } from '../response.ts'
import { route } from '../route.ts'
import { Decimal, Text } from '../shapes/field.ts'
import { amountOf, codeOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { fields } from '../shapes/fields.ts'
import { WALLET_KIND } from '../shapes/meanings.ts'
import { LABEL, Metadata } from '../shapes/metadata.ts'
import { oneOf } from '../shapes/one-of.ts'

/** One transfer of a wallet. `amount` is below zero for a debit; `balance` is right after it. */
const TransactionView = view<WalletMovement>()(
  {
    transactionId: fields.transactionId,
    at: [fields.at, (one) => isoTime(one.atMs)],
    kind: oneOf('Why the money moved', WALLET_KIND),
    currency: [fields.currency, codeOf],
    amount: [
      Decimal('The change of the balance: below zero for a debit, in major units of `currency`'),
      amountOf('amountMinor'),
    ],
    balance: [fields.balance, amountOf('balanceMinor')],
    referenceId: [
      Type.Optional(Text("The partner's own reference, unless the service made it")),
      (one) => one.reference,
    ],
    description: Type.Optional(Text('The note of the transaction')),
    metadata: Type.Optional(Metadata),
  },
  { title: 'WalletTransaction' },
)

export const listWalletTransactions = route('GET /api/partner/v1/wallets/{walletId}/transactions', {
  operationId: 'listWalletTransactions',
  summary: 'Lists the transactions of a wallet, newest first',
  permission: 'consumers:read',
  query: { metadata: LABEL, ...zeroBasedPages },
  response: ContentOf(TransactionView.schema, { archivedUntil: fields.archivedUntil }),
  async handle({ partnerId, params, query }, { db }) {
    const walletId = Number(params.walletId)
    const found = await findWalletsById(db, params.walletId)
    if (!found.some((wallet) => wallet.partnerId === partnerId)) {
      throw new Refusal('wallet_unknown', 'no such wallet')
    }
    const { metadata: label, ...range } = query
    const page = await listWalletMovements(db, { partnerId, walletId, label }, range)
    const content = page.content.map(TransactionView.body)
    const { hasNext, archivedMs } = page
    const archivedUntil = archivedMs === undefined ? undefined : isoTime(archivedMs)
    return ok({ content, page: query.page, size: query.size, hasNext, archivedUntil })
  },
})
