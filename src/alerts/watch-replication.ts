import type { Clock } from '../core/mod.ts'
import { sql, type Database, type Statement } from '../db/mod.ts'
import { followAlerts, type AlertText } from './follow.ts'

export interface ReplicationWatchOptions {
  readonly db: Database
  readonly clock: Clock
  /** Seconds by which a standby may be behind. 0 means no limit. */
  readonly replicationLagSeconds: number
}

/** The log that may be kept for a standby that is away. */
const KEPT_BYTES_MAX = 2 ** 30

/**
 * Raises an alert for each standby that is behind, and for each that is away. The user of the
 * database sees them if it is a superuser or a member of `pg_monitor`. Any process may do so.
 */
export async function checkReplication(
  options: ReplicationWatchOptions,
  keptBytesMax = KEPT_BYTES_MAX,
): Promise<void> {
  const { db, clock, replicationLagSeconds: seconds } = options
  const expected = new Map<string, AlertText>()
  if (seconds > 0) {
    for (const { standby } of await db.rows(standbysBehind(seconds))) {
      const message = `the standby ${standby} is more than ${seconds} s behind`
      expected.set(`standby:${standby}`, {
        severity: 'warning',
        message,
        details: { standby, seconds },
      })
    }
    for (const { slot } of await db.rows(slotsUnused(keptBytesMax))) {
      const message = `the standby of the slot ${slot} is away, and its log is kept`
      expected.set(`slot:${slot}`, { severity: 'warning', message, details: { slot } })
    }
  }
  const followed = { kind: 'replication_lag', at: clock.now(), isCounted: false } as const
  await followAlerts(db, followed, expected)
}

/**
 * A standby that hangs reports nothing, so its last report counts too. A lag that the user may not
 * see is null, and raises nothing.
 */
function standbysBehind(seconds: number): Statement<{ readonly standby: string }> {
  return sql`
    select distinct coalesce(nullif(application_name, ''), host(client_addr), 'unnamed') as standby
    from pg_stat_replication
    where not pg_is_in_recovery() and state in ('streaming', 'catchup')
      and pg_current_wal_lsn() > replay_lsn
      and greatest(replay_lag, clock_timestamp() - reply_time) > make_interval(secs => ${seconds})
    order by standby limit 100`
}

function slotsUnused(bytes: number): Statement<{ readonly slot: string }> {
  return sql`
    select slot_name as slot from pg_replication_slots
    where not pg_is_in_recovery() and not active
      and pg_current_wal_lsn() - restart_lsn > ${bytes}
    order by slot limit 100`
}
