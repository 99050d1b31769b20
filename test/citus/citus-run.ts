import { randomBytes } from 'node:crypto'
import { connect, type Database } from '../../src/db/mod.ts'
import { verify } from '../../src/ledger/mod.ts'
import { compareOrders } from '../../src/orders/mod.ts'
import { openEndpoint } from '../faults/endpoint.ts'
import {
  buyAll,
  expectCodes,
  expectReady,
  expectReplays,
  expectWrites,
  readAllItems,
  untilDone,
  type Scene,
} from '../faults/failover-account.ts'
import { makeFailoverFixture, stockedProducts } from '../faults/failover-fixture.ts'
import type { FailoverFixture } from '../faults/failover-fixture.ts'
import { FailoverLoad, type Member } from '../faults/failover-load.ts'
import { expectRows } from '../faults/failover-rows.ts'
import { isOutage } from '../faults/failover-run.ts'
import { expectNone } from '../faults/expect-none.ts'
import { SentFile } from '../faults/sent-file.ts'
import { ADMIN_TOKEN, makeInstallation, type ServiceProcess } from '../faults/service-process.ts'
import { freshDatabase } from '../support/database.ts'
import { copyTables } from './copy-tables.ts'

const ERROR_LEVEL = 50

interface RunningMember extends Member {
  readonly process: ServiceProcess
}

/** Two processes under load on one distributed database. */
export class CitusRun {
  readonly #db: Database
  readonly #fixture: FailoverFixture
  readonly #members: readonly RunningMember[]
  readonly load: FailoverLoad

  private constructor(
    db: Database,
    fixture: FailoverFixture,
    members: readonly RunningMember[],
    seed: number,
  ) {
    this.#db = db
    this.#fixture = fixture
    this.#members = members
    this.load = new FailoverLoad(fixture, members, seed)
  }

  /** Distributes an empty database, as an operator does, and starts two processes on it. */
  static async start(url: string, seed: number): Promise<CitusRun> {
    const installation = makeInstallation({ isEmpty: true })
    const settings = {
      DATABASE_URL: url,
      TESSERA_MASTER_KEY: randomBytes(32).toString('base64'),
      TESSERA_BATCH_UNITS: '20',
      TESSERA_CLAIM_PORT: '0',
      TESSERA_CLAIM_URL: 'https://gifts.example.com',
      TESSERA_DB_CONNECTIONS: '8',
      TESSERA_LEDGER_CONNECTIONS: '8',
    }
    const distributed = await installation.run(['distribute', '--shards', '8'], settings)
    if (distributed.code !== 0) throw new Error(distributed.stderr + distributed.stdout)
    const members: RunningMember[] = []
    for (let at = 0; at < 2; at += 1) {
      const process = await installation.start(settings)
      const { url: address, claimUrl: pages } = process
      const endpoint = openEndpoint(address, ADMIN_TOKEN)
      members.push({ ...endpoint, url: address, pages, timesFrozen: 0, isFrozen: false, process })
    }
    const [first] = members
    if (!first) throw new Error('no process runs')
    const fixture = await makeFailoverFixture(first)
    const db = connect(
      { connectionString: url },
      { connectionsMax: 4, onIdleError: () => undefined },
    )
    const run = new CitusRun(db, fixture, members, seed)
    await run.load.stockUp()
    run.load.start()
    return run
  }

  /** Ends everything, and returns what was lost, doubled, sold twice or wrong in a response. */
  async account(): Promise<string[]> {
    const scene: Scene = { db: this.#db, fixture: this.#fixture, load: this.load }
    const [first, second] = this.#members
    if (!first || !second) throw new Error('no process runs')
    const faults: string[] = []
    const check = async (name: string, done: () => unknown): Promise<void> => {
      try {
        await done()
      } catch (error) {
        faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    await check('end', () => this.load.end())
    for (const member of this.#members) await check('ready', () => expectReady(member))
    await check('what was not answered', () => this.load.settle())
    await check('stock for everybody', () => this.#stockUp())
    await check('all orders end', () => untilDone(this.#db))
    await check('writes', () => expectWrites(scene))
    await check('replays', () => expectReplays(scene, second))
    await check('everything is sold', () => buyAll(scene, first))
    await check('codes', async () => expectCodes(scene, await readAllItems(scene, this.#members)))
    await check('the ledger', () => this.#verify())
    await check('the rows', () => this.#compareRows())
    await check('logs', () => this.#expectQuietLogs())
    return faults
  }

  async stop(): Promise<void> {
    this.load.stop()
    for (const { process } of this.#members) await process.end('SIGKILL')
    await this.#db.close()
  }

  /** Expects no logged fault but those of a node that is down. */
  #expectQuietLogs(): void {
    const faults = this.#members.flatMap(({ process }) =>
      process.log.filter(({ level, err }) => level >= ERROR_LEVEL && !isOutage(err)),
    )
    expectNone([...new Set(faults.map(({ msg, err }) => `${msg}: ${err?.code} ${err?.stack}`))])
  }

  async #verify(): Promise<void> {
    const { balanced, differences } = await verify(this.#db, { compare: compareOrders })
    if (!balanced || differences.length > 0) throw new Error(JSON.stringify(differences))
  }

  /** Compares on one server: Citus cannot compare rows of the coordinator with those of nodes. */
  async #compareRows(): Promise<void> {
    const plain = await freshDatabase()
    try {
      await copyTables(this.#db, plain.db)
      await expectRows(plain.db)
    } finally {
      await plain.drop()
    }
  }

  /** Codes for everything that was ever ordered. */
  async #stockUp(): Promise<void> {
    const { rows } = await this.#db.pool.query<{ product_id: number; face: number; units: number }>(
      `select product_id, (face_value_minor / 100)::int as face, sum(quantity)::int as units
       from fulfillments where product_id = any($1) group by product_id, face_value_minor`,
      [stockedProducts(this.#fixture)],
    )
    for (const { product_id: productId, face, units } of rows) {
      this.load.files.push(new SentFile(productId, face, units))
    }
    await this.load.settle()
  }
}
