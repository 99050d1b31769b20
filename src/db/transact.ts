import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { Refusal, systemClock, randomFraction } from '../core/mod.ts'
import type { Database, Tx, Writer } from './db.ts'
import { COMMIT_IN_TWO_PHASES } from './placement/two-phase-rows.ts'
import { isConnectionLost, isRetryable, isSequenceAtItsEnd, Outage } from './faults.ts'
import { isFoundCommitted, wasCommitted, type FindOutcome } from './outcome.ts'
import { Session } from './session.ts'
import { distributedOf, type Statement } from './sql.ts'

const ATTEMPTS_MAX = 8
/** No further attempt begins after this time. */
const ATTEMPTS_MS_MAX = 10_000

/** The result of an attempt. `unknown`: the connection broke after COMMIT was sent. */
type AttemptResult<T> =
  | { readonly state: 'committed'; readonly value: T }
  | { readonly state: 'failed'; readonly fault: unknown }
  | {
      readonly state: 'unknown'
      readonly value: T
      readonly fault: unknown
      readonly lookUp: LookUp
    }

/** Looks the outcome up on a new connection. */
type LookUp = () => Promise<boolean>

/**
 * Runs `work` in one database transaction (READ COMMITTED) and resolves once it is durable.
 *
 * `work` is repeated after a serialization failure, a deadlock or a connection lost before COMMIT,
 * so it must change nothing outside of `tx`. If the connection is lost at COMMIT, the outcome is
 * looked up on a new connection: by `find`, or else by the id of the transaction. Throws Outage if
 * it stays unknown, or no attempt succeeds. Refuses numbers_exhausted if a sequence has reached its
 * end.
 */
export async function transact<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  find?: FindOutcome<T>,
): Promise<T> {
  const triesUntil = systemClock.monotonic() + ATTEMPTS_MS_MAX
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptOnce(db, work, find).catch(repeatable)
    if (result.state === 'committed') return result.value
    if (result.state === 'unknown' && (await result.lookUp())) return result.value
    const isLast = attempt >= ATTEMPTS_MAX || systemClock.monotonic() > triesUntil
    if (isLast) throw new Outage(result.fault)
    await pause(2 ** attempt * randomFraction())
  }
}

/**
 * Runs a transaction of writes only, with BEGIN and COMMIT in one round trip, and resolves once it
 * is durable. Repeats nothing. If it throws an error of the database, nothing was written; for any
 * other error the outcome is unknown, and the caller must look it up.
 */
export async function writeAtOnce(db: Database, work: (tx: Writer) => void): Promise<void> {
  const statements: Statement<unknown>[] = []
  work({ write: (statement) => void statements.push(statement) })
  await inSession(db, (session) =>
    writeAll(session, db.isDistributed ? statements.flatMap(distributedOf) : statements),
  )
}

/** Runs a transaction once: repeats nothing, and throws as `writeAtOnce` does. */
export async function transactOnce(db: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  await inSession(db, async (session) => {
    session.begin()
    await work(session)
    return session.commit()
  })
}

/** Runs `work`, which returns the error that left the outcome unknown. */
async function inSession(
  db: Database,
  work: (session: Session) => Promise<unknown>,
): Promise<void> {
  const client = await db.connect()
  const session = new Session(client, db.isDistributed)
  let broken: unknown
  try {
    broken = await work(session)
  } catch (error) {
    db.disk.note(error)
    broken = await session.abandon(error)
    throw error
  } finally {
    client.release(broken !== undefined)
  }
  if (broken !== undefined) throw broken
}

/** Returns the error that left the outcome unknown, or undefined. */
async function writeAll(session: Session, statements: readonly Statement<unknown>[]) {
  const [first, ...others] = statements
  // A single statement is a transaction of its own.
  if (first && others.length === 0) return void (await session.rows(first))
  session.begin()
  for (const statement of statements) session.write(statement)
  return session.commit()
}

/** After these errors nothing was committed, and another attempt may succeed. */
function repeatable(fault: unknown): AttemptResult<never> {
  if (isSequenceAtItsEnd(fault)) {
    throw new Refusal('numbers_exhausted', 'the database has no number left for what is to be made')
  }
  if (!isConnectionLost(fault) && !isRetryable(fault)) throw fault
  return { state: 'failed', fault }
}

async function attemptOnce<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  find: FindOutcome<T> | undefined,
): Promise<AttemptResult<T>> {
  const client = await db.connect()
  const session = new Session(client, db.isDistributed)
  let broken: unknown
  try {
    const prepare = await begin(db, { client, session, find })
    const value = await work(session)
    const lookUp = await prepare(value)
    const fault = await session.commit()
    if (fault === undefined) return { state: 'committed', value }
    broken = fault
    return { state: 'unknown', value, fault, lookUp }
  } catch (error) {
    const cause = session.causeOf(error)
    db.disk.note(cause)
    broken = await session.abandon(cause)
    throw cause
  } finally {
    client.release(broken !== undefined)
  }
}

interface Beginning<T> {
  readonly client: PoolClient
  readonly session: Session
  readonly find: FindOutcome<T> | undefined
}

/** Begins, and returns a function that prepares the lookup of the outcome before COMMIT is sent. */
async function begin<T>(
  db: Database,
  { client, session, find }: Beginning<T>,
): Promise<(value: T) => Promise<LookUp>> {
  if (find) {
    session.begin()
    return (value) => Promise.resolve(() => isFoundCommitted(db, find, value))
  }
  const lifeId = await db.life.idFor(client)
  const xid = session.beginNamed()
  // If the nodes commit in two phases, the coordinator's response is final.
  if (db.isDistributed) session.write(COMMIT_IN_TWO_PHASES)
  // If BEGIN fails, so does the first statement after it.
  xid.catch(() => undefined)
  return async () => {
    const name = { xid: await xid, lifeId }
    return () => wasCommitted(db, name)
  }
}
