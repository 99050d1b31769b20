/**
 * The chart of accounts. Every partner has a book of its own with all these kinds; no account is
 * shared, so each book sums to zero per currency by itself.
 *
 *   funds     what the partner may spend              credit balance; below zero after reversals
 *   wallet    what a consumer may spend               credit balance, never below zero
 *   deposits  where deposits come from                debit balance
 *   issued    receives the face value of codes, pays  credit balance; below zero if wallet credits
 *             wallet credits that were ordered        were paid for in other currencies
 *   discounts discounts and surcharges of price rules debit balance; credit balance if surcharges
 *                                                     are more
 *   fees      fees of price rules                     credit balance
 *   refunds   refunds of delivered items              debit balance
 *   wallet_refunds  refunds to wallets that had paid  debit balance
 *             for the items
 *   promised  set aside for links, until a person     credit balance, never below zero
 *             claims it or it goes back
 *
 * An order is charged in one transfer to `issued`, from funds or from the money of its link. The
 * transfers right after it, of the same group, move its discount or surcharge and its fee, so that
 * `issued` has the face value.
 */
export type AccountKind =
  | 'funds'
  | 'deposits'
  | 'issued'
  | 'discounts'
  | 'fees'
  | 'refunds'
  | 'wallet_refunds'
  | 'promised'
  | 'wallet'

/** The reason of a transfer; stored as a number. */
export const TRANSFER_CODES = {
  deposit: 1,
  reversal: 2,
  order_hold: 3,
  order_charge: 4,
  order_release: 5,
  wallet_credit: 6,
  wallet_debit: 7,
  initial_funds: 8,
  account_credit: 9,
  order_discount: 10,
  order_surcharge: 11,
  order_fee: 12,
  case_refund: 13,
  order_suspension: 14,
  link_send: 15,
  link_return: 16,
} as const
export type TransferCode = keyof typeof TRANSFER_CODES

/** The namespaces of idempotency keys: a reference is used once in its scope, for ever. */
export const REFERENCE_SCOPES = {
  wallet_transaction: 1,
  deposit: 2,
  reversal: 3,
  account_credit: 4,
  case: 5,
} as const
export type ReferenceScope = keyof typeof REFERENCE_SCOPES

export const TRANSFER_STATES = { posted: 0, pending: 1, post: 2, void: 3 } as const
export type TransferState = keyof typeof TRANSFER_STATES
