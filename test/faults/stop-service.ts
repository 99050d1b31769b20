import { expect } from 'vitest'
import { startBundledServer } from '../../src/db/bundled/server.ts'
import { connect, type Database } from '../../src/db/mod.ts'
import { Http, signedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { isLong } from '../support/length.ts'
import { dataOf } from '../support/service.ts'
import { onRunningDatabase } from './account-for.ts'
import type { Fixture } from './fixture.ts'
import { orderOf, send, type Load, type Write } from './load.ts'
import type { LoadedService } from './loaded-service.ts'

const ANSWERS_BETWEEN = isLong ? 200 : 24
const SLOW_ORDERS = 3

/**
 * Stops the service by SIGTERM, and starts it again: accepted requests get responses, leases are
 * released, and silent suppliers are not awaited.
 */
export async function stopService(loaded: LoadedService): Promise<void> {
  const { load, fixture, service, dataDir } = loaded
  await load.grows(ANSWERS_BETWEEN)
  await load.rest()
  await untilNobodyElseHasLeases(dataDir)
  await placeSlowOrders(load, fixture, loaded.url)

  const [lostBefore, busyBefore] = [load.lost.length, load.busyAnswers]
  // Otherwise no request might be under way.
  load.rush()
  await load.grows(ANSWERS_BETWEEN / 2)
  load.rush()
  const sentBefore = load.sent
  expect(await loaded.end('SIGTERM')).toEqual({ code: 0, signal: null })

  expect(load.lost.slice(lostBefore).filter((requestNo) => requestNo <= sentBefore)).toEqual([])
  expect(load.busyAnswers).toBeGreaterThan(busyBefore)
  expect(service.log.filter(({ isAborted }) => isAborted)).toEqual([])
  expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
  expect(service.log.at(-1)?.msg).toBe('stopped')
  expect(loaded.postmaster()).toBeUndefined()
  const open = await onStoppedDatabase(dataDir, async (db) => {
    const batches = await openBatches(db)
    await endSilence(db)
    return batches
  })
  expect(open.filter(({ product_id: id }) => id === fixture.slowProductId)).toHaveLength(
    SLOW_ORDERS,
  )
  expect(open.filter(({ is_taken }) => is_taken)).toEqual([])

  await loaded.startAgain()
  await load.grows(ANSWERS_BETWEEN)
}

/** A service that was killed before holds its leases until they expire. */
function untilNobodyElseHasLeases(dataDir: string): Promise<void> {
  return onRunningDatabase({ dataDir }, (db) =>
    eventually(async () => {
      const { rows } = await db.pool.query(
        'select from fulfillments where lease_owner is not null limit 1',
      )
      expect(rows).toEqual([])
    }),
  )
}

/** Places slow orders; resolves when the worker has leased each of them. */
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
async function onStoppedDatabase<T>(
  dataDir: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
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

/** Returns the batches that are not completed. A batch is taken if it is leased or not yet due. */
async function openBatches(db: Database): Promise<OpenBatch[]> {
  const { rows } = await db.pool.query<OpenBatch>(
    `select product_id, lease_owner is not null or due_at > now() as is_taken
     from fulfillments where status <> 'COMPLETED'`,
  )
  return rows
}

/** From now on the silent supplier issues its requests at once. */
async function endSilence(db: Database): Promise<void> {
  await db.pool.query(`update fulfillments set supplier_settings = '{}'
                       where supplier_settings ->> 'outcome' = 'slow'`)
}
