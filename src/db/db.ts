import pg from 'pg'
import { MS_PER_MINUTE } from '../core/mod.ts'
import type { CopiedRows } from './copy-in.ts'
import { detachRows } from './detach-rows.ts'
import { FullDisk } from './full-disk.ts'
import { pinSession, type SessionTimeouts } from './pin-session.ts'
import { ServerLife } from './server-life.ts'
import { SilenceWatch } from './silence-watch.ts'
import { compile, distributedOf, type Statement } from './sql.ts'

/** The address of PostgreSQL: a connection string, or the socket of the bundled server. */
export type ConnectionTarget =
  | { readonly connectionString: string }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
    }

/** Statements that read. Each runs on any connection of the pool. */
export interface Db {
  readonly kind: 'db' | 'tx'
  rows<Row>(statement: Statement<Row>): Promise<Row[]>
}

/**
 * One database transaction. Statements run in the order in which they are called, without waiting
 * for each other's results: those that are called in one tick travel together.
 */
export interface Tx extends Db, Writer {
  readonly kind: 'tx'
  /** Sends many or large rows by COPY. The promise resolves when they are written. */
  copy(copied: CopiedRows): Promise<void>
}

/** The part of a transaction that returns nothing. */
export interface Writer {
  /**
   * Sends a write whose result nobody needs. It travels with the next statements, up to the COMMIT.
   * If it fails, the transaction fails with its error.
   */
  write(statement: Statement<unknown>): void
}

/** The pool, for `transact` and for closing. */
export interface Database extends Db {
  readonly kind: 'db'
  readonly pool: pg.Pool
  /** True if rows are on several nodes, by Citus. False until there was a connection. */
  readonly isDistributed: boolean
  /** Reports when data that was read may belong to commits that the database has lost. */
  readonly life: ServerLife
  /** Is informed of each write that failed. */
  readonly disk: FullDisk
  /** Takes a connection from the pool, which must be released. */
  connect(): Promise<pg.PoolClient>
  close(): Promise<void>
}

/** The times that a pool waits for a server that does not respond. */
export interface ResponseWaits {
  /** The wait for a connection. */
  readonly connectMs: number
  /**
   * The wait for a response, before another connection checks whether the server still works on the
   * statement.
   */
  readonly silentMs: number
}

const RESPONSE_WAITS: ResponseWaits = { connectMs: 10_000, silentMs: 2_000 }
/**
 * A new connection costs more than a write: a server process that must parse all statements and
 * load all tables. Must be shorter than the time after which firewalls drop idle connections.
 */
const IDLE_TIMEOUT_MS = MS_PER_MINUTE
/** When this machine begins to probe an idle connection. */
const KEEP_ALIVE_DELAY_MS = 3_000

/** The most that a statement, or an idle transaction, may take. */
const STATEMENT_TIMEOUT_MS = MS_PER_MINUTE
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
/** The same limit for short transactions whose locks others wait for. */
const SHORT_TIMEOUT_MS = 10_000
/** A connection without a response for this much longer is dead. */
const RESPONSE_MS_MAX = 5_000

const INT8_OID = 20
const NUMERIC_OID = 1700
const INT8_ARRAY_OID = 1016

/** int8 as bigint, because money is never a float. numeric stays text. */
const types = new pg.TypeOverrides()
types.setTypeParser(INT8_OID, BigInt)
types.setTypeParser(NUMERIC_OID, String)
types.setTypeParser(INT8_ARRAY_OID, parseInt8Array)

function parseInt8Array(text: string): bigint[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt)
}

export interface PoolOptions {
  readonly connectionsMax: number
  /** `unbounded`: a statement may take any time. */
  readonly statements?: 'unbounded' | 'short'
  /** Shared by all pools of a process. By default, the pool has its own. */
  readonly life?: ServerLife
  readonly disk?: FullDisk
  /** The name of its sessions at the server; `tessera` by default. */
  readonly sessionName?: string | undefined
  /** By default, ten seconds for a connection and two for a response. */
  readonly responseWaits?: ResponseWaits
  /** Called when the server or the network closes an idle connection. */
  onIdleError(error: Error): void
}

export function connect(target: ConnectionTarget, options: PoolOptions): Database {
  const { life = new ServerLife(), disk = new FullDisk(), responseWaits = RESPONSE_WAITS } = options
  const config = configOf(target, options)
  const silence = new SilenceWatch(config, responseWaits.silentMs)
  // pg-pool awaits it before it hands the connection out, though its type does not say so.
  const onConnect = (connected: pg.ClientBase): unknown => {
    const client = connected as pg.PoolClient
    return Promise.all([silence.add(client), pin(client), life.learn(client)])
  }
  let isDistributed: boolean | undefined
  const pin = async (client: pg.PoolClient): Promise<void> => {
    isDistributed = await pinSession(client, timeoutsOf(options))
  }
  const pool = new pg.Pool({
    ...config,
    max: options.connectionsMax,
    connectionTimeoutMillis: responseWaits.connectMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    pipeline: true,
    onConnect,
  })
  let isClosing = false
  // Without a listener, a server that goes away would end this process. Connections that are being
  // closed may report that too, which is ignored.
  pool.on('error', (error) => {
    if (!isClosing) options.onIdleError(error)
  })
  // A connection that fails between two uses must not end the process either: the next statement
  // reports it.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  const query = async <Row>(statement: Statement<Row>): Promise<Row[]> =>
    detachRows(await pool.query(compile(statement)))
  return {
    kind: 'db',
    pool,
    life,
    disk,
    get isDistributed() {
      return isDistributed === true
    },
    connect: () => pool.connect(),
    async rows<Row>(statement: Statement<Row>) {
      if (isDistributed === undefined) (await pool.connect()).release()
      if (isDistributed !== true) return query(statement)
      return rowsOn<Row>(await pool.connect(), distributedOf(statement))
    },
    close() {
      isClosing = true
      silence.stop()
      return pool.end()
    },
  }
}

/**
 * Runs the statements that replace a single one, returns their rows, and releases the connection.
 */
export async function rowsOn<Row>(
  client: pg.PoolClient,
  statements: readonly Statement<unknown>[],
): Promise<Row[]> {
  const isTransaction = statements.length > 1
  let fault: unknown
  try {
    if (isTransaction) await client.query('begin')
    let rows: Row[] = []
    for (const statement of statements)
      rows = rows.concat(detachRows<Row>(await client.query(compile(statement))))
    if (isTransaction) await client.query('commit')
    return rows
  } catch (error) {
    fault = error
    throw error
  } finally {
    client.release(fault !== undefined)
  }
}

function configOf(target: ConnectionTarget, options: PoolOptions): pg.ClientConfig {
  const { statementMs } = timeoutsOf(options)
  return {
    ...target,
    query_timeout: statementMs === 0 ? 0 : statementMs + RESPONSE_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: options.sessionName ?? 'tessera',
    types,
  }
}

function timeoutsOf({ statements }: PoolOptions): SessionTimeouts {
  if (statements === 'short') return { statementMs: SHORT_TIMEOUT_MS, idleMs: SHORT_TIMEOUT_MS }
  const statementMs = statements === 'unbounded' ? 0 : STATEMENT_TIMEOUT_MS
  return { statementMs, idleMs: IDLE_IN_TRANSACTION_TIMEOUT_MS }
}

/** Returns the row of a statement that returns at most one. */
export async function maybeRow<Row>(db: Db, statement: Statement<Row>): Promise<Row | undefined> {
  return (await db.rows(statement))[0]
}

/** Returns the row of a statement that always returns one. */
export async function oneRow<Row>(db: Db, statement: Statement<Row>): Promise<Row> {
  const row = await maybeRow(db, statement)
  if (!row) throw new Error('a statement that always returns a row returned none')
  return row
}
