import type { Clock } from '../core/mod.ts'
import { maybeRow, oneRow, sql, type Database, type Statement } from '../db/mod.ts'
import { followAlerts, type AlertText } from './follow.ts'

export interface ArchiveWatchOptions {
  readonly db: Database
  readonly clock: Clock
}

const SUBJECT = 'archive'
/** A segment that was finished is archived within a second. */
const WAIT_SECONDS_MAX = 300

/**
 * Raises an alert while the database's last attempt to archive its log has failed, or a segment
 * waits too long. Resolves it afterwards. Any process may do so.
 */
export async function checkArchive({ db, clock }: ArchiveWatchOptions): Promise<void> {
  const failed = await maybeRow(db, failedSegment())
  const waiting = failed ? undefined : await findWaiting(db)
  const text = failed ? failedText(failed) : waiting && waitingText(waiting)
  const expected = new Map(text && [[SUBJECT, text]])
  await followAlerts(db, { kind: 'archive_failing', at: clock.now(), isCounted: false }, expected)
}

function failedText({ segment, archived }: FailedRow): AlertText {
  return {
    severity: 'critical',
    message:
      `the database cannot archive ${segment} of its log: later writes are in no backup, and its ` +
      'disk fills',
    details: { segment, lastArchived: archived },
  }
}

function waitingText({ segment }: WaitingRow): AlertText {
  const message =
    `the database has not archived ${segment} of its log for ${WAIT_SECONDS_MAX} s: its archive ` +
    'does not respond, and later writes are in no backup'
  return { severity: 'critical', message, details: { segment } }
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

interface WaitingRow {
  readonly segment: string
}

/** Finds a segment that waits: an archive that hangs, as on a lost disk, reports no failure. */
async function findWaiting(db: Database): Promise<WaitingRow | undefined> {
  const listable = sql<{ listable: boolean }>`
    select has_function_privilege('pg_ls_archive_statusdir()', 'execute') as listable`
  if (!(await oneRow(db, listable)).listable) return undefined
  return maybeRow(
    db,
    sql<WaitingRow>`
      select replace(name, '.ready', '') as segment from pg_ls_archive_statusdir()
      where name like '%.ready'
        and modification < clock_timestamp() - make_interval(secs => ${WAIT_SECONDS_MAX})
      order by modification limit 1`,
  )
}
