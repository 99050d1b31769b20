import pg from 'pg'
import { systemClock } from '../core/mod.ts'

/** A server session: its process and start time, because process ids are reused. */
interface Backend {
  readonly pid: number
  readonly startedAt: string
}

interface WatchedConnection {
  /** Undefined until the session has identified itself. */
  backend: Backend | undefined
  /** The number of bytes received until the connection last made progress or was idle. */
  bytesRead: unknown
  since: number
}

const CHECKS_PER_SILENCE = 4
/** The longest wait for a fresh connection, and for each of its responses. */
const FRESH_MS_MAX = 3_000

/**
 * Detects silent connections, whose statements get no response and no error, as after a firewall
 * forgets them or a proxy hangs. The timeouts of the driver and of TCP would take a minute or more.
 *
 * A connection without a response for `silentMs` is silent. A fresh connection then asks the server
 * what these sessions do. Sessions that work or wait for a lock are left alone. The others have
 * responded, or never received the statement. They are ended on both sides, so their locks are
 * released, and their work is repeated or its outcome is looked up. If the fresh connection gets no
 * response either, all silent ones are destroyed.
 */
export class SilenceWatch {
  readonly #config: pg.ClientConfig
  readonly #silentMs: number
  readonly #connections = new Map<pg.PoolClient, WatchedConnection>()
  readonly #timer: NodeJS.Timeout
  #isJudging = false

  /** `config` is that of the pool's connections. */
  constructor(config: pg.ClientConfig, silentMs: number) {
    this.#silentMs = silentMs
    this.#config = { ...config, connectionTimeoutMillis: FRESH_MS_MAX, query_timeout: FRESH_MS_MAX }
    this.#timer = setInterval(() => void this.#checkAll(), silentMs / CHECKS_PER_SILENCE).unref()
  }

  /** Watches a connection. Its first statement reads which session it is. */
  async add(client: pg.PoolClient): Promise<void> {
    const watched: WatchedConnection = {
      backend: undefined,
      bytesRead: 0,
      since: systemClock.monotonic(),
    }
    this.#connections.set(client, watched)
    client.once('end', () => this.#connections.delete(client))
    const { rows } = await client.query<Backend>(SELECT_BACKEND)
    watched.backend = rows[0]
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #checkAll(): Promise<void> {
    const now = systemClock.monotonic()
    for (const [client, watched] of this.#connections) {
      const bytesRead = bytesReadOf(client)
      if (isWaiting(client) && bytesRead === watched.bytesRead) continue
      watched.bytesRead = bytesRead
      watched.since = now
    }
    const silent = [...this.#connections].filter(([, { since }]) => now - since >= this.#silentMs)
    if (silent.length === 0 || this.#isJudging) return
    this.#isJudging = true
    this.#probeIdle()
    await this.#judge(silent).finally(() => (this.#isJudging = false))
  }

  /**
   * Sends an empty statement on each idle connection, because the fault may have cut these off,
   * too.
   */
  #probeIdle(): void {
    for (const client of this.#connections.keys()) {
      if (!isWaiting(client)) client.query('').catch(() => undefined)
    }
  }

  async #judge(silent: readonly [pg.PoolClient, WatchedConnection][]): Promise<void> {
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
      // Busy sessions stay watched: they are checked again after a whole interval.
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

/** Sessions that only wait for their client are not `active`, so they do not count as busy. */
const SELECT_BUSY = `
  select pid, backend_start::text as "startedAt" from pg_stat_activity
  where pid = any($1::integer[]) and state = 'active'`

/** Ends the silent sessions that are still not busy. */
const TERMINATE = `
  select pg_terminate_backend(activity.pid)
  from unnest($1::integer[], $2::text[]) as dead (pid, started_at)
  join pg_stat_activity as activity using (pid)
  where activity.backend_start::text = dead.started_at and activity.state <> 'active'`

/** True if a statement has no response yet. The driver's types lack this property. */
function isWaiting(client: pg.PoolClient): boolean {
  return Reflect.get(client, 'readyForQuery') === false
}

/** Returns the bytes received on a socket, with TLS or without. */
function bytesReadOf(client: pg.PoolClient): unknown {
  return Reflect.get(client.connection.stream, 'bytesRead')
}

function isStillSilent([client, { bytesRead }]: readonly [
  pg.PoolClient,
  WatchedConnection,
]): boolean {
  return isWaiting(client) && bytesReadOf(client) === bytesRead
}

function pidsOf(silent: readonly [pg.PoolClient, WatchedConnection][]): number[] {
  return silent.flatMap(([, { backend }]) => (backend ? [backend.pid] : []))
}

function nameOf(backend: Backend | undefined): string {
  return backend ? `${backend.pid} ${backend.startedAt}` : 'unknown'
}

function destroy(dead: readonly [pg.PoolClient, WatchedConnection][]): void {
  for (const [client] of dead) client.connection.stream.destroy(new SilentConnection())
}

/** The error of statements on a silent connection, as if TCP had closed it. */
class SilentConnection extends Error {
  override readonly name = 'SilentConnection'
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('the connection to the database was silent')
  }
}
