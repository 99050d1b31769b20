/**
 * The chart of accounts. Every partner has a book of its own with all four kinds; no account is
 * shared, so each book sums to zero per currency by itself.
 *
 *   funds     what the partner may spend              credit balance; below zero after reversals
 *   wallet    what a consumer may spend               credit balance, never below zero
 *   deposits  where deposits come from                debit balance
 *   issued    where the price of issued value goes,   credit balance; below zero if orders in other
 *             and credits of wallets come from        currencies paid for credits of wallets
 */
export type AccountKind = 'funds' | 'deposits' | 'issued' | 'wallet'

/** Why a transfer was made; stored as its number. */
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
} as const
export type TransferCode = keyof typeof TRANSFER_CODES

/** The namespaces of idempotency keys: a reference is used once in its scope, for ever. */
export const REFERENCE_SCOPES = {
  wallet_transaction: 1,
  deposit: 2,
  reversal: 3,
  account_credit: 4,
} as const
export type ReferenceScope = keyof typeof REFERENCE_SCOPES

export const TRANSFER_STATES = { posted: 0, pending: 1, post: 2, void: 3 } as const
export type TransferState = keyof typeof TRANSFER_STATES
