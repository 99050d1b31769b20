import { randomBytes } from 'node:crypto'
import { loadConfig, type Config } from '../../src/settings/config.ts'
import { systemClock } from '../../src/core/mod.ts'
import { isRetryable } from '../../src/db/faults.ts'
import { isConnectionLost, type ConnectionTarget } from '../../src/db/mod.ts'
import { createLog } from '../../src/http/mod.ts'
import { startService } from '../../src/process/service.ts'
import { startCuttableProxy } from '../support/cuttable-proxy.ts'
import type { FreshDatabase } from '../support/database.ts'
import { ADMIN_TOKEN } from '../support/service.ts'
import { Random } from './chaos-random.ts'
import { openEndpoint, type Endpoint } from './endpoint.ts'

/** Batches so small that an order has many, and leases that end within the test. */
const SETTINGS: Partial<Config> = {
  port: 0,
  adminToken: ADMIN_TOKEN,
  rateLimit: 0,
  pollLimit: 0,
  batchUnits: 7,
  leaseSeconds: 2,
  connectionsMax: 6,
  ledgerConnectionsMax: 3,
  drainSecondsMax: 5,
}
const SERVICES_MAX = 3
/** Application name of the services' sessions: the test's own sessions are not killed. */
const SESSIONS = 'chaos'

/** One service of the fleet, with its own way to the database. */
export interface Member extends Endpoint {
  isCut: boolean
  cut(): void
  mend(): void
  stop(): Promise<void>
}

/** Several services on one database, which come, go, freeze and lose their connections. */
export class Fleet {
  /** Logged faults that an outage of the database does not explain. */
  readonly faults: string[] = []
  /** Number of database sessions that were ended. */
  killed = 0
  readonly #database: FreshDatabase
  readonly #config: Config
  readonly #ending: { readonly member: Member; readonly ended: Promise<void> }[] = []
  #members: Member[] = []
  #starting = 0

  constructor(database: FreshDatabase) {
    this.#database = database
    this.#config = { ...loadConfig({}), ...SETTINGS, masterKey: randomBytes(32) }
  }

  /** Starts one more service, unless there are enough; repeats a start that is cut off. */
  async start(): Promise<void> {
    if (this.#members.length + this.#starting >= SERVICES_MAX) return
    this.#starting += 1
    try {
      for (let member: Member | undefined; !member;) {
        member = await this.#startOnce()
        if (member) this.#members.push(member)
      }
    } finally {
      this.#starting -= 1
    }
  }

  async #startOnce(): Promise<Member | undefined> {
    const proxy = await startCuttableProxy(this.#database.target)
    const log = createLog('error', { write: (line) => this.#note(line) })
    const target = withName(proxy.target)
    try {
      const started = await startService({ config: this.#config, target, clock: systemClock, log })
      const endpoint = openEndpoint(started.url, ADMIN_TOKEN)
      const member: Member = {
        ...endpoint,
        isCut: false,
        cut() {
          member.isCut = true
          proxy.cut()
        },
        mend() {
          member.isCut = false
          proxy.mend()
        },
        async stop() {
          await started.stop()
          endpoint.http.close()
          await proxy.close()
        },
      }
      return member
    } catch (error) {
      await proxy.close()
      if (isConnectionLost(error)) return undefined
      throw error
    }
  }

  #note(line: string): void {
    const { err = {}, msg } = JSON.parse(line)
    if (err.type === 'Outage') return
    const error = Object.assign(new Error(err.message), err.code && { code: err.code })
    if (isConnectionLost(error) || isRetryable(error)) return
    this.faults.push(`${msg}: ${err.stack}`)
  }

  /** Returns a running service, rarely one that is cut off. */
  any(random: Random): Member {
    return random.pick(random.chance(15) ? this.#members : this.#connected())
  }

  #connected(): Member[] {
    return this.#members.filter(({ isCut }) => !isCut)
  }

  /** One service always has its database; otherwise all would wait for it forever. */
  #isLastConnected(member: Member): boolean {
    return this.#connected().every((one) => one === member)
  }

  /**
   * Stops a service, or cuts it off its database until the end of the faults; never the last
   * connected one.
   */
  end(random: Random, { isAbandoned }: { isAbandoned: boolean }): void {
    const member = random.pick(this.#members)
    if (this.#isLastConnected(member)) return
    this.#members = this.#members.filter((other) => other !== member)
    if (isAbandoned) member.cut()
    else member.mend()
    this.#ending.push({ member, ended: member.stop() })
  }

  cut(random: Random): void {
    const member = random.pick(this.#members)
    if (!this.#isLastConnected(member)) member.cut()
  }

  mend(): void {
    for (const member of this.#members) member.mend()
  }

  /** Ends database sessions of services: the active ones, some, or all. */
  async killSessions(random: Random): Promise<void> {
    const { rows } = await this.#database.db.pool.query<{ pid: number; is_idle: boolean }>(
      `select pid, state = 'idle' as is_idle from pg_stat_activity
       where datname = current_database() and application_name = $1 order by pid`,
      [SESSIONS],
    )
    const percent = random.pick([30, 100])
    const isIdleSpared = random.chance(50)
    const pids = rows
      .filter((row) => !(row.is_idle && isIdleSpared) && random.chance(percent))
      .map(({ pid }) => pid)
    await this.#database.db.pool.query('select pg_terminate_backend(p) from unnest($1::int[]) p', [
      pids,
    ])
    this.killed += pids.length
  }

  /** Connects all services to the database again, also those that are stopping. */
  mendAll(): void {
    this.mend()
    for (const { member } of this.#ending) member.mend()
  }

  /** Waits until stopped services have ended, and more than one serves. */
  async calm(): Promise<void> {
    this.mendAll()
    await Promise.all(this.#ending.splice(0).map(({ ended }) => ended))
    await this.start()
  }

  async close(): Promise<void> {
    await this.calm()
    await Promise.all(this.#members.map((member) => member.stop()))
  }
}

/** Returns the target as a connection string, which can name the application: SESSIONS. */
function withName(target: ConnectionTarget): ConnectionTarget {
  if (!('host' in target)) throw new Error('a proxy listens on a port')
  const { user, host, port, database } = target
  const connectionString = `postgres://${user}@${host}:${port}/${database}`
  return { connectionString: `${connectionString}?application_name=${SESSIONS}` }
}
