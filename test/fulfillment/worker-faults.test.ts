import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { requestIssue, SILENCE_MS_MAX } from '../../src/fulfillment/request-issue.ts'
import { Circuits } from '../../src/fulfillment/circuits.ts'
import type { IssueOutcome, IssueRequest, Supplier } from '../../src/supply/mod.ts'
import { withoutBackoffs } from '../support/backoffs.ts'
import { Gate } from '../support/gate.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(2_000_000)
})
afterEach(() => fixture.end())

test('a batch with too few units does not delay the others of the same call', async () => {
  await fixture.product({ supplier: 'sandbox' })
  const orders = [await fixture.place(), await fixture.place(), await fixture.place()]
  const { sandbox } = fixture.suppliers
  fixture.worker(fixture, {
    ...fixture.suppliers,
    sandbox: { ...sandbox, issue: (requests) => sandbox.issue(requests.map(stingily)) },
  })

  for (const order of orders) {
    await withoutBackoffs(fixture.db, fixture.reaches(order, 'COMPLETED'))
  }
  expect(fixture.faults).toMatchObject([{ message: 'a supplier issued 0 of 1 units' }])
})

test('a supplier that returns no outcome is called again, and delays no other', async () => {
  await fixture.product({ supplier: 'sandbox' })
  await fixture.product()
  const items = [{ productId: 2, amount: 10, quantity: 1 }]
  const orders = [await fixture.place(), await fixture.place({ items })]
  const { sandbox } = fixture.suppliers
  const none = { issue: () => Promise.resolve(undefined as unknown as IssueOutcome[]) }
  fixture.worker(fixture, { ...fixture.suppliers, sandbox: { ...sandbox, ...none } })

  for (const order of orders) {
    await withoutBackoffs(fixture.db, fixture.reaches(order, 'COMPLETED'))
  }
  expect(fixture.faults).toMatchObject([{ name: 'TypeError' }])
})

test('a silent supplier is called for a part of a large order, and delays no other', async () => {
  await fixture.product({ supplier: 'sandbox' })
  await fixture.product()
  const gate = new Gate()
  let requestedUnits = 0
  const { sandbox } = fixture.suppliers
  const silent: Supplier = {
    ...sandbox,
    async issue(requests) {
      for (const { quantity } of requests) requestedUnits += quantity
      await gate.passed()
      return sandbox.issue(requests)
    },
  }
  fixture.worker(fixture, { ...fixture.suppliers, sandbox: silent })
  const large = await fixture.place({ items: [{ productId: 1, amount: 10, quantity: 120_000 }] })
  await expect.poll(() => requestedUnits).toBeGreaterThanOrEqual(100_000)
  const other = await fixture.place({ items: [{ productId: 2, amount: 10, quantity: 1 }] })
  await fixture.reaches(other, 'COMPLETED')
  expect(requestedUnits).toBe(100_000)
  gate.open()

  await fixture.reaches(large, 'COMPLETED')
  expect(requestedUnits).toBe(120_000)
})

test('a supplier that never responds leaves the outcome unknown, to be looked up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent: Supplier = {
    ...fixture.suppliers.sandbox,
    issue: () => new Promise(() => undefined),
  }
  const request: IssueRequest = {
    partnerId: 1,
    orderNo: 1,
    batchNo: 1,
    productId: 1,
    currency: 'USD',
    faceValueMinor: minorUnits(1_000n),
    quantity: 1,
    recipient: undefined,
    settings: {},
  }
  const firstAttempt = { isOutcomeUnknown: false, lastFault: undefined, isTakenBack: false }
  const lease = { ...firstAttempt, firstItemNo: 1, attempt: 1, epoch: 1n }
  const place = { step: 0, roundOutcome: undefined, isBound: false }
  const batch = { request, supplier: 'sandbox', ...lease, ...place }
  const circuits = new Circuits({ db: fixture.db, clock: fixture.clock, onFault })

  const [outcomes] = requestIssue({ suppliers: { sandbox: silent }, circuits, onFault }, [batch])
  await vi.advanceTimersByTimeAsync(SILENCE_MS_MAX)
  vi.useRealTimers()

  expect(await outcomes).toMatchObject([{ outcome: { outcome: 'unknown' } }])

  const contexts: unknown[] = []
  const broken = { ...silent, issue: () => Promise.reject(new Error('broken')) }
  const reporting = {
    circuits,
    onFault: (_: unknown, context: unknown) => void contexts.push(context),
  }
  const [failed] = requestIssue({ suppliers: { sandbox: broken }, ...reporting }, [batch])
  expect(await failed).toMatchObject([{ outcome: { outcome: 'unknown' } }])
  expect(contexts).toEqual([{ partnerId: 1, orderNos: [1] }])
})

test('an order delivered whole by a worker that ended is settled, whatever its state', async () => {
  await fixture.product()
  const orders = [await fixture.place(), await fixture.place()]
  await fixture.db.rows(sql`
    update fulfillments set status = 'COMPLETED', completed_at = now(), due_at = null, attempt = 1`)
  await fixture.db.rows(sql`
    update orders
    set status = case order_no when 1 then 'PROCESSING' else 'OUT_OF_STOCK' end,
        previous_status = 'PENDING', status_since = now() - interval '1 minute'`)

  fixture.worker()

  for (const order of orders) await fixture.reaches(order, 'COMPLETED')
})

test('a sweep that cannot cancel one late order still settles the others', async () => {
  await fixture.product()
  const late = await fixture.place()
  const delivered = await fixture.place()
  // The book lacks this order, so its cancellation fails, as with a bug of ours.
  await fixture.db.rows(sql`
    update orders set status = 'ON_HOLD', previous_status = 'PENDING', hold_no = null,
      status_since = now() - interval '30 days' where order_no = ${late.orderNo}`)
  await fixture.db.rows(sql`update books set orders_on_hold = 0`)
  await fixture.db.rows(sql`
    update fulfillments set status = 'COMPLETED', completed_at = now(), due_at = null`)
  await fixture.db.rows(sql`
    update orders set status = 'PROCESSING', previous_status = 'PENDING',
      status_since = now() - interval '1 minute' where order_no = ${delivered.orderNo}`)

  fixture.worker()

  await fixture.reaches(delivered, 'COMPLETED')
  await expect.poll(() => fixture.faults.length).toBeGreaterThan(0)
  // Gives the order its hold back, so that it agrees with the ledger.
  await fixture.db.rows(sql`
    update orders set status = 'PENDING', previous_status = 'ON_HOLD', hold_no = ${late.holdNo}
    where order_no = ${late.orderNo}`)
})

function onFault(error: unknown): void {
  fixture.faults.push(error)
}

test('an error that follows a delivery is reported, and the worker goes on', async () => {
  await fixture.product({ supplier: 'sandbox' })
  await fixture.product()
  const { sandbox } = fixture.suppliers
  const unfunded = { outcome: 'unfunded', reason: 'no funds' } as const
  const poor: Supplier = {
    ...sandbox,
    issue: (requests) => Promise.resolve(requests.map(() => unfunded)),
  }
  const orders = { ...fixture.orders, suspend: () => Promise.reject(new Error('a bug')) }
  fixture.worker({ ...fixture, orders }, { ...fixture.suppliers, sandbox: poor })
  await fixture.place()
  await expect.poll(() => fixture.faults.map(String)).toContain('Error: a bug')

  const items = [{ productId: 2, amount: 10, quantity: 1 }]
  await fixture.reaches(await fixture.place({ items }), 'COMPLETED')
})

function stingily(request: IssueRequest): IssueRequest {
  return request.orderNo === 2 ? { ...request, quantity: 0 } : request
}
