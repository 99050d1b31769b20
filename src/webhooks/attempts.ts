import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import { removeOld, type Database, type Db, type OldRows } from '../db/mod.ts'
import { followFeeds } from '../events/mod.ts'
import {
  attemptsOf,
  deleteOldAttempts,
  type AttemptFilter,
  type NewAttempt,
} from './attempt-rows.ts'
import { partnersWithEndpoints } from './endpoint-rows.ts'
import type { EndpointName } from './endpoint.ts'

/** An attempt to deliver an event, as it was recorded. */
export interface DeliveryAttempt extends Omit<NewAttempt, keyof EndpointName> {
  readonly attemptId: number
}

/** Returns attempts, newest first. */
export async function listAttempts(
  db: Db,
  name: EndpointName,
  { limit, ...filter }: AttemptFilter & { readonly limit: number },
): Promise<DeliveryAttempt[]> {
  const rows = await db.rows(attemptsOf(name, filter, limit))
  return rows.map((row) => ({
    attemptId: Number(row.attempt_id),
    eventNo: Number(row.event_no),
    eventType: row.event_type,
    attempt: row.attempt,
    attemptedAt: row.attempted_at.getTime(),
    durationMs: row.duration_ms,
    status: row.http_status ?? undefined,
    fault: row.fault ?? undefined,
    response: row.response ?? undefined,
    nextTryAt: row.next_try_at?.getTime(),
  }))
}

export interface UpkeepOptions {
  readonly db: Database
  readonly clock: Clock
  /** Number of days for which attempts are stored. */
  readonly webhookAttemptDays: number
}

const OLD_ATTEMPTS: OldRows = {
  rowsMax: 10_000,
  stepsMax: 1_000,
  remove: async (tx, { before, limit }) => (await tx.rows(deleteOldAttempts(before, limit))).length,
}

/**
 * Removes old attempts, and renews the feeds of partners that have endpoints. Any number of
 * processes may do so.
 */
export async function sweepAttempts(options: UpkeepOptions): Promise<void> {
  const { db, clock, webhookAttemptDays } = options
  const partners = (await db.rows(partnersWithEndpoints())).map((row) => row.partner_id)
  if (partners.length > 0) await db.rows(followFeeds(partners, clock.now()))
  await removeOld(options, OLD_ATTEMPTS, webhookAttemptDays * MS_PER_DAY)
}
