import type { ConnectionTarget } from '../../src/db/mod.ts'
import { startHttpProxy, type Fate, type HttpProxy, type Passing } from '../support/http-proxy.ts'
import { openEndpoint, type Endpoint } from '../faults/endpoint.ts'
import { Random } from '../faults/chaos-random.ts'
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import {
  startProcess,
  type LoggedFault,
  type NodeProcess,
  type ProcessOptions,
} from './node-process.ts'
import type { VirtualTime } from './virtual-time.ts'

const ADMIN_TOKEN = 'operator-token-of-the-simulation'
const SETTINGS = {
  TESSERA_ADMIN_TOKEN: ADMIN_TOKEN,
  TESSERA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  TESSERA_RATE_LIMIT: '0',
  TESSERA_POLL_LIMIT: '0',
  TESSERA_FAILURE_LIMIT: '0',
  TESSERA_BATCH_UNITS: '3',
  // The work of a process that is gone is taken over after this time.
  TESSERA_LEASE_SECONDS: '2',
  TESSERA_DB_CONNECTIONS: '4',
  TESSERA_LEDGER_CONNECTIONS: '3',
  TESSERA_SENTINEL: 'on',
  TESSERA_WEBHOOK_HTTP: 'allowed',
  TESSERA_WEBHOOK_PRIVATE_ADDRESSES: 'allowed',
  // The address of a link is the same at every process.
  TESSERA_CLAIM_URL: 'https://links.example',
}
/** Below TESSERA_CLOCK_SKEW_SECONDS: a process follows the clock of the database up to that. */
const AHEAD_MS_MAX = 4_000
const STARTS_MAX = 6
/** Routes whose second response differs from the first. */
const UNREPEATABLE = /\/(cancel|cases)$/
const FATES: readonly Fate[] = ['lose', 'after', 'middle', 'twice', 'late', 'pass', 'pass']

/** A process, its proxies, and their faults. Its address stays when it is restarted. */
export class Member {
  readonly database: DatabaseProxy
  readonly #options: ProcessOptions
  #process: NodeProcess
  readonly #fronts: HttpProxy[] = []
  #endpoint: Endpoint | undefined
  #fates: Random | undefined
  #faults: LoggedFault[] = []
  #isFrozen = false
  #isKilled = false
  #starting: Promise<void> = Promise.resolve()

  private constructor(database: DatabaseProxy, options: ProcessOptions, process: NodeProcess) {
    this.database = database
    this.#options = options
    this.#process = process
  }

  static async start(
    target: ConnectionTarget,
    {
      dataDir,
      smtpUrl,
      time,
    }: {
      readonly dataDir: string
      readonly smtpUrl: string
      readonly time: VirtualTime
    },
  ): Promise<Member> {
    const proxy = await openDatabaseProxy(target, time)
    const mail = { TESSERA_SMTP_URL: smtpUrl, TESSERA_MAIL_FROM: 'mail@tessera.test' }
    const own = { DATABASE_URL: proxy.url, TESSERA_DATA_DIR: dataDir, ...mail }
    const settings = { ...SETTINGS, ...own, TESSERA_PORT: '0', TESSERA_CLAIM_PORT: '0' }
    const first = await startProcess({ settings, time }, 0)
    const [TESSERA_PORT, TESSERA_CLAIM_PORT] = [first.url, first.claimUrl].map(
      (url) => new URL(url).port,
    )
    const ports = { TESSERA_PORT, TESSERA_CLAIM_PORT } as Record<string, string>
    const member = new Member(proxy, { settings: { ...settings, ...ports }, time }, first)
    const fate = (passing: Passing) => member.#fate(passing)
    const pause = (ms: number) => time.pause(ms)
    for (const url of [first.url, first.claimUrl]) {
      member.#fronts.push(await startHttpProxy({ target: url, fate, pause }))
    }
    member.#endpoint = openEndpoint(member.#fronts[0]?.url ?? '', ADMIN_TOKEN)
    return member
  }

  /** The address for clients, which never changes. */
  get endpoint(): Endpoint {
    if (!this.#endpoint) throw new Error('the member has not started')
    return this.#endpoint
  }

  /** The address of its pages of links and wallets. */
  get pages(): string {
    return this.#fronts[1]?.url ?? ''
  }

  get isServing(): boolean {
    return !this.#isFrozen && !this.#isKilled
  }

  /** The errors that its processes have logged. */
  get faults(): readonly LoggedFault[] {
    return [...this.#faults, ...this.#process.faults]
  }

  freeze(): void {
    if (!this.isServing) return
    this.#isFrozen = true
    this.#process.freeze()
  }

  thaw(): void {
    if (this.#isFrozen) this.#process.thaw()
    this.#isFrozen = false
  }

  /** One that is starting goes on: its start waits until the server of the database is back. */
  async kill(): Promise<void> {
    if (this.#isKilled) return
    this.#isKilled = true
    this.#isFrozen = false
    await this.#process.end('SIGKILL')
    this.#faults.push(...this.#process.faults)
  }

  /** If it was killed, starts it again on its address, with its clock ahead or behind. */
  restart(random: Random): Promise<void> {
    const aheadMs = random.between(-AHEAD_MS_MAX, AHEAD_MS_MAX)
    const before = this.#starting
    const startNext = async (): Promise<void> => {
      // It fails while the server of the database is down.
      await before.catch(() => undefined)
      if (!this.#isKilled) return
      this.#process = await this.#startAgain(aheadMs)
      this.#isKilled = false
    }
    this.#starting = startNext()
    return this.#starting
  }

  /** Repeats a start that ends because it is cut off from its database, as a supervisor does. */
  async #startAgain(aheadMs: number): Promise<NodeProcess> {
    for (let start = 1; ; start += 1) {
      this.database.trouble('pass')
      try {
        return await startProcess(this.#options, aheadMs)
      } catch (error) {
        if (start === STARTS_MAX) throw error
      }
    }
  }

  /**
   * Makes requests and responses get lost, or come twice or late, as `fates` draws; undefined ends
   * that.
   */
  trouble(fates: Random | undefined): void {
    this.#fates = fates
  }

  async calm(): Promise<void> {
    this.thaw()
    this.#fates = undefined
    this.database.trouble('pass')
    await this.restart(new Random(0))
    for (const front of this.#fronts) await front.calm()
  }

  async close(): Promise<void> {
    this.thaw()
    await this.#starting.catch(() => undefined)
    await this.#process.end('SIGKILL')
    this.#endpoint?.http.close()
    for (const front of this.#fronts) await front.close()
    await this.database.close()
  }

  #fate({ target }: Passing): { fate: Fate; delayMs: number } {
    this.#options.time.touch()
    const random = this.#fates
    if (!random) return { fate: 'pass', delayMs: 0 }
    const fate = random.pick(FATES)
    const isUnrepeatable = fate === 'twice' && UNREPEATABLE.test(target)
    return { fate: isUnrepeatable ? 'pass' : fate, delayMs: random.below(20) }
  }
}
