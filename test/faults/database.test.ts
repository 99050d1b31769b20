import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { createLog } from '../../src/http/mod.ts'
import { startPostgres, type Postgres } from '../../src/postgres.ts'
import { Http, signedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { isLong } from '../support/length.ts'
import { withClient } from '../support/with-client.ts'
import { accountFor } from './account-for.ts'
import { Load } from './load.ts'
import {
  makeInstallation,
  type Installation,
  type LogLine,
  type ServiceProcess,
} from './service-process.ts'
import { makeFixture, type Fixture } from './fixture.ts'

const LANES = isLong ? 64 : 16
/** With two restarts more still within the five a minute that the service allows. */
const KILLS = isLong ? 3 : 1
const ANSWERS_BETWEEN = isLong ? 200 : 40
/** While a server is waited for, the load is small. */
const IDLE_PAUSE_MS = isLong ? 0 : 50
const ENDED_BY_ITSELF = 'PostgreSQL ended by itself; it is started again'
const READY = { method: 'GET', target: '/health/ready' }

test('PostgreSQL is killed, then loses its files: nothing is lost or doubled; beyond repair, the service ends', async () => {
  const installation = makeInstallation()
  const service = await installation.start()
  const fixture = await makeFixture(service.url)
  const load = new Load(fixture, service.url, { lanes: LANES, idlePauseMs: IDLE_PAUSE_MS })
  const reads = new Reads(fixture, service.url)

  for (let kill = 1; kill <= KILLS; kill += 1) {
    await load.grows(ANSWERS_BETWEEN)
    await replacePostgres(installation)
  }
  await load.grows(ANSWERS_BETWEEN)
  await load.end()

  expect(load.lost).toEqual([])
  // Whether a request is answered 503, or waits until PostgreSQL is back, depends on the disk.
  expect(new Set([...(await reads.end()), 503])).toEqual(new Set([200, 503]))
  await missFiles(installation, service)
  await accountFor(load, fixture, { url: service.url, dataDir: installation.dataDir })
  expect(service.log.filter(({ msg }) => msg === 'request failed')).toEqual([])
  await breakFiles(installation, service)
})

/** Moves the files away: nothing is created in their place, and nothing served without them. */
async function missFiles(installation: Installation, service: ServiceProcess): Promise<void> {
  const http = new Http(service.url)
  const files = join(installation.dataDir, 'postgres')
  const postmaster = installation.postmaster() ?? 0
  renameSync(files, `${files}-unmounted`)
  process.kill(postmaster, 'SIGKILL')
  await logs(service.log, 'PostgreSQL waits for its files')
  await eventually(async () => expect((await http.send(READY)).status).toBe(503))
  expect(existsSync(files)).toBe(false)

  renameSync(`${files}-unmounted`, files)
  await eventually(async () => {
    expect((await http.send(READY)).status).toBe(200)
  })
  http.close()
}

/** Makes a restart impossible: the service says so and ends with 1. */
async function breakFiles(installation: Installation, service: ServiceProcess): Promise<void> {
  writeFileSync(join(installation.dataDir, 'postgres/PG_VERSION'), '17\n')
  expect(killPostgres(installation)).toBeDefined()

  expect(await service.exited).toEqual({ code: 1, signal: null })
  expect(service.log.map(({ level, msg }) => `${level} ${msg}`)).toEqual(
    expect.arrayContaining(['50 PostgreSQL could not be started again', '60 the database is lost']),
  )
}

test('a data directory too deep for a socket: PostgreSQL is started again; stopping it then ends it', async () => {
  const deep = join(...Array.from({ length: 12 }, () => 'a-directory-deep-down'))
  const installation = makeInstallation({ below: deep })
  const { postgres, log } = await openPostgres(installation)

  await replacePostgres(installation)
  await eventually(() => withClient(postgres.target, (client) => client.query('select')))

  expect(killPostgres(installation)).toBeDefined()
  await logs(log, ENDED_BY_ITSELF, 2)
  await postgres.stop()
  expect(installation.postmaster()).toBeUndefined()
})

test('if PostgreSQL keeps ending, it is given up', async () => {
  const installation = makeInstallation()
  const { postgres, log } = await openPostgres(installation)
  const lost: Error[] = []
  void postgres.lost.then((error) => lost.push(error))

  await eventually(() => {
    killPostgres(installation)
    expect(lost).toEqual([new Error('PostgreSQL keeps ending')])
  })

  expect(log.filter(({ msg }) => msg === ENDED_BY_ITSELF)).toHaveLength(6)
})

/** Starts the PostgreSQL of an installation in this process. */
async function openPostgres({
  dataDir,
}: Installation): Promise<{ postgres: Postgres; log: readonly LogLine[] }> {
  const log: LogLine[] = []
  const stream = { write: (line: string) => void log.push(JSON.parse(line)) }
  const config = { ...loadConfig({}), dataDir }
  const postgres = await startPostgres(config, createLog('info', stream))
  onTestFinished(() => postgres.stop())
  return { postgres, log }
}

/** Kills PostgreSQL; answers when another one has taken its place. */
async function replacePostgres(installation: Installation): Promise<void> {
  const killed = killPostgres(installation)
  expect(killed).toBeDefined()
  await eventually(() => {
    const now = installation.postmaster()
    if (now === undefined || now === killed) throw new Error('PostgreSQL is not back')
  })
}

/** The process id of what was killed; undefined where nothing ran. */
function killPostgres({ postmaster }: Installation): number | undefined {
  const pid = postmaster()
  if (pid === undefined) return undefined
  try {
    process.kill(pid, 'SIGKILL')
    return pid
  } catch {
    return undefined
  }
}

/** Waits until the message is logged so many times. */
async function logs(log: readonly LogLine[], message: string, times = 1): Promise<void> {
  await eventually(() => expect(log.filter(({ msg }) => msg === message)).toHaveLength(times))
}

const READS = [
  '/v2/accounts/balances',
  '/v2/products?currency=USD',
  '/v2/orders?pageSize=5',
  '/api/partner/v1/customer',
]

/** Reads without end, and every status that they were answered with. */
class Reads {
  readonly #statuses = new Set<number>()
  readonly #lanes: Promise<void>[]
  readonly #http: Http
  #isEnding = false

  constructor({ credentials }: Fixture, url: string) {
    this.#http = new Http(url)
    const partner = signedClient(this.#http, credentials)
    this.#lanes = READS.map(async (target) => {
      while (!this.#isEnding) {
        this.#statuses.add((await partner.get(target)).status)
        await wait(IDLE_PAUSE_MS)
      }
    })
  }

  async end(): Promise<ReadonlySet<number>> {
    this.#isEnding = true
    await Promise.all(this.#lanes)
    this.#http.close()
    return this.#statuses
  }
}
