import pg from 'pg'
import { systemClock } from '../core/mod.ts'

/** A session of the server: its process, and since when, as numbers of processes are reused. */
interface Backend {
  readonly pid: number
  readonly startedAt: string
}

interface Watched {
  /** Undefined until the session has said who it is. */
  backend: Backend | undefined
  /** What had arrived when it was last seen to move, or to have nothing to wait for. */
  bytesRead: unknown
  since: number
}

const LOOK_MS = 500
const SILENT_MS = 2_000
/** For a fresh connection to be made, and for each of its answers. */
const FRESH_MS_MAX = 3_000

/**
 * Notices connections that have fallen silent: their statements are not answered, and no error says
 * so, as when a firewall forgets a connection or a proxy hangs. Waiting for the time limit of the
 * driver or of TCP would take a minute and more.
 *
 * A connection that has not been answered for two seconds is silent. Then a fresh connection asks
 * the server what the sessions are doing. Those at work, or waiting for a lock, are left alone. The
 * others have had their answer, or have never seen the statement: they are ended on both sides, so
 * their locks are free and their work is repeated, or its outcome looked up. If even the fresh
 * connection is not answered, all silent ones are destroyed, so nobody waits for them.
 */
export class SilenceWatch {
  readonly #config: pg.ClientConfig
  readonly #connections = new Map<pg.PoolClient, Watched>()
  readonly #timer: NodeJS.Timeout
  #isJudging = false

  /** `config` is that of a connection like those of the pool. */
  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, connectionTimeoutMillis: FRESH_MS_MAX, query_timeout: FRESH_MS_MAX }
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref()
  }

  /** Watches a connection from its first statement on, which learns whose it is. */
  async add(client: pg.PoolClient): Promise<void> {
    const watched: Watched = { backend: undefined, bytesRead: 0, since: systemClock.monotonic() }
    this.#connections.set(client, watched)
    client.once('end', () => this.#connections.delete(client))
    const { rows } = await client.query<Backend>(SELECT_BACKEND)
    watched.backend = rows[0]
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    const now = systemClock.monotonic()
    for (const [client, watched] of this.#connections) {
      const bytesRead = bytesReadOf(client)
      if (isWaiting(client) && bytesRead === watched.bytesRead) continue
      watched.bytesRead = bytesRead
      watched.since = now
    }
    const silent = [...this.#connections].filter(([, { since }]) => now - since >= SILENT_MS)
    if (silent.length === 0 || this.#isJudging) return
    this.#isJudging = true
    this.#askAll()
    await this.#judge(silent).finally(() => (this.#isJudging = false))
  }

  /** What has made one silent may have made others so that nobody has asked since. */
  #askAll(): void {
    for (const client of this.#connections.keys()) {
      if (!isWaiting(client)) client.query('').catch(() => undefined)
    }
  }

  async #judge(silent: readonly [pg.PoolClient, Watched][]): Promise<void> {
    const fresh = new pg.Client(this.#config)
    fresh.on('error', () => undefined)
    try {
      await fresh.connect()
      const { rows } = await fresh.query<Backend>(SELECT_BUSY, [pidsOf(silent)])
      const busy = new Set(rows.map(nameOf))
      const dead = silent.filter((one) => isStillSilent(one) && !busy.has(nameOf(one[1].backend)))
      const backends = dead.flatMap(([, { backend }]) => (backend ? [backend] : []))
      await fresh.query(TERMINATE, [
        backends.map(({ pid }) => pid),
        backends.map(({ startedAt }) => startedAt),
      ])
      destroy(dead)
      // They are asked about again as if they had just begun.
      for (const [, watched] of silent) watched.since = systemClock.monotonic()
    } catch {
      destroy(silent.filter(isStillSilent))
    } finally {
      fresh.connection.stream.destroy()
    }
  }
}

const SELECT_BACKEND = `
  select pid, backend_start::text as "startedAt"
  from pg_stat_get_activity(pg_backend_pid())`

/** What waits for its client waits for one that waits for it. */
const SELECT_BUSY = `
  select pid, backend_start::text as "startedAt" from pg_stat_activity
  where pid = any($1::integer[]) and state = 'active'`

/** Of the ones that were not busy those that are not so by now. */
const TERMINATE = `
  select pg_terminate_backend(activity.pid)
  from unnest($1::integer[], $2::text[]) as dead (pid, started_at)
  join pg_stat_activity as activity using (pid)
  where activity.backend_start::text = dead.started_at and activity.state <> 'active'`

/** Whether a statement that was sent is not answered yet; the driver's types do not have it. */
function isWaiting(client: pg.PoolClient): boolean {
  return Reflect.get(client, 'readyForQuery') === false
}

/** Of a socket, with TLS or without. */
function bytesReadOf(client: pg.PoolClient): unknown {
  return Reflect.get(client.connection.stream, 'bytesRead')
}

function isStillSilent([client, { bytesRead }]: readonly [pg.PoolClient, Watched]): boolean {
  return isWaiting(client) && bytesReadOf(client) === bytesRead
}

function pidsOf(silent: readonly [pg.PoolClient, Watched][]): number[] {
  return silent.flatMap(([, { backend }]) => (backend ? [backend.pid] : []))
}

function nameOf(backend: Backend | undefined): string {
  return backend ? `${backend.pid} ${backend.startedAt}` : 'unknown'
}

function destroy(dead: readonly [pg.PoolClient, Watched][]): void {
  for (const [client] of dead) client.connection.stream.destroy(new SilentConnection())
}

/** What the statements of a silent connection fail with, as if TCP had noticed. */
class SilentConnection extends Error {
  override readonly name = 'SilentConnection'
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('the connection to the database was silent')
  }
}
