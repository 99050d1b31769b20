import { randomBytes } from 'node:crypto'
import { isRetryable } from '../../src/db/faults.ts'
import { isConnectionLost, type Database } from '../../src/db/mod.ts'
import { PART_BYTES } from '../../src/imports/import-file.ts'
import type { Json } from '../support/client.ts'
import { Random } from './chaos-random.ts'
import { openEndpoint } from './endpoint.ts'
import type { FailingServer } from './failing-server.ts'
import {
  buyAll,
  expectCatalog,
  expectCodes,
  expectCredentials,
  expectDatabase,
  expectLinks,
  expectReady,
  expectReplays,
  expectWrites,
  readAllItems,
  survivorsOf,
  untilDone,
  type Scene,
} from './failover-account.ts'
import { FailoverLoad, type Member } from './failover-load.ts'
import { makeFailoverFixture, stockedProducts, type FailoverFixture } from './failover-fixture.ts'
import { expectNone } from './expect-none.ts'
import { LINE_BYTES, SentFile, type HeldUpload } from './sent-file.ts'
import { ADMIN_TOKEN, makeInstallation } from './service-process.ts'
import type { LogLine, ServiceProcess } from './service-process.ts'

/** Small batches, so that an order has many under way. */
const SETTINGS = {
  TESSERA_BATCH_UNITS: '20',
  TESSERA_CLAIM_PORT: '0',
  TESSERA_CLAIM_URL: 'https://gifts.example.com',
}
/** Kinds of acts of which each loss has at least one. */
const ALWAYS_LOST = [
  'keys',
  'rate',
  'issueCredential',
  'newProduct',
  'import',
  'order',
  'link',
  'claim',
] as const
const HELD_PARTS = 4
const FREEZE_PERCENT = 60

const ERROR_LEVEL = 50
/** The statuses of an import that may be resumed: slow file, lost beginning, or no database. */
const UPLOAD_ENDS = [408, 409, 503]

interface RunningMember extends Member {
  readonly process: ServiceProcess
}

/** One history of two services whose database loses a part of it. */
export class FailoverRun {
  readonly #server: FailingServer
  readonly #fixture: FailoverFixture
  readonly #members: readonly RunningMember[]
  readonly #start: () => Promise<RunningMember>
  readonly #load: FailoverLoad
  readonly #random: Random
  #import: { readonly file: SentFile; readonly upload: HeldUpload } | undefined
  #frozen: RunningMember | undefined
  #freezes = 0

  private constructor(
    server: FailingServer,
    services: { members: readonly RunningMember[]; start: () => Promise<RunningMember> },
    { fixture, seed }: { fixture: FailoverFixture; seed: number },
  ) {
    this.#server = server
    this.#fixture = fixture
    this.#members = services.members
    this.#start = services.start
    this.#random = new Random(seed + 1_000_000)
    this.#load = new FailoverLoad(fixture, services.members, seed)
  }

  static async start(server: FailingServer, seed: number): Promise<FailoverRun> {
    const installation = makeInstallation({ isEmpty: true })
    const masterKey = randomBytes(32).toString('base64')
    const settings = { ...SETTINGS, DATABASE_URL: server.url, TESSERA_MASTER_KEY: masterKey }
    const start = async (): Promise<RunningMember> => {
      const process = await installation.start(settings)
      return {
        ...openEndpoint(process.url, ADMIN_TOKEN),
        url: process.url,
        pages: process.claimUrl,
        timesFrozen: 0,
        isFrozen: false,
        process,
      }
    }
    const [first, second] = await Promise.all([start(), start()])
    const members = [first, second]
    const fixture = await makeFailoverFixture(first)
    const run = new FailoverRun(server, { members, start }, { fixture, seed })
    await run.#load.stockUp()
    run.#load.start()
    return run
  }

  /** Acknowledged writes and imports that were lost. */
  get lost(): number {
    const { writes, files } = this.#load
    return [...writes, ...files].reduce((sum, { timesLost }) => sum + timesLost, 0)
  }

  /** A summary of the run, in one line. */
  get figures(): string {
    const { writes, files } = this.#load
    const claims = writes.filter(
      ({ sent, answer }) => sent.kind === 'claim' && answer !== undefined,
    )
    const sent = `${writes.length} writes, ${claims.length} claimed cards, ${files.length} imports`
    return `${sent}, ${this.lost} answered and lost; a service stood still ${this.#freezes} times`
  }

  /** Continues the load until `by` more writes have succeeded. */
  grow(by: number): Promise<void> {
    return this.#load.grows(by)
  }

  /** Begins an import, which may store some of its file. */
  async beginImport(): Promise<void> {
    const lines = Math.floor((HELD_PARTS * PART_BYTES) / LINE_BYTES)
    const file = new SentFile(this.#fixture.scarce, 10, lines)
    this.#load.files.push(file)
    this.#import = { file, upload: file.begin(this.#first.url, ADMIN_TOKEN) }
    if (this.#random.chance(70)) await this.#openImport.upload.sendPart(this.#first)
  }

  /** Sends an act of each kind of which a loss must have one. */
  async actOfEachKind(): Promise<void> {
    for (const act of ALWAYS_LOST) await this.#load.run(act)
  }

  /** Sends acts that the failover will lose, and may freeze one of the services at the end. */
  async growWhatIsLost(by: number): Promise<void> {
    await this.#openImport.upload.sendPart(this.#first)
    await this.actOfEachKind()
    await this.#load.grows(by)
    if (!this.#random.chance(FREEZE_PERCENT)) return
    this.#frozen = this.#random.pick(this.#members)
    this.#frozen.timesFrozen += 1
    this.#freezes += 1
    this.#frozen.isFrozen = true
    this.#frozen.process.freeze()
  }

  #thaw(): void {
    if (!this.#frozen) return
    this.#frozen.process.thaw()
    this.#frozen.isFrozen = false
    this.#frozen = undefined
  }

  /** Continues the load on another history, after forgetting what that history lacks. */
  async goOn(): Promise<void> {
    for (const member of this.#members) {
      if (member === this.#frozen) continue
      // Before this response, the service has sent all responses that came from the old server.
      await member.http.send({ method: 'GET', target: '/health/live' })
    }
    await this.#ask(async (db) => this.#load.forget(await survivorsOf(db)))
    this.#server.reopen()
    if (this.#random.chance(50)) await this.#load.grows(5)
    this.#thaw()
    this.#openImport.upload.sendRest()
    for (const member of this.#members) await expectReady(member)
  }

  /** Returns when the import that was begun has its response, or has ended without one. */
  async endImport(): Promise<void> {
    const { file, upload } = this.#openImport
    const response = await upload.response
    if (response?.status === 201) file.answer = JSON.parse(response.text).data
    else if (response && !UPLOAD_ENDS.includes(response.status)) {
      file.wrong.push(`${response.status} ${response.text}`)
    }
  }

  /** Stops the load, also for a run that has failed. */
  stop(): void {
    this.#load.stop()
  }

  /** Finishes all work, checks it, checks again after a restart, and sells the stock. */
  async account(): Promise<string[]> {
    return this.#ask(async (db) => {
      const scene: Scene = { db, fixture: this.#fixture, load: this.#load }
      const checks = new Checks()
      await this.#load.end()
      await checks.run('requests without a response', () => this.#load.settle())
      await checks.run('stock for all orders', () => this.#stockUp(db))
      await checks.run('all orders end', () => untilDone(db))
      await checks.run('writes', () => expectWrites(scene))
      for (const member of this.#members) await this.#checkService(checks, scene, member)
      await checks.run('items', () => readAllItems(scene, this.#members))
      const [one, other] = this.#members
      if (one && other) {
        await checks.run('links', () => expectLinks(scene, one, [other]))
        await checks.run('links of the other service', () => expectLinks(scene, other, [one]))
      }
      await checks.run('logs', () => this.#expectQuietLogs())
      for (const { process } of this.#members) await process.end('SIGTERM')
      await this.#checkAfterRestart(checks, scene)
      return checks.faults
    })
  }

  async #checkService(checks: Checks, scene: Scene, member: RunningMember): Promise<void> {
    await checks.run('ready', () => expectReady(member))
    await checks.run('catalog', () => expectCatalog(scene, member))
    await checks.run('credentials', () => expectCredentials(scene, member))
  }

  async #checkAfterRestart(checks: Checks, scene: Scene): Promise<void> {
    const member = await this.#start()
    let items: Json[] = []
    await checks.run('replays after a restart', () => expectReplays(scene, member))
    await checks.run('everything is sold after a restart', () => buyAll(scene, member))
    await checks.run('items after a restart', async () => {
      items = await readAllItems(scene, [member])
    })
    await checks.run('codes after a restart', () => expectCodes(scene, items))
    await checks.run('credentials after a restart', () => expectCredentials(scene, member))
    await checks.run('catalog after a restart', () => expectCatalog(scene, member))
    await checks.run('the database', () => expectDatabase(scene))
    await member.process.end('SIGTERM')
  }

  /** Imports codes for everything that was ever ordered. */
  async #stockUp(db: Database): Promise<void> {
    const { rows } = await db.pool.query<{ product_id: number; face: number; units: number }>(
      `select product_id, (face_value_minor / 100)::int as face, sum(quantity)::int as units
       from fulfillments where product_id = any($1) group by product_id, face_value_minor`,
      [stockedProducts(this.#fixture)],
    )
    for (const { product_id: productId, face, units } of rows) {
      this.#load.files.push(new SentFile(productId, face, units))
    }
    await this.#load.settle()
  }

  get #openImport(): { readonly file: SentFile; readonly upload: HeldUpload } {
    if (!this.#import) throw new Error('no import was begun')
    return this.#import
  }

  get #first(): RunningMember {
    const [first] = this.#members
    if (!first) throw new Error('there is no service')
    return first
  }

  /** Faults that the database's absence does not explain. */
  #expectQuietLogs(): void {
    const faults = this.#members.flatMap(({ process }) =>
      process.log.filter(({ level, err }) => level >= ERROR_LEVEL && !isOutage(err)),
    )
    expectNone([...new Set(faults.map(({ msg, err }) => `${msg}: ${err?.stack}`))])
  }

  async #ask<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = this.#server.connect()
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }
}

/** True if the database's absence explains a fault that was logged. */
export function isOutage(err: LogLine['err']): boolean {
  if (!err) return false
  if (err.type === 'Outage') return true
  const error = Object.assign(new Error(err.message), err.code !== undefined && { code: err.code })
  return isConnectionLost(error) || isRetryable(error)
}

/** Runs all checks, and reports those that fail. */
class Checks {
  readonly faults: string[] = []

  async run(name: string, check: () => unknown): Promise<void> {
    try {
      await check()
    } catch (error) {
      this.faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}
