import pg from 'pg'
import { CopyIn, type CopiedRows } from './copy-in.ts'
import type { Tx } from './db.ts'
import { detachRows } from './detach-rows.ts'
import { codeOf, isConnectionLost } from './faults.ts'
import { compile, distributedOf, sql, type Statement } from './sql.ts'

const IN_FAILED_TRANSACTION = '25P02'
const LARGE_BYTES = 65_536

/** Connections whose writes are buffered until the end of the tick. */
const gathering = new WeakSet<pg.PoolClient>()

/**
 * One database transaction on one connection. Statements are pipelined; those of one tick leave in
 * one packet, unless they are large. After an error nothing more is sent: if BEGIN itself failed,
 * the rest would be committed statement by statement. Only `pg_cancel_backend` at that very moment
 * makes BEGIN fail.
 */
export class Session implements Tx {
  readonly kind = 'tx'
  readonly #client: pg.PoolClient
  /** The first error of any statement, awaited or not. */
  #fault: unknown
  #isOver = false
  #hasBegun = false
  readonly #isDistributed: boolean

  constructor(client: pg.PoolClient, isDistributed: boolean) {
    this.#client = client
    this.#isDistributed = isDistributed
  }

  rows<Row>(statement: Statement<Row>): Promise<Row[]> {
    if (!this.#isDistributed) return this.#send<Row>(() => compile(statement))
    const sent = distributedOf(statement).map((one) => this.#send<Row>(() => compile(one)))
    return Promise.all(sent).then((rows) => rows.flat())
  }

  write(statement: Statement<unknown>): void {
    this.rows(statement).catch(() => undefined)
  }

  copy(copied: CopiedRows): Promise<void> {
    const written = this.#withFault(() => {
      this.#requireOpen()
      return this.#copyRows(copied)
    }).then(() => undefined)
    written.catch(() => undefined)
    return written
  }

  /** Begins. For transactions whose outcome can be looked up without the transaction's id. */
  begin(): void {
    this.#hasBegun = true
    this.#send(() => 'begin').catch(() => undefined)
  }

  /** Begins, and returns the transaction's id. */
  async beginNamed(): Promise<string> {
    this.begin()
    const [row] = await this.rows(sql<{ xid: string }>`select pg_current_xact_id()::text as xid`)
    return row?.xid ?? ''
  }

  /**
   * Sends COMMIT after the writes. Throws a statement's error, or the server's refusal of the
   * COMMIT: nothing was committed then. Returns any other error, which leaves the outcome unknown.
   */
  async commit(): Promise<unknown> {
    // A statement that failed in this process was never sent: the others must not commit alone.
    if (this.#fault !== undefined) throw this.#fault
    let command: string
    try {
      const committed = this.#query(() => 'commit')
      this.#isOver = true
      command = (await committed).command
    } catch (error) {
      // A node may have committed without its response reaching the coordinator.
      const isKnown = !this.#isDistributed && !isConnectionLost(error)
      if (error instanceof pg.DatabaseError && isKnown) throw error
      return error
    }
    // A failed transaction responds to COMMIT with ROLLBACK.
    if (command === 'COMMIT' && this.#fault === undefined) return undefined
    throw this.#fault ?? new Error('the transaction was rolled back at COMMIT')
  }

  /**
   * Rolls back after a failure. Returns the error that makes the connection unusable, or undefined
   * if it can be used again.
   */
  async abandon(failure: unknown): Promise<unknown> {
    const isOpen = this.#hasBegun && !this.#isOver
    this.#isOver = true
    if (isConnectionLost(failure)) return failure
    if (!isOpen) return undefined
    return this.#client.query('rollback').then(
      () => undefined,
      (error: unknown) => error,
    )
  }

  /** Returns the error of the earlier statement that this error only reports. */
  causeOf(error: unknown): unknown {
    return codeOf(error) === IN_FAILED_TRANSACTION ? (this.#fault ?? error) : error
  }

  async #send<Row>(query: () => string | pg.QueryConfig): Promise<Row[]> {
    this.#requireOpen()
    return detachRows(await this.#query(query))
  }

  #requireOpen(): void {
    if (this.#isOver) throw new Error('the transaction is over')
    if (this.#fault !== undefined) throw this.#fault
  }

  #query(query: () => string | pg.QueryConfig): Promise<pg.QueryResult> {
    return this.#withFault(() => {
      const compiled = query()
      gather(this.#client)
      const result = this.#client.query(compiled)
      sendLarge(this.#client)
      return result
    })
  }

  #copyRows(copied: CopiedRows): Promise<pg.QueryResult> {
    gather(this.#client)
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined | null, result: pg.QueryResult): void =>
        error ? reject(error) : resolve(result)
      this.#client.query(new CopyIn(copied, done))
    })
  }

  /**
   * Results arrive in the order of the statements, so the first error is the cause. Only an error
   * of copied rows may arrive before its cause.
   */
  #withFault(send: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const recordFault = (error: unknown): never => {
      if (codeOf(error) !== IN_FAILED_TRANSACTION) this.#fault ??= error
      throw error
    }
    try {
      return send().catch(recordFault)
    } catch (error) {
      this.#fault ??= error
      return Promise.reject(error)
    }
  }
}

/** Sends a large statement now, so that the server works on it while the next one is built. */
function sendLarge({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableLength < LARGE_BYTES) return
  stream.uncork()
  stream.cork()
}

function gather(client: pg.PoolClient): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => {
    gathering.delete(client)
    stream.uncork()
  })
}
