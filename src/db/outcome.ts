import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../core/mod.ts'
import type { Database } from './db.ts'
import { codeOf, Outage } from './faults.ts'
import { LIFE_ID } from './server-life.ts'

const OUTCOME_WAIT_MS = 10_000
const OUTCOME_POLL_MS = 50
const INVALID_PARAMETER_VALUE = '22023'

/**
 * Identifies a transaction: its id, and the life of its server. A crashed server forgets ids that
 * its log had not stored, and assigns them again to other transactions.
 */
export interface TransactionName {
  readonly xid: string
  readonly lifeId: string
}

/**
 * Asks on new connections for the outcome of a transaction whose COMMIT got no response. Throws
 * Outage if it stays unknown: the database is away, or it crashed and reports `committed`, which
 * may be another transaction.
 */
export async function wasCommitted(db: Database, name: TransactionName): Promise<boolean> {
  const asksUntil = systemClock.monotonic() + OUTCOME_WAIT_MS
  for (;;) {
    // If anything fails here, the outcome stays unknown, so only Outage may be thrown.
    const found = await statusOf(db, name).catch((error: unknown) => new Outage(error))
    if (found === 'committed') return true
    if (found === 'aborted') return false
    if (found === 'unknown' || systemClock.monotonic() > asksUntil) {
      const message = `the outcome of transaction ${name.xid} is unknown`
      throw new Outage(found instanceof Outage ? found : new Error(message))
    }
    await pause(OUTCOME_POLL_MS)
  }
}

type Status = 'committed' | 'aborted' | 'in progress' | 'unknown'

interface StatusRow {
  readonly status: Status | null
  readonly is_same_life: boolean
  /** True if the id now belongs to the insert of the life's row. */
  readonly is_life_itself: boolean
}

async function statusOf(db: Database, { xid, lifeId }: TransactionName): Promise<Status> {
  const { rows } = await db.pool
    .query<StatusRow>(
      `select pg_xact_status($1::xid8) as status, ${LIFE_ID} = $2 as is_same_life,
              xmin = $1::xid8::xid as is_life_itself
       from server_life`,
      [xid, lifeId],
    )
    .catch((error: unknown) => {
      // The server has not assigned this id since it crashed, so nothing of it was stored.
      if (codeOf(error) !== INVALID_PARAMETER_VALUE) throw error
      return { rows: [{ status: 'aborted' as const, is_same_life: false, is_life_itself: false }] }
    })
  const status = rows[0]?.status ?? 'unknown'
  if (rows[0]?.is_same_life === true) return status
  // After a crash, the first id that is assigned again is often that of the row itself.
  if (rows[0]?.is_life_itself === true) return 'aborted'
  // Whoever has the id now, it is not the transaction that ended with the server.
  return status === 'in progress' ? 'aborted' : status === 'committed' ? 'unknown' : status
}
