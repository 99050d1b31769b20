import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { isConnectionLost, isRetryable } from '../../src/db/faults.ts'
import { Http, signedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { isLong } from '../support/length.ts'
import type { Fixture } from './fixture.ts'
import type { LoadedService } from './loaded-service.ts'
import type { LogLine } from './service-process.ts'

/** With the two other restarts, at most five in a minute: the service allows no more. */
const KILLS = isLong ? 3 : 1
const ANSWERS_BETWEEN = isLong ? 200 : 24
const IDLE_PAUSE_MS = isLong ? 0 : 50
const READY = { method: 'GET', target: '/health/ready' }

/** Finds the process id of a PostgreSQL; undefined if none runs. */
export type FindPostmaster = () => number | undefined

/** Kills PostgreSQL under load, then moves its files away and back: no connection is lost. */
export async function failPostgres(loaded: LoadedService): Promise<void> {
  const { load, fixture, url } = loaded
  const lostBefore = load.lost.length
  const reads = new Reads(fixture, url)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await load.grows(ANSWERS_BETWEEN)
    await replacePostgres(() => loaded.postmaster())
  }
  await load.grows(ANSWERS_BETWEEN)

  // Whether a request gets 503, or waits until PostgreSQL is back, depends on the disk.
  expect(new Set([...(await reads.end()), 503])).toEqual(new Set([200, 503]))
  await missFiles(loaded)
  expect(load.lost.slice(lostBefore)).toEqual([])
  expect(loaded.service.log.filter(({ msg }) => msg === 'request failed')).toEqual([])
}

/** Moves the files away, and expects that none are created in their place and nothing is served. */
async function missFiles(loaded: LoadedService): Promise<void> {
  const http = new Http(loaded.url)
  const files = join(loaded.dataDir, 'postgres')
  const postmaster = loaded.postmaster() ?? 0
  renameSync(files, `${files}-unmounted`)
  process.kill(postmaster, 'SIGKILL')
  await logs(loaded.service.log, 'PostgreSQL waits for its files')
  await eventually(async () => expect((await http.send(READY)).status).toBe(503))
  expect(existsSync(files)).toBe(false)

  renameSync(`${files}-unmounted`, files)
  await eventually(async () => {
    expect((await http.send(READY)).status).toBe(200)
  })
  http.close()
}

/** Makes a restart of PostgreSQL impossible: the service logs that and ends with 1. */
export async function breakFiles(loaded: LoadedService): Promise<void> {
  writeFileSync(join(loaded.dataDir, 'postgres/PG_VERSION'), '17\n')
  expect(killPostgres(() => loaded.postmaster())).toBeDefined()

  const { exited, log } = loaded.service
  expect(await exited).toEqual({ code: 1, signal: null })
  expect(log.map(({ level, msg }) => `${level} ${msg}`)).toEqual(
    expect.arrayContaining(['50 PostgreSQL could not be started again', '60 the database is lost']),
  )
}

/** Kills PostgreSQL; returns when another one has taken its place. */
export async function replacePostgres(postmaster: FindPostmaster): Promise<void> {
  const killed = killPostgres(postmaster)
  expect(killed).toBeDefined()
  await eventually(() => {
    const now = postmaster()
    if (now === undefined || now === killed) throw new Error('PostgreSQL is not back')
  })
}

/** Returns the process id of the killed process; undefined if none ran. */
export function killPostgres(postmaster: FindPostmaster): number | undefined {
  const pid = postmaster()
  if (pid === undefined) return undefined
  try {
    process.kill(pid, 'SIGKILL')
    return pid
  } catch {
    return undefined
  }
}

/** Waits until the message is logged `times` times. */
export async function logs(log: readonly LogLine[], message: string, times = 1): Promise<void> {
  await eventually(() => expect(log.filter(({ msg }) => msg === message)).toHaveLength(times))
}

/** True if an outage of the database explains a line of the log. */
export function isOfOutage({ err }: Pick<LogLine, 'err'>): boolean {
  if (!err) return false
  const error = Object.assign(new Error(err.message), err.code && { code: err.code })
  return err.type === 'Outage' || isConnectionLost(error) || isRetryable(error)
}

const READS = [
  '/v2/accounts/balances',
  '/v2/products?currency=USD',
  '/v2/orders?pageSize=5',
  '/api/partner/v1/customer',
]

/** Endless reads, and the status of every response. */
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
