import type pg from 'pg'
import { codeOf, Outage } from './faults.ts'

const UNDEFINED_TABLE = '42P01'
/** A standby: it reads no unlogged table. */
const FEATURE_NOT_SUPPORTED = '0A000'
const LEARN_TIMEOUT_MS = 10_000

/**
 * SQL for the name of the history that a database has. A crash and the promotion of a standby empty
 * the unlogged table; a restore makes another table, or another database, even where it brings the
 * row along.
 */
export const LIFE_ID = `
  (life_id || ' ' || pg_relation_filenode('server_life') || ' ' ||
    (select oid from pg_database where datname = current_database()))`

/** A server that was started again may run on files that somebody put there meanwhile. */
const SELECT_LIFE = `
  select ${LIFE_ID} as life_id, pg_postmaster_start_time()::text as started_at from server_life`

interface LifeRow {
  readonly life_id: string
  readonly started_at: string
}

/**
 * Notices when the database that a process is connected to may have lost commits which the process
 * has seen: after a crash, a restart, the promotion of a standby or a restore. Shared by all pools
 * of a process.
 *
 * Each new connection learns the life of its server before any other statement is sent on it. Where
 * that is not the life known so far, the listeners are called at once, so that nothing which was
 * cached before is used on the new connection; and all connections of earlier lives are closed.
 */
export class ServerLife {
  /** Undefined before the first connection, and while there is no schema. */
  #current: string | undefined
  readonly #listeners: (() => void)[] = []
  readonly #connections = new Map<pg.PoolClient, LifeRow | undefined>()

  /** Calls `listener`, which must not throw, whenever a new life begins; not for the first one. */
  onNew(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Reads the life of the server that the connection leads to. Throws Outage for a standby. */
  async learn(client: pg.PoolClient): Promise<void> {
    const life = await readLife(client)
    if (!this.#connections.has(client)) client.once('end', () => this.#connections.delete(client))
    this.#connections.set(client, life)
    this.#enter(life && `${life.life_id} ${life.started_at}`)
    if (life) this.#closeOthers(life)
  }

  /** The history that a connection sees. */
  async idFor(client: pg.PoolClient): Promise<string> {
    // Of a connection that was made before the schema.
    if (!this.#connections.get(client)) await this.learn(client)
    const life = this.#connections.get(client)
    if (!life) throw new Outage(new Error('the database has no schema'))
    return life.life_id
  }

  #enter(life: string | undefined): void {
    if (life === this.#current) return
    const isFirst = this.#current === undefined
    this.#current = life
    if (isFirst) return
    for (const listener of this.#listeners) listener()
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
