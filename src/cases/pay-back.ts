import assert from 'node:assert/strict'
import { sql, type Statement, type Tx, type WalletsRow } from '../db/mod.ts'
import { loadWallets, type Account, type GroupInputs, type Book } from '../ledger/mod.ts'
import type { Order } from '../orders/mod.ts'
import { refundReference } from './case-rows.ts'
import type { Case } from './case.ts'

/**
 * Returns which of these wallets are not CLOSED, and adds their accounts to the book. Wallets are
 * written under the lock of the book only.
 */
export async function loadOpenWallets(
  tx: Tx,
  { partnerId, book }: Pick<GroupInputs<unknown>, 'partnerId' | 'book'>,
  payers: readonly (number | undefined)[],
): Promise<ReadonlySet<number>> {
  const walletIds = [...new Set(payers.flatMap((walletId) => walletId ?? []))]
  if (walletIds.length === 0) return new Set()
  const [rows] = await Promise.all([
    tx.rows(openOf(partnerId, walletIds)),
    loadWallets(tx, { partnerId, book }, walletIds),
  ])
  return new Set(rows.map((row) => Number(row.wallet_id)))
}

function openOf(
  partnerId: number,
  walletIds: readonly number[],
): Statement<Pick<WalletsRow, 'wallet_id'>> {
  return sql`
    select wallet_id from wallets
    where partner_id = ${partnerId} and wallet_id = any(${walletIds}::bigint[])
      and status <> 'CLOSED'`
}

interface Refunding {
  readonly record: Case
  readonly order: Order
  readonly openWallets: ReadonlySet<number>
}

/**
 * Pays a refund to the account that paid for the item, and returns the number of the transfer. If
 * the payer was a link, or a wallet that is now CLOSED, the money returns to the partner's funds,
 * which had filled the link or wallet.
 */
export function payBack(book: Book, { record, order, openWallets }: Refunding): number {
  assert(record.refund, 'a refund has an amount')
  const { currency, amountMinor } = record.refund
  const wallet = walletOf(book, order, openWallets)
  const { number } = book.post({
    code: 'case_refund',
    debit: book.chart(wallet ? 'wallet_refunds' : 'refunds', currency.code),
    credit: wallet ?? book.chart('funds', currency.code),
    amount: amountMinor,
    key: { scope: 'case', reference: refundReference(record) },
    memo: record.reason,
  })
  return number
}

function walletOf(
  book: Book,
  { walletId }: Order,
  openWallets: ReadonlySet<number>,
): Account | undefined {
  if (walletId === undefined || !openWallets.has(walletId)) return undefined
  return book.walletStatuses.get(walletId) === 'CLOSED' ? undefined : book.account(walletId)
}
