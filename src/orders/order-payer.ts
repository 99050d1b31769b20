import type { Account, Book } from '../ledger/mod.ts'
import type { Order } from './order.ts'

/** Returns the account that pays for an order: the partner's funds, or what its link promised. */
export function payerOf(
  book: Book,
  { currency, linkNo }: Pick<Order, 'currency' | 'linkNo'>,
): Account {
  return book.chart(linkNo === undefined ? 'funds' : 'promised', currency.code)
}
