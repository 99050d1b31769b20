import { minorUnits } from '../../src/core/mod.ts'
import type { Account } from '../../src/ledger/accounts.ts'
import { Book, type BookRow } from '../../src/ledger/book.ts'

export const EMPTY: BookRow = {
  partnerId: 7,
  lastId: 0,
  lastTransfer: 0,
  lastOrder: 0,
  ordersOnHold: 0,
  lastInstant: 1_000,
  hasOpening: false,
  version: 0,
}

/** A book whose USD funds are `funds` minor units. */
export function bookWith(funds: bigint): { book: Book; usd: Record<'funds' | 'issued', Account> } {
  const book = new Book(EMPTY, 2_000)
  const usd = { funds: book.chart('funds', 'USD'), issued: book.chart('issued', 'USD') }
  if (funds > 0n) {
    const debit = book.chart('deposits', 'USD')
    book.post({ code: 'deposit', debit, credit: usd.funds, amount: minorUnits(funds) })
  }
  return { book, usd }
}

export function totals({
  debitsPending,
  debitsPosted,
  creditsPending,
  creditsPosted,
}: Account): bigint[] {
  return [debitsPending, debitsPosted, creditsPending, creditsPosted]
}
