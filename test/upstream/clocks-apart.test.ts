import { afterEach, beforeEach, expect, test } from 'vitest'
import { minorUnits, systemClock } from '../../src/core/mod.ts'
import { oneRow, type DatabaseClock } from '../../src/db/mod.ts'
import type { Connection } from '../../src/upstream/connections.ts'
import { insertPurchase, toPurchase } from '../../src/upstream/purchase-rows.ts'
import { type PurchaseContext, resume, send } from '../../src/upstream/purchase.ts'
import { freshNames } from '../../src/upstream/reference.ts'
import type { Vault } from '../../src/vault/mod.ts'
import { batch } from '../inventory/fixture.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { followedClock, machineAhead } from '../support/machine-clock.ts'

const TWO_DAYS_MS = 2 * 86_400_000
const TARGET = { upstreamId: 1, theirProductId: 7, walletCurrency: 'USD' }

let database: FreshDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

/** The clock of a process on a machine that is so far ahead. */
function clockOf(aheadMs: number): Promise<DatabaseClock> {
  return followedClock(database.target, machineAhead(aheadMs), TWO_DAYS_MS)
}

function contextOf(clock: DatabaseClock): PurchaseContext {
  return {
    db: database.db,
    clock,
    createSecondsMax: 600,
    nextPollSeconds: () => 1,
    /** Nothing is received here. */
    vault: {} as Vault,
  }
}

/** Its batch is leased, and no create of it has been sent. */
async function newPurchase() {
  await database.db.pool.query(
    `insert into fulfillments (
       partner_id, order_no, batch_no, line_no, product_id, supplier, face_value_minor,
       first_item_no, quantity, ordered_at, lease_epoch)
     values (1, 1, 1, 1, 1, 'upstream', 1000, 1, 1, now(), 1)`,
  )
  const request = batch(1, 1, { leaseEpoch: 1n, faceValueMinor: minorUnits(1000n) })
  const bought = { request, purchaseNo: 1, target: TARGET, ...freshNames() }
  const row = await oneRow(database.db, insertPurchase({ ...bought, now: systemClock.now() }))
  return { request, purchase: toPurchase(row) }
}

/** Responses of an upstream whose account is no longer active. */
function connectionTo(client: Partial<Connection['client']>): Connection {
  return { upstream: { name: 'acme', isActive: false }, client } as Connection
}

test.each([
  [-TWO_DAYS_MS, TWO_DAYS_MS],
  [TWO_DAYS_MS, -TWO_DAYS_MS],
])('every process waits for a create that may still arrive (%i, %i ms)', async (one, other) => {
  const [sender, looker] = [contextOf(await clockOf(one)), contextOf(await clockOf(other))]
  const { request, purchase } = await newPurchase()
  const lost = connectionTo({ placeOrder: () => Promise.reject(new Error('the answer is lost')) })
  await expect(send(sender, { request, purchase, connection: lost })).rejects.toThrow('is lost')

  const { rows } = await database.db.pool.query(
    'select *, unsure_until - clock_timestamp() < $1::interval as is_near from upstream_purchases',
    ['11 minutes'],
  )
  expect(rows).toMatchObject([{ status: 'PLACING', is_near: true }])
  const sent = toPurchase(rows[0])
  const none = connectionTo({ findOrder: () => Promise.resolve(undefined) })
  const outcome = await resume(looker, { request, purchase: sent, connection: none })

  expect(outcome).toMatchObject({ outcome: 'pending' })
})
