import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Http, signedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { isLong } from '../support/length.ts'
import { accountFor } from './account-for.ts'
import { Load } from './load.ts'
import {
  makeInstallation,
  type Exit,
  type Installation,
  type ServiceProcess,
} from './service-process.ts'
import { makeWorld, type World } from './world.ts'

const LANES = isLong ? 64 : 16
/** With one more kill still within the five restarts a minute that the service allows. */
const KILLS = isLong ? 4 : 1
const ANSWERS_BETWEEN = isLong ? 200 : 40
const ENDED_BY_ITSELF = 'PostgreSQL ended by itself; it is started again'
const READY = { method: 'GET', target: '/health/ready' }
const CLEAN = { code: 0, signal: null }

test('kill -9 of PostgreSQL under load: the service recovers, and nothing is lost or doubled', async () => {
  const installation = makeInstallation()
  const service = await installation.start()
  const world = await makeWorld(service.url)
  const load = new Load(world, service.url, LANES)
  const reads = new Reads(world, service.url)

  for (let kill = 1; kill <= KILLS; kill += 1) {
    await load.grows(ANSWERS_BETWEEN)
    await replacePostgres(installation)
  }
  await load.grows(ANSWERS_BETWEEN)
  await load.end()

  expect(load.lost).toEqual([])
  // Whether a request is answered 503, or waits until PostgreSQL is back, depends on the disk.
  expect(new Set([...(await reads.end()), 503])).toEqual(new Set([200, 503]))
  await accountFor(load, world, { url: service.url, dataDir: installation.dataDir })
  expect(service.log.filter(({ msg }) => msg === 'request failed')).toEqual([])
  expect(await service.end('SIGTERM')).toEqual(CLEAN)
})

test('a data directory too deep for a socket: PostgreSQL is started again; a signal then ends both', async () => {
  const deep = join(...Array.from({ length: 12 }, () => 'a-directory-deep-down'))
  const installation = makeInstallation({ below: deep })
  const service = await installation.start()
  const world = await makeWorld(service.url)
  const load = new Load(world, service.url, LANES)

  for (let kill = 1; kill <= KILLS; kill += 1) {
    await load.grows(ANSWERS_BETWEEN)
    await replacePostgres(installation)
  }
  await load.grows(ANSWERS_BETWEEN)
  await load.end()
  expect([load.unexpected, load.lost]).toEqual([[], []])

  expect(killPostgres(installation)).toBeDefined()
  await logs(service, ENDED_BY_ITSELF, KILLS + 1)
  expect(await service.end('SIGTERM')).toEqual(CLEAN)
  expect(installation.postmaster()).toBeUndefined()
})

test('missing files of PostgreSQL: nothing is created in their place, and nothing is served', async () => {
  const installation = makeInstallation()
  const service = await installation.start()
  const { credentials } = await makeWorld(service.url)
  const http = new Http(service.url)
  const partner = signedClient(http, credentials)
  const funds = async (): Promise<unknown> => (await partner.get('/v2/accounts/balances')).body
  const before = await funds()
  const files = join(installation.dataDir, 'postgres')

  const postmaster = installation.postmaster() ?? 0
  renameSync(files, `${files}-unmounted`)
  process.kill(postmaster, 'SIGKILL')
  await logs(service, 'PostgreSQL waits for its files')
  expect((await http.send(READY)).status).toBe(503)
  expect(existsSync(files)).toBe(false)

  renameSync(`${files}-unmounted`, files)
  await eventually(async () => {
    expect((await http.send(READY)).status).toBe(200)
  })
  expect(await funds()).toEqual(before)
  http.close()
  expect(await service.end('SIGTERM')).toEqual(CLEAN)
})

test('if PostgreSQL cannot be restarted, the service says so and ends with 1', async () => {
  const installation = makeInstallation()
  const service = await installation.start()
  const world = await makeWorld(service.url)
  const load = new Load(world, service.url, 4)
  await load.grows(10)

  writeFileSync(join(installation.dataDir, 'postgres/PG_VERSION'), '17\n')
  expect(killPostgres(installation)).toBeDefined()

  expect(await service.exited).toEqual({ code: 1, signal: null })
  expect(service.log.map(({ level, msg }) => `${level} ${msg}`)).toEqual(
    expect.arrayContaining(['50 PostgreSQL could not be started again', '60 the database is lost']),
  )
  await load.end()
})

test('if PostgreSQL keeps ending, the service gives up and ends with 1', async () => {
  const installation = makeInstallation()
  const service = await installation.start()
  const exits: Exit[] = []
  void service.exited.then((exit) => exits.push(exit))

  await eventually(() => {
    killPostgres(installation)
    expect(exits).toEqual([{ code: 1, signal: null }])
  })

  const messages = service.log.map(({ msg }) => msg)
  expect(messages.filter((msg) => msg === ENDED_BY_ITSELF)).toHaveLength(6)
  expect(messages).toContain('the database is lost')
})

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

/** Waits until the service has logged the message so many times. */
async function logs({ log }: ServiceProcess, message: string, times = 1): Promise<void> {
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

  constructor({ credentials }: World, url: string) {
    this.#http = new Http(url)
    const partner = signedClient(this.#http, credentials)
    this.#lanes = READS.map(async (target) => {
      while (!this.#isEnding) this.#statuses.add((await partner.get(target)).status)
    })
  }

  async end(): Promise<ReadonlySet<number>> {
    this.#isEnding = true
    await Promise.all(this.#lanes)
    this.#http.close()
    return this.#statuses
  }
}
