/**
 * Moves money. Owns books, accounts, transfers, transfer_archives, ledger_openings, archived_keys,
 * spend_limits and currencies. Balances change in `Ledger.submit` only, by group commit
 * (`commit-group.ts`); rows of transfers are inserted in `book-rows.ts` only, and removed in
 * `opening-rows.ts` only.
 */
export { archivedLineOf, archiveLines, instantsOf, partnersWithTransfers } from './archive-lines.ts'
export { findArchivedKeys } from './archived-keys.ts'
export { archiveOf, insertArchive, type TransferArchive } from './archive-rows.ts'
export { available, spendable, type Account } from './accounts.ts'
export { Book, type Hold, type Transfer } from './book.ts'
export { blockGroups } from './block-groups.ts'
export { loadWallets } from './load-book.ts'
export { TRANSFER_CODES, type TransferCode, type TransferState } from './chart.ts'
export { storeCurrencies } from './currency-rows.ts'
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
  archived,
  archivedBefore,
  archivedUntil,
  encodeOpening,
  findOpening,
  requireNotArchived,
  type OpeningSeal,
} from './opening.ts'
export { allOpenings, endLineage, openingOf, removeTransfers, saveOpening } from './opening-rows.ts'
export {
  findTransfer,
  formatTransferId,
  parseTransferId,
  type RecordedTransfer,
  type TransferName,
  transfersOfHold,
} from './read-transfers.ts'
export {
  createSentinel,
  INVARIANTS,
  proofOf,
  type BrokenInvariant,
  type Invariant,
  type RowProof,
  type Sentinel,
} from './sentinel.ts'
export { savepoint } from './savepoint.ts'
export { copySpendLimits, findSpendFault, listSpendLimits } from './spend-limit-rows.ts'
export type { PeriodLimit, SpendLimit, SpendLimitChange } from './spend-limits.ts'
export { findTransfers, type KeyedTransfer } from './references.ts'
export type { AnyWriteKind, GroupInputs, Cache, CacheEntries, WriteKind } from './write-kind.ts'
export { listVerifications, type VerificationRow } from './verification-rows.ts'
export {
  findCheckpoints,
  findVerification,
  stateOf,
  Verifications,
  type CheckpointSeal,
  type Comparisons,
} from './verifications.ts'
export { proofWith, type BookProof } from './book-proof.ts'
export type { BookInSql, BookScreen } from './screen-rows.ts'
export { hasRoom } from './transfer-checks.ts'
export type { InSql, InSqlOf, TransferRange } from './verify-rows.ts'
export { totalsAfter, verify } from './verify.ts'
export type {
  BookDifference,
  Difference,
  FoundOpening,
  Opening,
  OrderComparison,
  OrderScope,
  Verification,
  VerifyOptions,
} from './verify-options.ts'
