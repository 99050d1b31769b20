import { repeat, type Clock, type Repeated } from '../core/mod.ts'
import { maybeRow, sql, type Database, type Statement } from '../db/mod.ts'
import { followAlerts, type AlertText } from './follow.ts'

export interface ArchiveWatchOptions {
  readonly db: Database
  readonly clock: Clock
}

const CHECK_MS = 10_000
const SUBJECT = 'archive'

/** Checks whether the database archives its log, if it is set to. Any process may do so. */
export function watchArchive(
  options: ArchiveWatchOptions,
  onFault: (error: unknown) => void,
): Repeated {
  return repeat(() => checkArchive(options), CHECK_MS, onFault)
}

/** Raises an alert while the last attempt to archive has failed, and resolves it then. */
export async function checkArchive({ db, clock }: ArchiveWatchOptions): Promise<void> {
  const row = await maybeRow(db, failedSegment())
  const wanted = new Map(row && [[SUBJECT, textOf(row)]])
  await followAlerts(db, { kind: 'archive_failing', at: clock.now(), isCounted: false }, wanted)
}

function textOf({ segment, archived }: FailedRow): AlertText {
  return {
    severity: 'critical',
    message:
      `the database cannot archive ${segment} of its log: later writes are in no backup, and its ` +
      'disk fills',
    details: { segment, lastArchived: archived },
  }
}

interface FailedRow {
  readonly segment: string
  readonly archived: string | null
}

function failedSegment(): Statement<FailedRow> {
  return sql`
    select last_failed_wal as segment, last_archived_wal as archived from pg_stat_archiver
    where current_setting('archive_mode') <> 'off'
      and last_failed_time > coalesce(last_archived_time, '-infinity')`
}
