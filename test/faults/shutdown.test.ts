import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startBundledServer } from '../../src/db/bundled/server.ts'
import { connect, type Database } from '../../src/db/mod.ts'
import { Http, signedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { isLong } from '../support/length.ts'
import { dataOf } from '../support/service.ts'
import { accountFor } from './account-for.ts'
import { Load, orderOf, send, type Write } from './load.ts'
import { makeInstallation } from './service-process.ts'
import { makeFixture, type Fixture } from './fixture.ts'

const LANES = isLong ? 64 : 16
const ANSWERS_BETWEEN = isLong ? 200 : 40
/** While workers and servers are waited for, the load is small. */
const IDLE_PAUSE_MS = isLong ? 0 : 50
const SLOW_ORDERS = 3

test('SIGTERM under load: accepted requests get responses, leases are released, silent suppliers are not awaited', async () => {
  const installation = makeInstallation()
  const first = await installation.start()
  const fixture = await makeFixture(first.url)
  const load = new Load(fixture, first.url, { lanes: LANES, idlePauseMs: IDLE_PAUSE_MS })
  await load.grows(ANSWERS_BETWEEN)
  await placeSlowOrders(load, fixture, first.url)

  // So that requests are under way.
  await load.grows(LANES)
  const before = load.sent
  expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null })

  expect(load.lost.filter((no) => no <= before)).toEqual([])
  expect(load.busyAnswers).toBeGreaterThan(0)
  expect(first.log.filter(({ isAborted }) => isAborted)).toEqual([])
  expect(first.log.filter(({ level }) => level >= 50)).toEqual([])
  expect(first.log.at(-1)?.msg).toBe('stopped')
  expect(installation.postmaster()).toBeUndefined()
  const open = await onDatabase(installation.dataDir, async (db) => {
    const left = await openBatches(db)
    await endSilence(db)
    return left
  })
  expect(open.filter(({ product_id: id }) => id === fixture.slowProductId)).toHaveLength(
    SLOW_ORDERS,
  )
  expect(open.filter(({ is_taken }) => is_taken)).toEqual([])

  const second = await installation.start()
  load.goesTo(second.url)
  await load.grows(ANSWERS_BETWEEN)
  await load.end()
  await accountFor(load, fixture, { url: second.url, dataDir: installation.dataDir })
  expect(await second.end('SIGTERM')).toEqual({ code: 0, signal: null })
})

/** Answers when the worker is at each of them. */
async function placeSlowOrders(load: Load, fixture: Fixture, url: string): Promise<void> {
  const place = async (): Promise<void> => void load.writes.push(await placeSlowOrder(fixture, url))
  await Promise.all(Array.from({ length: SLOW_ORDERS }, place))
}

async function placeSlowOrder(fixture: Fixture, url: string): Promise<Write> {
  const http = new Http(url)
  const partner = signedClient(http, fixture.credentials)
  const item = { productId: fixture.slowProductId, amount: 10, quantity: 1 }
  const write = orderOf([item], { isReplayed: true, isStubborn: false })
  const reply = await send(partner, write)
  write.answer = reply.text
  await eventually(async () => {
    const order = dataOf(await partner.get(`/v2/orders/${dataOf(reply).id}`))
    expect(order.status).toBe('PROCESSING')
  })
  http.close()
  return write
}

interface OpenBatch {
  readonly product_id: number
  readonly is_taken: boolean
}

/** Runs `work` on the database of a service that has ended. */
async function onDatabase<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const server = await startBundledServer({ dataDir, log: () => undefined })
  const { host, port, user, database } = server
  const target = { host, port, user, database }
  const db = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  try {
    return await work(db)
  } finally {
    await db.close()
    await server.stop()
  }
}

/** Returns the batches that are not completed; a taken one is not due at once. */
async function openBatches(db: Database): Promise<OpenBatch[]> {
  const { rows } = await db.pool.query<OpenBatch>(
    `select product_id, lease_owner is not null or due_at > now() as is_taken
     from fulfillments where status <> 'COMPLETED'`,
  )
  return rows
}

/** From now on the silent supplier issues at once what it was asked for. */
async function endSilence(db: Database): Promise<void> {
  await db.pool.query(`update fulfillments set supplier_settings = '{}'
                       where supplier_settings ->> 'outcome' = 'slow'`)
}

test('a start that would put any Host into links is refused before anything is made', async () => {
  const installation = makeInstallation({ isEmpty: true })
  const { code, stderr } = await installation.run(['serve'], { TESSERA_HOST: '0.0.0.0' })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/TESSERA_PUBLIC_URL must be set [^\n]+\n$/),
  })
  expect(existsSync(installation.dataDir)).toBe(false)
})
