import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql, transact } from '../../src/db/mod.ts'
import { createPartner, deposit } from '../../src/partners/mod.ts'
import { currency, minor } from '../support/domain.ts'
import { withoutPauses } from '../support/eventually.ts'
import { Gate } from '../support/gate.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000)
})
afterEach(() => fixture.end())

/** Places an order of a new partner for the same product. */
async function placeForAnother(): Promise<number> {
  const { db, clock, ledger, orders } = fixture
  const { partnerId } = await transact(db, (tx) =>
    createPartner(tx, clock, { name: 'Other', actor: TESTER }),
  )
  const amountMinor = minor(100, 'USD')
  const movement = { partnerId, currency: 'USD', amountMinor, reference: 'one', actor: TESTER }
  await deposit(ledger, movement)
  await orders.place(partnerId, {
    clientReference: randomUUID(),
    idempotencyKey: undefined,
    fingerprint: Buffer.alloc(32),
    currency: currency('USD'),
    items: [{ productId: 1, amount: 10, quantity: 1 }],
  })
  return partnerId
}

interface Lease {
  lease_epoch: bigint
  due_at: Date
}

async function leaseOf(partnerId: number): Promise<Lease | undefined> {
  const rows = await fixture.db.rows(sql<Lease>`
    select lease_epoch, due_at from fulfillments
    where partner_id = ${partnerId} and lease_owner is not null`)
  return rows[0]
}

/** A worker whose supplier responds when the gate opens. */
function slowWorker(gate: Gate) {
  const { sandbox } = fixture.suppliers
  const slow = {
    ...sandbox,
    async issue(requests: Parameters<typeof sandbox.issue>[0]) {
      await gate.passed()
      return sandbox.issue(requests)
    },
  }
  const suppliers = { ...fixture.suppliers, sandbox: slow }
  return fixture.worker(fixture, suppliers)
}

test('locked batches of one partner do not delay the renewal of other leases', async () => {
  await fixture.product({ supplier: 'sandbox' })
  const gate = new Gate()
  slowWorker(gate)
  const order = await fixture.place()
  await expect.poll(() => leaseOf(fixture.partnerId)).toBeDefined()
  const otherId = await placeForAnother()
  await expect.poll(() => leaseOf(otherId)).toBeDefined()
  const before = await leaseOf(otherId)

  await transact(fixture.connectAgain(), async (tx) => {
    await tx.rows(sql`select from fulfillments where partner_id = ${fixture.partnerId} for update`)
    // The first renewal may have begun before the lock, and the second one waits for it.
    for (let renewal = 1; renewal <= 3; renewal += 1) {
      const last = (await leaseOf(otherId))?.due_at.getTime() ?? Infinity
      await expect
        .poll(async () => (await leaseOf(otherId))?.due_at.getTime())
        .toBeGreaterThan(last)
    }
  })

  expect((await leaseOf(otherId))?.lease_epoch).toBe(before?.lease_epoch)
  gate.open()
  await fixture.reaches(order, 'COMPLETED')
})

test('a worker that stops leaves its batches to others at once', async () => {
  await fixture.product({ supplier: 'sandbox' })
  const gate = new Gate()
  const worker = slowWorker(gate)
  const order = await fixture.place()
  await expect.poll(() => leaseOf(fixture.partnerId)).toBeDefined()

  await withoutPauses(worker.stop())

  expect(await leaseOf(fixture.partnerId)).toBeUndefined()
  fixture.worker()
  await fixture.reaches(order, 'COMPLETED')
  gate.open()
})
