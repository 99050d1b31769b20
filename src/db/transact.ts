import pg from 'pg'
import { systemClock } from '../core/mod.ts'
import type { Database, Tx } from './db.ts'
import { codeOf, isConnectionLost, isRetryable, Outage } from './faults.ts'
import { lifeOf, wasCommitted, type TransactionName } from './outcome.ts'
import { send, sendText } from './session.ts'
import { sql } from './sql.ts'

const ATTEMPTS_MAX = 8
/** A database that takes so long to say no is not asked once more. */
const ATTEMPTS_MS_MAX = 10_000
const IN_FAILED_TRANSACTION = '25P02'

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
  const sent: Promise<unknown>[] = []
  try {
    const lifeId = await lifeOf(client)
    const begun = begin(client)
    sent.push(begun)
    begun.catch(() => undefined)
    const value = await work(txOn(client, sent))
    // Known before COMMIT is sent: without its id nobody could say what became of it.
    const name = { xid: await begun, lifeId }
    const fault = await commit(client, sent)
    if (fault === undefined) return { state: 'committed', value }
    broken = fault
    return { state: 'unanswered', value, name, fault }
  } catch (error) {
    const cause = await causeOf(error, sent)
    broken ??= isConnectionLost(cause) ? cause : await rollback(client)
    throw cause
  } finally {
    client.off('error', onError)
    client.release(broken !== undefined)
  }
}

/** Where a statement only says that one before it failed, for which nobody waited: its fault. */
async function causeOf(error: unknown, sent: readonly Promise<unknown>[]): Promise<unknown> {
  if (codeOf(error) !== IN_FAILED_TRANSACTION) return error
  return (await firstFault(sent)) ?? error
}

/** In the order in which they were sent; undefined where all are well. */
async function firstFault(sent: readonly Promise<unknown>[]): Promise<unknown> {
  const ends = await Promise.allSettled(sent)
  return ends.find((end) => end.status === 'rejected')?.reason
}

function txOn(client: pg.PoolClient, sent: Promise<unknown>[]): Tx {
  return {
    kind: 'tx',
    rows: (statement) => send(client, statement),
    write(statement) {
      const written = send(client, statement)
      // What it rejects with is asked for at COMMIT, and of no interest where that never comes.
      written.catch(() => undefined)
      sent.push(written)
    },
  }
}

/** BEGIN, and the id by which the outcome can be looked up; what follows is sent behind it. */
async function begin(client: pg.PoolClient): Promise<string> {
  const begun = sendText(client, 'begin')
  const named = send(client, sql<{ xid: string }>`select pg_current_xact_id()::text as xid`)
  const [[row]] = await Promise.all([named, begun])
  return row?.xid ?? ''
}

/** Answers what went wrong: a connection that cannot roll back must not be used again. */
async function rollback(client: pg.PoolClient): Promise<unknown> {
  return client.query('rollback').then(
    () => undefined,
    (error: unknown) => error,
  )
}

/**
 * Sends COMMIT behind the writes, which it waits for as well. Throws what the server says against
 * one of them or against the COMMIT; answers whatever else left the outcome unknown.
 */
async function commit(client: pg.PoolClient, sent: readonly Promise<unknown>[]): Promise<unknown> {
  const committed = sendText(client, 'commit')
  const fault = await firstFault([...sent, committed])
  if (fault instanceof pg.DatabaseError && fault.severity === 'ERROR') throw fault
  if (fault !== undefined) return fault
  const { command } = await committed
  // A transaction that had failed answers COMMIT with ROLLBACK.
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back at COMMIT')
  return undefined
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
