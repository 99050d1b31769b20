/**
 * Old transfers in sealed files: written, verified, and then removed from the database. Owns no
 * tables; the ledger records the files.
 */
export { archiveTransfers, type ArchiveResult } from './archive-transfers.ts'
export { archiveSeal, checkpointSeal, openingSeal } from './ledger-seals.ts'
export { removeArchived, type RemovalResult } from './remove-archived.ts'
export {
  listArchive,
  verifyArchive,
  type ArchiveVerification,
  type ListedArchive,
} from './verify-archive.ts'
