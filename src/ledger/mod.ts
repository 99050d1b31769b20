/**
 * Moves money. Owns books, accounts, transfers, transfer_archives, spend_limits and currencies.
 * Balances change in `Ledger.submit` only, by group commit (`commit-group.ts`); rows of transfers
 * are inserted in `book-rows.ts` only.
 */
export { archiveLines, instantsOf, partnersWithTransfers } from './archive-lines.ts'
export { archiveOf, insertArchive, type TransferArchive } from './archive-rows.ts'
export { available, spendable, type Account } from './accounts.ts'
export { Book, type Hold, type Transfer } from './book.ts'
export { loadWallets } from './load-book.ts'
export { TRANSFER_CODES, type TransferCode, type TransferState } from './chart.ts'
export { keepCurrencies } from './currency-rows.ts'
export {
  fundedCurrencies,
  listCreditLimits,
  partnerFunds,
  type CreditLimit,
  type CurrencyFunds,
} from './funds.ts'
export type { GroupStats } from './group.ts'
export { createLedger, type Ledger } from './group-commit.ts'
export { openBook, writeCreditLimit } from './book-rows.ts'
export {
  findTransfer,
  parseTransferId,
  type RecordedTransfer,
  type TransferName,
  transfersOfHold,
} from './read-transfers.ts'
export { copySpendLimits, findSpendFault, listSpendLimits } from './spend-limit-rows.ts'
export type { PeriodLimit, SpendLimit, SpendLimitChange } from './spend-limits.ts'
export { findTransfers, type KeyedTransfer } from './references.ts'
export type { AnyWriteKind, Asked, Cache, CacheEntries, WriteKind } from './write-kind.ts'
export type { VerificationRow } from './verification-rows.ts'
export {
  findCheckpoint,
  findVerification,
  listVerifications,
  stateOf,
  Verifications,
  type CheckpointSeal,
} from './verifications.ts'
export type { TransferRange } from './verify-rows.ts'
export { verify } from './verify.ts'
export type {
  BookDifference,
  Difference,
  OrderComparison,
  OrderScope,
  Verification,
  VerifyOptions,
} from './verify-options.ts'
