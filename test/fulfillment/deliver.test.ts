import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql, type Database } from '../../src/db/mod.ts'
import type { LeasedBatch } from '../../src/fulfillment/batch.ts'
import { deliver, settleDelivered, type DeliveryResult } from '../../src/fulfillment/deliver.ts'
import { findOrder } from '../../src/orders/mod.ts'
import { claimAll, issuedCode, unexpected } from '../support/by-hand.ts'
import { pauseBefore } from '../support/pause.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { untilOneWaits } from '../support/lock-waits.ts'

const NONE = { outcome: 'out_of_stock' } as const

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000)
  await fixture.product({ supplier: 'sandbox' })
})
afterEach(() => fixture.end())

/** Places an order that waits for stock, and returns its other batches, which are leased. */
async function leaseOutOfStock(): Promise<LeasedBatch[]> {
  const items = [1, 2, 3].map(() => ({ productId: 1, amount: 10, quantity: 1 }))
  const order = await fixture.place({ items })
  const batches = await claimAll(fixture)
  await deliverOne(fixture.db, { none: batches[0] })
  expect(await findOrder(fixture.db, order)).toMatchObject({ status: 'OUT_OF_STOCK' })
  return batches.slice(1)
}

async function deliverOne(
  db: Database,
  { issued, none }: { issued?: LeasedBatch | undefined; none: LeasedBatch | undefined },
): Promise<DeliveryResult> {
  const outcomes = [
    ...(issued ? [{ batch: issued, outcome: issuedCode() }] : []),
    ...(none ? [{ batch: none, outcome: NONE }] : []),
  ]
  const context = { ...fixture, db, onFault: unexpected }
  const delivered = await deliver(context, fixture.partnerId, outcomes)
  await settleDelivered(context, fixture.partnerId, delivered.issued)
  return delivered
}

/** Returns a function that counts the statements of the pool that match. */
function countSent(db: Database, text: RegExp): () => number {
  let sent = 0
  db.pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...parts: unknown[]) => unknown
    const query = (...parts: unknown[]): unknown => {
      if (text.test(JSON.stringify(parts[0]))) sent += 1
      return send(...parts)
    }
    client.query = query as typeof client.query
  })
  return () => sent
}

test('two workers do not deadlock if each issues a batch and parks one of the order of the other', async () => {
  const [one, other] = [await leaseOutOfStock(), await leaseOutOfStock()]
  const [slow, quick] = [fixture.connectAgain(), fixture.connectAgain()]
  const saveRetryDecisions = /set status = decision.status/
  const sent = [countSent(slow, saveRetryDecisions), countSent(quick, saveRetryDecisions)]
  const pause = pauseBefore(slow, saveRetryDecisions)

  const first = deliverOne(slow, { issued: other[0], none: one[0] })
  await pause.reached
  const second = deliverOne(quick, { issued: one[1], none: other[1] })
  await untilOneWaits(fixture.db)
  pause.resume()
  await Promise.all([first, second])

  expect(sent.map((count) => count())).toEqual([1, 1])
  const states = await fixture.db.rows(sql`
    select status from orders union all select status from fulfillments order by status`)
  expect(states.map((row) => Object.values(row as object)[0])).toEqual([
    'COMPLETED',
    'COMPLETED',
    'OUT_OF_STOCK',
    'OUT_OF_STOCK',
    'PENDING',
    'PENDING',
    'PENDING',
    'PENDING',
  ])
})

test('an order with one issued batch and one parked batch waits for stock', async () => {
  const [issued, parked] = await leaseOutOfStock()
  await fixture.db.rows(sql`update fulfillments set waits_for = null where waits_for = 'stock'`)

  const { short } = await deliverOne(fixture.db, { issued, none: parked })

  expect(short).toEqual(new Set([1]))
  expect(await fixture.db.rows(sql`select status, previous_status from orders`)).toEqual([
    { status: 'OUT_OF_STOCK', previous_status: 'PROCESSING' },
  ])
})

test('a batch whose lease was lost is not counted as issued', async () => {
  await fixture.place()
  const batches = await claimAll(fixture)
  const outcomes = batches.map((batch) => ({ batch, outcome: issuedCode() }))
  const context = { ...fixture, onFault: unexpected }

  const first = await deliver(context, fixture.partnerId, outcomes)
  const late = await deliver(context, fixture.partnerId, outcomes)

  expect(first.issued).toEqual(batches)
  expect(late.issued).toEqual([])
})

test('of two batches, the one whose lease was lost is neither stored nor counted', async () => {
  await fixture.place()
  await fixture.place()
  const [late, held] = await claimAll(fixture)
  if (!late || !held) return expect.unreachable('two batches were leased')
  await fixture.db.rows(sql`
    update fulfillments set due_at = now() where order_no = ${late.request.orderNo}`)
  await claimAll(fixture)
  const outcomes = [late, held].map((batch) => ({ batch, outcome: issuedCode() }))

  const { issued } = await deliver({ ...fixture, onFault: unexpected }, fixture.partnerId, outcomes)

  expect(issued).toEqual([held])
  expect(await fixture.db.rows(sql`select order_no from issued_segments`)).toEqual([
    { order_no: BigInt(held.request.orderNo) },
  ])
})
