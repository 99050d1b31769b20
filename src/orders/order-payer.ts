import { spendable, type Account, type Book } from '../ledger/mod.ts'
import type { Order } from './order.ts'

type Payer = Pick<Order, 'currency' | 'linkNo' | 'walletId'>

/**
 * Returns the account that pays for an order: the partner's funds, the money set aside for its
 * link, or its wallet, which the group has loaded.
 */
export function payerOf(book: Book, { currency, linkNo, walletId }: Payer): Account {
  if (walletId !== undefined) return book.account(walletId)
  return book.chart(linkNo === undefined ? 'funds' : 'promised', currency.code)
}

/** Returns the amount that may be spent for an order, in its currency. */
export function fundsOf(book: Book, payer: Payer): bigint {
  return spendable(payerOf(book, payer))
}

/**
 * True if a link or a wallet pays for the order, and not the partner's funds. Such an order keeps
 * its hold while it is ON_HOLD, and its codes belong to the person who placed it.
 */
export function isPaidByLinkOrWallet({
  linkNo,
  walletId,
}: Pick<Order, 'linkNo' | 'walletId'>): boolean {
  return linkNo !== undefined || walletId !== undefined
}
