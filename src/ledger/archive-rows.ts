import { dateAt } from '../core/mod.ts'
import { insertRow, sql, type Statement, type TransferArchivesRow } from '../db/mod.ts'
import type { TransferRange } from './verify-rows.ts'

/** A file of transfers that was archived. Digests are hexadecimal digits. */
export interface TransferArchive extends TransferRange {
  readonly partnerId: number
  readonly sha256: string
  /** The digest of the partner's previous file. */
  readonly previous: string
  /** Seals the digest together with the partner and the numbers. */
  readonly sealed: Buffer
  /** The place to which the file was written. */
  readonly file: string
}

/** Inserts a file, unless one with its content is recorded; then returns no row. */
export function insertArchive(
  { partnerId, first, last, ...archive }: TransferArchive,
  { actor, at }: { readonly actor: string; readonly at: number },
): Statement<{ sha256: Buffer }> {
  const inserted = insertRow<TransferArchivesRow>('transfer_archives', {
    partner_id: partnerId,
    sha256: sql`decode(${archive.sha256}, 'hex')`,
    first_transfer: first,
    last_transfer: last,
    previous: sql`decode(${archive.previous}, 'hex')`,
    sealed: archive.sealed,
    file: archive.file,
    actor,
    archived_at: dateAt(at),
  })
  return sql`
    ${inserted}
    on conflict (partner_id, sha256) do nothing
    returning sha256`
}

/** Returns the recorded file with this digest. */
export function archiveOf(partnerId: number, sha256: string): Statement<TransferArchivesRow> {
  return sql`
    select partner_id, sha256, first_transfer, last_transfer, previous, sealed, file, actor,
           archived_at
    from transfer_archives
    where partner_id = ${partnerId} and sha256 = decode(${sha256}, 'hex')`
}

/** Returns the newest recorded file that has the transfer of this number. */
export function archiveWith(partnerId: number, number: number): Statement<{ file: string }> {
  return sql`
    select file from transfer_archives
    where partner_id = ${partnerId} and first_transfer <= ${number} and last_transfer >= ${number}
    order by archived_at desc limit 1`
}
