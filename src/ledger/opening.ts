import assert from 'node:assert/strict'
import { isoTime, Refusal } from '../core/mod.ts'
import { maybeRow, oneRow, type Db, type TransferArchivesRow } from '../db/mod.ts'
import { archiveOf, archiveWith } from './archive-rows.ts'
import { openingOf, removalOf } from './opening-rows.ts'
import { formatTransferId, type TransferName } from './read-transfers.ts'
import type { BookDifference, FoundOpening, Opening } from './verify-options.ts'

/** Seals openings, and checks the records of the files that hold removed transfers. */
export interface OpeningSeal {
  seal(partnerId: number, opening: Buffer): Buffer
  /** Returns undefined if the bytes were not sealed for this book. */
  open(partnerId: number, sealed: Buffer): Promise<Buffer | undefined>
  isArchive(record: TransferArchivesRow): Promise<boolean>
}

export function encodeOpening({ lastTransfer, lastAtMs, totals, archive }: Opening): Buffer {
  return Buffer.from(`${lastTransfer} ${lastAtMs} ${totals} ${archive}`, 'utf8')
}

function decodeOpening(bytes: Buffer): Opening {
  const match = /^(\d+) (\d+) ([0-9a-f]{64}) ([0-9a-f]{64})$/.exec(bytes.toString('utf8'))
  assert(match, 'an opening that opens was encoded here')
  const [, lastTransfer, lastAtMs, totals = '', archive = ''] = match
  return { lastTransfer: Number(lastTransfer), lastAtMs: Number(lastAtMs), totals, archive }
}

/** Reads the opening of a book, and checks it and the records of the archived files. */
export async function findOpening(
  db: Db,
  seal: OpeningSeal,
  partnerId: number,
): Promise<FoundOpening> {
  const row = await maybeRow(db, openingOf(partnerId))
  if (!row) return { opening: undefined, removed: 0, faults: [] }
  const removed = Number(row.removed_transfer)
  const bytes = await seal.open(partnerId, row.sealed)
  const opening = bytes && decodeOpening(bytes)
  const isSame =
    opening?.lastTransfer === Number(row.last_transfer) &&
    opening.lastAtMs === row.last_at.getTime() &&
    removed <= opening.lastTransfer
  if (!isSame) return { opening: undefined, removed, faults: [faultOf('opening', 'another seal')] }
  return { opening, removed, faults: await archiveFaults(db, seal, { partnerId, ...opening }) }
}

function faultOf(field: 'opening' | 'archive', stored: string): BookDifference {
  return { currency: '', account: 'book', field, stored, recomputed: 'what was archived' }
}

/** Follows the records of the files back to the first transfer. Reports the first fault. */
async function archiveFaults(
  db: Db,
  seal: OpeningSeal,
  { partnerId, lastTransfer, archive }: Opening & { readonly partnerId: number },
): Promise<BookDifference[]> {
  for (let last = lastTransfer, sha256 = archive; last > 0;) {
    const record = await maybeRow(db, archiveOf(partnerId, sha256))
    const file = `the file up to transfer ${last}`
    if (!record) return [faultOf('archive', `no record of ${file}`)]
    if (Number(record.last_transfer) !== last || !(await seal.isArchive(record))) {
      return [faultOf('archive', `another seal of ${file}`)]
    }
    last = Number(record.first_transfer) - 1
    sha256 = record.previous.toString('hex')
  }
  return []
}

/**
 * Returns the time of the last transfer before a partner's opening: credits and debits of wallets
 * up to then are in its archive, and may be removed. Undefined if there is no opening.
 */
export async function archivedUntil(db: Db, partnerId: number): Promise<number | undefined> {
  return (await maybeRow(db, openingOf(partnerId)))?.last_at.getTime()
}

/** Refuses archived if a transfer was removed. */
export async function requireNotArchived(
  db: Db,
  { partnerId, number }: TransferName,
): Promise<void> {
  const { is_removed: isRemoved } = await oneRow(db, removalOf(partnerId, number))
  if (!isRemoved) return
  const record = await maybeRow(db, archiveWith(partnerId, number))
  throw archived(
    `transaction ${formatTransferId(partnerId, number)} is archived in ${record?.file ?? 'a file'}`,
  )
}

/**
 * Returns the refusal of a field whose time is before this instant, because earlier transfers are
 * archived.
 */
export function archivedBefore(untilMs: number, field: string): Refusal {
  const message = `must be after ${isoTime(untilMs)}: what was before is archived`
  return new Refusal('archived', `${field} ${message}`, { details: [{ field, message }] })
}

/** Returns the refusal of a request that needs an archived transfer. */
export function archived(message: string): Refusal {
  return new Refusal('archived', message)
}
