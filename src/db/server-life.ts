import type pg from 'pg'
import { codeOf, Outage } from './faults.ts'

const UNDEFINED_TABLE = '42P01'
/** The error code of a standby, which cannot read unlogged tables. */
const FEATURE_NOT_SUPPORTED = '0A000'
const LEARN_TIMEOUT_MS = 10_000

/**
 * Identifies the history of a database. A crash, and the promotion of a standby, empty the unlogged
 * table. A restore creates another table or database, even if it keeps the row.
 */
export const LIFE_ID = `
  (life_id || ' ' || pg_relation_filenode('server_life') || ' ' ||
    (select oid from pg_database where datname = current_database()))`

/** A restarted server may run on files that were replaced meanwhile. */
const SELECT_LIFE = `
  select ${LIFE_ID} as life_id, pg_postmaster_start_time()::text as started_at,
    (pg_current_wal_flush_lsn() - '0/0')::text as flushed from server_life`

interface LifeRow {
  readonly life_id: string
  readonly started_at: string
  /** The number of bytes of log that the server had made durable. */
  readonly flushed: string
}

/**
 * Detects that the database may have lost commits that this process has seen: after a crash, a
 * restart, the promotion of a standby or a restore. Shared by all pools of a process.
 *
 * Each new connection reads its server's life before any other statement. If the life is new, the
 * listeners are called at once, so that no old cache is used on the new connection, and all older
 * connections are closed. State that depends on the life, such as caches and leases, belongs into
 * `PerDatabaseLife`.
 */
export class ServerLife {
  /** Undefined before the first connection, and while there is no schema. */
  #current: string | undefined
  /** The most bytes of log that the server of the current life had made durable. */
  #flushed = 0n
  readonly #listeners: ((lostBytes: bigint) => void)[] = []
  readonly #connections = new Map<pg.PoolClient, LifeRow | undefined>()
  #ended = 0

  /**
   * Calls `listener`, which must not throw, when a new life begins. The first one does not count.
   * `lostBytes` of durable log are missing for certain; 0 if it is not known whether any are.
   */
  onNew(listener: (lostBytes: bigint) => void): void {
    this.#listeners.push(listener)
  }

  /** Counts the lives that have ended while this process knew the database. */
  get ended(): number {
    return this.#ended
  }

  /** Names the life that the last connection has seen; undefined before the first one. */
  get current(): string | undefined {
    return this.#current
  }

  /** Names the present life. Throws if there was no connection yet, or no schema. */
  get currentId(): string {
    if (this.#current === undefined) throw new Outage(new Error('the database has no schema'))
    return this.#current
  }

  /** Reads the life of the connection's server. Throws Outage for a standby. */
  async learn(client: pg.PoolClient): Promise<void> {
    const life = await readLife(client)
    if (!this.#connections.has(client)) client.once('end', () => this.#connections.delete(client))
    this.#connections.set(client, life)
    this.#enter(life)
    if (life) this.#closeOthers(life)
  }

  /** Returns the life that a connection sees. */
  async idFor(client: pg.PoolClient): Promise<string> {
    // A connection that was opened before the schema existed.
    if (!this.#connections.get(client)) await this.learn(client)
    const life = this.#connections.get(client)
    if (!life) throw new Outage(new Error('the database has no schema'))
    return life.life_id
  }

  #enter(life: LifeRow | undefined): void {
    const flushed = BigInt(life?.flushed ?? 0)
    const [before, seen] = [this.#current, this.#flushed]
    this.#current = life && `${life.life_id} ${life.started_at}`
    const isSame = before === this.#current
    // Connections that read it at the same time may get their responses in another order.
    this.#flushed = isSame && seen > flushed ? seen : flushed
    if (isSame || before === undefined) return
    this.#ended += 1
    const lostBytes = life && seen > flushed ? seen - flushed : 0n
    for (const listener of this.#listeners) listener(lostBytes)
  }

  #closeOthers({ life_id: lifeId, started_at: startedAt }: LifeRow): void {
    for (const [client, life] of this.#connections) {
      if (!life || (life.life_id === lifeId && life.started_at === startedAt)) continue
      this.#connections.delete(client)
      client.connection.stream.destroy()
    }
  }
}

async function readLife(client: pg.PoolClient): Promise<LifeRow | undefined> {
  try {
    for (;;) {
      const { rows } = await client.query<LifeRow>({
        text: SELECT_LIFE,
        query_timeout: LEARN_TIMEOUT_MS,
      } as pg.QueryConfig)
      if (rows[0]) return rows[0]
      await client.query('insert into server_life default values on conflict do nothing')
    }
  } catch (error) {
    const code = codeOf(error)
    if (code === UNDEFINED_TABLE) return undefined
    throw code === FEATURE_NOT_SUPPORTED ? new Outage(error) : error
  }
}
