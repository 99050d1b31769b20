import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../core/mod.ts'
import type { Database, Tx } from './db.ts'
import { codeOf, Outage } from './faults.ts'
import { LIFE_ID } from './server-life.ts'
import { Session } from './session.ts'

const OUTCOME_WAIT_MS = 10_000
const OUTCOME_POLL_MS = 50
const INVALID_PARAMETER_VALUE = '22023'

/** `not committed` is final: it cannot be committed later. */
export type CommitOutcome = 'committed' | 'not committed' | 'unknown'

/**
 * Finds the outcome of a transaction whose work returned `value`, in a transaction of its own.
 * Locks a row that the other transaction had locked before it sent COMMIT. Once it has that lock,
 * the other transaction has ended.
 */
export type FindOutcome<T> = (tx: Tx, value: T) => Promise<CommitOutcome>

/**
 * Finds out by `find`, on new connections, whether a transaction whose COMMIT got no response was
 * committed. Throws Outage if it stays unknown, or if the database is away.
 *
 * A session that is ended while its COMMIT waits for a synchronous standby releases its locks
 * before the standby has the commit. So the COMMIT of `find` must succeed, too: its row lock is
 * logged after the commit that it found, and waits for the standby as well.
 */
export function isFoundCommitted<T>(
  db: Database,
  find: FindOutcome<T>,
  value: T,
): Promise<boolean> {
  return lookUpUntilKnown('of a transaction is unknown', () =>
    within(db, (session) => find(session, value)),
  )
}

async function within<T>(db: Database, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await db.connect()
  const session = new Session(client, db.isDistributed)
  let broken: unknown = new Error('not committed')
  try {
    session.begin()
    const value = await work(session)
    broken = await session.commit()
    if (broken === undefined) return value
    throw broken
  } finally {
    client.release(broken !== undefined)
  }
}

/**
 * Identifies a transaction: its id, and the life of its server. A crashed server forgets ids that
 * its log had not stored, and assigns them again to other transactions.
 */
export interface TransactionName {
  readonly xid: string
  readonly lifeId: string
}

/**
 * Finds out by its id, on new connections, whether a transaction whose COMMIT got no response was
 * committed. Throws Outage if that stays unknown: the database is away, or it crashed and reports
 * `committed`, which may be about another transaction with the same id.
 */
export function wasCommitted(db: Database, name: TransactionName): Promise<boolean> {
  return lookUpUntilKnown(`of transaction ${name.xid} is unknown`, async () => {
    const status = await statusOf(db, name)
    if (status === 'committed') await db.pool.query(LOGGED_WRITE)
    return status === 'aborted' ? 'not committed' : status
  })
}

/**
 * Writes only to the log. A session that is ended while its COMMIT waits for a synchronous standby
 * is `committed` at once. This later commit waits for the standby.
 */
const LOGGED_WRITE = `select pg_logical_emit_message(true, 'tessera', '')`

async function lookUpUntilKnown(
  fault: string,
  lookUp: () => Promise<CommitOutcome | 'in progress'>,
): Promise<boolean> {
  const looksUpUntil = systemClock.monotonic() + OUTCOME_WAIT_MS
  for (;;) {
    // If anything fails here, the outcome stays unknown, so only Outage may be thrown.
    const outcome = await lookUp().catch((error: unknown) => new Outage(error))
    if (outcome === 'committed') return true
    if (outcome === 'not committed') return false
    if (outcome === 'unknown' || systemClock.monotonic() > looksUpUntil) {
      throw new Outage(outcome instanceof Outage ? outcome : new Error(`the outcome ${fault}`))
    }
    await pause(OUTCOME_POLL_MS)
  }
}

type Status = 'committed' | 'aborted' | 'in progress' | 'unknown'

interface StatusRow {
  readonly status: Status | null
  readonly is_same_life: boolean
  /** True if the server has assigned the id again, to the insert of the row `server_life`. */
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
      // The server has not assigned this id since it crashed, so nothing of the transaction was
      // stored.
      if (codeOf(error) !== INVALID_PARAMETER_VALUE) throw error
      return { rows: [{ status: 'aborted' as const, is_same_life: false, is_life_itself: false }] }
    })
  const status = rows[0]?.status ?? 'unknown'
  if (rows[0]?.is_same_life === true) return status
  // After a crash, the row `server_life` is inserted first, so its id often is one that was
  // assigned before.
  if (rows[0]?.is_life_itself === true) return 'aborted'
  // The id now names another transaction; ours died with the server.
  return status === 'in progress' ? 'aborted' : status === 'committed' ? 'unknown' : status
}
