import pg from 'pg'
import type { CopiedRows } from './copy-in.ts'
import { pinDurability } from './pin-durability.ts'
import { ServerLife } from './server-life.ts'
import { SilenceWatch } from './silence-watch.ts'
import { compile, type Statement } from './sql.ts'

/** Where PostgreSQL is: a connection string, or the socket of the bundled server. */
export type ConnectionTarget =
  | { readonly connectionString: string }
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
    }

/** Reads, each on any connection of the pool. */
export interface Db {
  readonly kind: 'db' | 'tx'
  rows<Row>(statement: Statement<Row>): Promise<Row[]>
}

/**
 * One database transaction: what is read is locked where it says so, what is written is one step.
 * Statements run in the order in which they are asked for, and need not wait for each other's
 * answers: those that are asked for at once travel together.
 */
export interface Tx extends Db, Writer {
  readonly kind: 'tx'
  /** As `write`, for many rows or large ones; whoever wants may wait until they are written. */
  copy(copied: CopiedRows): Promise<void>
}

/** The side of a transaction that asks nothing. */
export interface Writer {
  /**
   * Sends a write whose answer nobody needs: it travels with what follows, up to the COMMIT. Where
   * it fails, the transaction fails with its error.
   */
  write(statement: Statement<unknown>): void
}

/** The pool itself, for `transact` and for closing. */
export interface Database extends Db {
  readonly kind: 'db'
  readonly pool: pg.Pool
  /** Tells when what was read from this database may be history that it has lost. */
  readonly life: ServerLife
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000
/**
 * A new connection costs more than a write: a process of the server, and every statement and table
 * that it meets for the first time. Kept for less than firewalls forget them.
 */
const IDLE_TIMEOUT_MS = 60_000
/** Before the system of this machine asks whether the server's is still there. */
const KEEP_ALIVE_DELAY_MS = 3_000

/** How long the server takes at most to end a statement, or a transaction that stands still. */
const STATEMENT_TIMEOUT_MS = 60_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
/** The same where transactions are short and others wait for their locks. */
const SHORT_TIMEOUT_MS = 10_000
/** A connection that is silent for so much longer than that is dead, whatever is known of it. */
const ANSWER_MS_MAX = 5_000

/**
 * Every statement looks rows up by key, and its plan is prepared while the tables are young:
 * without these it would read a table, or a partner's share of it, whole, long after that has
 * grown. Nor does one start processes for rows that it guesses to be many. Each statement sees what
 * was committed before it, whatever the database's own default is.
 */
const SESSION_SETTINGS = [
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off',
  '-c plan_cache_mode=force_generic_plan',
  '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0',
  String.raw`-c default_transaction_isolation=read\ committed`,
  // The server ends the session of a client that is gone without a word, and frees its locks.
  '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3',
  '-c tcp_user_timeout=6000 -c client_connection_check_interval=2000',
].join(' ')

const INT8_OID = 20
const NUMERIC_OID = 1700
const INT8_ARRAY_OID = 1016

/** int8 as bigint: money is never a float, not even on its way in. numeric stays text. */
const types = new pg.TypeOverrides()
types.setTypeParser(INT8_OID, BigInt)
types.setTypeParser(NUMERIC_OID, String)
types.setTypeParser(INT8_ARRAY_OID, parseInt8Array)

function parseInt8Array(text: string): bigint[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt)
}

export interface PoolOptions {
  readonly connectionsMax: number
  /** `unbounded`: a statement may take as long as it takes. */
  readonly statements?: 'unbounded' | 'short'
  /** Shared by all pools of a process; without it the pool has its own. */
  readonly life?: ServerLife
  /** A connection that the server or the network ended while it was idle. */
  onIdleError(error: Error): void
}

export function connect(target: ConnectionTarget, options: PoolOptions): Database {
  const { life = new ServerLife() } = options
  const config = configOf(target, options)
  const silence = new SilenceWatch(config)
  // pg-pool awaits it before the connection is handed out, though its type says nothing of that.
  const onConnect = (connected: pg.ClientBase): unknown => {
    const client = connected as pg.PoolClient
    return Promise.all([silence.add(client), pinDurability(client), life.learn(client)])
  }
  const pool = new pg.Pool({
    ...config,
    max: options.connectionsMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    pipeline: true,
    onConnect,
  })
  let isClosing = false
  // Without a listener a server that goes away would end this process too. Connections that are
  // being closed may still hear that their server stops; that is no news.
  pool.on('error', (error) => {
    if (!isClosing) options.onIdleError(error)
  })
  // Nor may one that breaks as it goes from hand to hand, where nobody listens for a moment:
  // whoever has it then hears of it from the next statement.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  return {
    kind: 'db',
    pool,
    life,
    async rows<Row>(statement: Statement<Row>) {
      const result = await pool.query(compile(statement))
      return result.rows as Row[]
    },
    close() {
      isClosing = true
      silence.stop()
      return pool.end()
    },
  }
}

function configOf(target: ConnectionTarget, { statements }: PoolOptions): pg.ClientConfig {
  const isShort = statements === 'short'
  const statementMs = isShort ? SHORT_TIMEOUT_MS : STATEMENT_TIMEOUT_MS
  return {
    ...target,
    statement_timeout: statements === 'unbounded' ? 0 : statementMs,
    query_timeout: statements === 'unbounded' ? 0 : statementMs + ANSWER_MS_MAX,
    idle_in_transaction_session_timeout: isShort
      ? SHORT_TIMEOUT_MS
      : IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'tessera',
    types,
    options: SESSION_SETTINGS,
  }
}

/** The one row of a statement that answers at most one. */
export async function maybeRow<Row>(db: Db, statement: Statement<Row>): Promise<Row | undefined> {
  return (await db.rows(statement))[0]
}

/** The one row of a statement that always answers one. */
export async function oneRow<Row>(db: Db, statement: Statement<Row>): Promise<Row> {
  const row = await maybeRow(db, statement)
  if (!row) throw new Error('a statement that always answers a row answered none')
  return row
}
