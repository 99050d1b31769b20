import pg from 'pg'
import { systemClock } from '../core/mod.ts'
import { rowsOf, type Database, type Tx } from './db.ts'
import { isConnectionLost, isRetryable, Outage } from './faults.ts'
import { lifeOf, wasCommitted, type TransactionName } from './outcome.ts'

const ATTEMPTS_MAX = 8
/** A database that takes so long to say no is not asked once more. */
const ATTEMPTS_MS_MAX = 10_000

/** How one attempt ended; `unanswered` where COMMIT was sent, and the connection broke then. */
type Ended<T> =
  | { readonly state: 'committed'; readonly value: T }
  | { readonly state: 'failed'; readonly fault: unknown }
  | ({ readonly state: 'unanswered'; readonly value: T } & Unanswered)

interface Unanswered {
  readonly name: TransactionName
  readonly fault: unknown
}

/**
 * Runs `work` in one database transaction (READ COMMITTED) and answers once it is durable.
 *
 * `work` may run several times: it is repeated after a serialization failure, a deadlock or a
 * connection that was lost before COMMIT, so it must change nothing outside of `tx`. A connection
 * lost *at* COMMIT is not guessed about: PostgreSQL is asked what became of the transaction, on a
 * new connection. Throws Outage where the database cannot be asked, or serves no attempt.
 */
export async function transact<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const triesUntil = systemClock.monotonic() + ATTEMPTS_MS_MAX
  for (let attempt = 1; ; attempt += 1) {
    const ended = await attemptOnce(db, work).catch(repeatable)
    if (ended.state === 'committed') return ended.value
    if (ended.state === 'unanswered' && (await wasCommitted(db, ended.name))) return ended.value
    const isLast = attempt >= ATTEMPTS_MAX || systemClock.monotonic() > triesUntil
    if (isLast) throw new Outage(ended.fault)
    await pause(2 ** attempt * Math.random())
  }
}

/** After these errors nothing was committed, and another attempt may succeed. */
function repeatable(fault: unknown): Ended<never> {
  if (!isConnectionLost(fault) && !isRetryable(fault)) throw fault
  return { state: 'failed', fault }
}

async function attemptOnce<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<Ended<T>> {
  const client = await db.pool.connect()
  let broken: unknown
  // A connection that dies between two statements says so here; the next statement will fail.
  const onError = (error: Error): void => void (broken = error)
  client.on('error', onError)
  try {
    const name = await begin(client)
    const value = await work({ kind: 'tx', rows: (statement) => rowsOf(client, statement) })
    const fault = await commit(client)
    if (fault === undefined) return { state: 'committed', value }
    broken = fault
    return { state: 'unanswered', value, name, fault }
  } catch (error) {
    broken ??= isConnectionLost(error) ? error : await rollback(client)
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken !== undefined)
  }
}

/** BEGIN, and the id by which the outcome can be looked up, in one round trip. */
async function begin(client: pg.PoolClient): Promise<TransactionName> {
  const lifeId = await lifeOf(client)
  const results = (await client.query(
    'begin; select pg_current_xact_id()::text as xid',
  )) as unknown as pg.QueryResult<{ xid: string }>[]
  return { xid: results[1]?.rows[0]?.xid ?? '', lifeId }
}

/** Answers what went wrong: a connection that cannot roll back must not be used again. */
async function rollback(client: pg.PoolClient): Promise<unknown> {
  return client.query('rollback').then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** Throws what the server says against it; answers whatever else left the outcome unknown. */
async function commit(client: pg.PoolClient): Promise<unknown> {
  let command: string
  try {
    command = (await client.query('commit')).command
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.severity === 'ERROR') throw error
    return error
  }
  // A transaction that had failed answers COMMIT with ROLLBACK.
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back at COMMIT')
  return undefined
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
