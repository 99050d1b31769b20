import pg from 'pg'
import { CopyIn, type CopiedRows } from './copy-in.ts'
import type { Tx } from './db.ts'
import { codeOf, isConnectionLost } from './faults.ts'
import { compile, sql, type Statement } from './sql.ts'

const IN_FAILED_TRANSACTION = '25P02'
const LARGE_BYTES = 65_536

/** Connections whose writes are held together until the turn of the event loop is over. */
const gathering = new WeakSet<pg.PoolClient>()

/**
 * One database transaction on one connection. Its statements are sent one behind the other without
 * waiting for answers; what is sent in one turn of the event loop leaves in one packet, but for
 * what is large. After an answer that is an error nothing more is sent: where it was BEGIN's own,
 * what follows would be committed statement by statement. Only `pg_cancel_backend` at that very
 * moment makes BEGIN fail.
 */
export class Session implements Tx {
  readonly kind = 'tx'
  readonly #client: pg.PoolClient
  /** The first error of all statements, whether anybody waits for them or not. */
  #fault: unknown
  #isOver = false
  #hasBegun = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  rows<Row>(statement: Statement<Row>): Promise<Row[]> {
    return this.#sent<Row>(() => compile(statement))
  }

  write(statement: Statement<unknown>): void {
    this.rows(statement).catch(() => undefined)
  }

  copy(copied: CopiedRows): Promise<void> {
    const written = this.#kept(() => {
      this.#requireOpen()
      return this.#copied(copied)
    }).then(() => undefined)
    written.catch(() => undefined)
    return written
  }

  /** Without an answer, for who knows another name for the transaction than its id. */
  begin(): void {
    this.#hasBegun = true
    this.#sent(() => 'begin').catch(() => undefined)
  }

  /** BEGIN, and the transaction's id. */
  async beginNamed(): Promise<string> {
    this.begin()
    const [row] = await this.rows(sql<{ xid: string }>`select pg_current_xact_id()::text as xid`)
    return row?.xid ?? ''
  }

  /**
   * Sends COMMIT behind the writes. Throws what a statement failed with, or what the server says
   * against the COMMIT: then nothing was committed. Answers whatever else left the outcome unknown.
   */
  async commit(): Promise<unknown> {
    // What failed in this process was never sent: the rest must not be committed without it.
    if (this.#fault !== undefined) throw this.#fault
    let command: string
    try {
      const committed = this.#query(() => 'commit')
      this.#isOver = true
      command = (await committed).command
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isConnectionLost(error)) throw error
      return error
    }
    // A transaction that had failed answers COMMIT with ROLLBACK.
    if (command === 'COMMIT' && this.#fault === undefined) return undefined
    throw this.#fault ?? new Error('the transaction was rolled back at COMMIT')
  }

  /**
   * Rolls back what a failure left open. Answers why the connection must not be used again: it is
   * lost, or cannot roll back.
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

  /** An error that only says that a statement before it failed stands for that one's. */
  causeOf(error: unknown): unknown {
    return codeOf(error) === IN_FAILED_TRANSACTION ? (this.#fault ?? error) : error
  }

  async #sent<Row>(query: () => string | pg.QueryConfig): Promise<Row[]> {
    this.#requireOpen()
    return (await this.#query(query)).rows as Row[]
  }

  #requireOpen(): void {
    if (this.#isOver) throw new Error('the transaction is over')
    if (this.#fault !== undefined) throw this.#fault
  }

  #query(query: () => string | pg.QueryConfig): Promise<pg.QueryResult> {
    return this.#kept(() => {
      const compiled = query()
      gather(this.#client)
      const answered = this.#client.query(compiled)
      sendLarge(this.#client)
      return answered
    })
  }

  #copied(copied: CopiedRows): Promise<pg.QueryResult> {
    gather(this.#client)
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined | null, result: pg.QueryResult): void =>
        error ? reject(error) : resolve(result)
      this.#client.query(new CopyIn(copied, done))
    })
  }

  /**
   * Answers come in the order of the statements, so the first error to arrive is the cause. But
   * that of rows that are copied behind it may be heard before it.
   */
  #kept(send: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const keep = (error: unknown): never => {
      if (codeOf(error) !== IN_FAILED_TRANSACTION) this.#fault ??= error
      throw error
    }
    try {
      return send().catch(keep)
    } catch (error) {
      this.#fault ??= error
      return Promise.reject(error)
    }
  }
}

/** What keeps the server busy while the next statement is made does not wait for that one. */
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
