import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { sql } from '../../src/db/mod.ts'
import type { Connection } from '../../src/upstream/connections.ts'
import { raiseMismatchAlert } from '../../src/upstream/mismatch.ts'
import {
  insertPurchase,
  lastPurchases,
  markPlaced,
  type Purchase,
  toPurchase,
} from '../../src/upstream/purchase-rows.ts'
import { freshNames, referenceOf } from '../../src/upstream/reference.ts'
import { endReleased, takeReleased } from '../../src/upstream/release-rows.ts'
import { settleReleased } from '../../src/upstream/released.ts'
import { createUpstreamSupplier } from '../../src/upstream/supplier.ts'
import { batch, NOON, openFixture, type Fixture } from '../inventory/fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

const TARGET = { upstreamId: 1, theirProductId: 7, walletCurrency: 'USD' }
const ITEM = { productId: 7, currency: 'USD', faceValue: 10 }
const POLL_SECONDS = 4

function contextOf() {
  const times = { createSecondsMax: 60, nextPollSeconds: () => POLL_SECONDS }
  return { db: fixture.db, vault: fixture.vault, clock: fixture.clock, ...times }
}

/** An upstream whose responses a test sets. */
function connectionTo(client: Partial<Connection['client']>): Connection {
  return { upstream: { upstreamId: 1, name: 'acme' }, client } as Connection
}

/** Two units of a product of its own that are bought there. */
async function placingPurchase(): Promise<Purchase> {
  const productId = fixture.nextProductId()
  const request = batch(productId, productId, { quantity: 2 })
  const names = freshNames()
  await fixture.db.rows(
    insertPurchase({ request, purchaseNo: 1, target: TARGET, ...names, now: NOON }),
  )
  const [placing] = await fixture.db.rows(lastPurchases([request]))
  return toPurchase(placing ?? expect.unreachable())
}

async function placedPurchase(): Promise<Purchase> {
  const purchase = await placingPurchase()
  const upstreamOrderId = `o-${purchase.productId}`
  const order = { id: upstreamOrderId, status: 'PROCESSING', costMinor: null }
  await fixture.db.rows(markPlaced(purchase, order, NOON))
  return { ...purchase, status: 'PLACED', upstreamOrderId }
}

/** As when the order that it was bought for is cancelled. */
async function releasedPurchase(made = placedPurchase): Promise<Purchase> {
  const purchase = await made()
  const supplier = createUpstreamSupplier({ ...contextOf(), connections: NONE } as never)
  await supplier.release([batch(purchase.productId, purchase.orderNo, { quantity: 2 })])
  return { ...purchase, isReleased: true }
}

const NONE = { all: () => Promise.resolve([]), close: () => undefined }

/** Their order of it, done, and its codes. */
function delivered(purchase: Purchase, order: object = {}, code: object = {}) {
  const known = { id: purchase.upstreamOrderId, clientReference: referenceOf(purchase) }
  const read = { ...known, currency: 'USD', totalAmount: 20, status: 'COMPLETED', ...order }
  const items = [1, 2].map((itemNo) => ({
    ...ITEM,
    itemNo,
    redemptionUrl: `https://a.test/${purchase.orderNo}-${itemNo}`,
    ...code,
  }))
  return connectionTo({
    findOrder: () => Promise.resolve(read as never),
    readOrder: () => Promise.resolve(read as never),
    readItems: () => Promise.resolve(items),
  })
}

/** What its batch hears. */
function lookUp(
  { productId, orderNo }: Purchase,
  connection: Connection,
  recipient?: Record<string, string>,
) {
  const connections = { all: () => Promise.resolve([connection]), close: () => undefined }
  const supplier = createUpstreamSupplier({ ...contextOf(), connections } as never)
  return supplier.lookUp([batch(productId, orderNo, { quantity: 2, recipient })])
}

async function stateOf({ orderNo }: Purchase) {
  const [row] = await fixture.db.rows(
    sql<{ status: string; due_at: Date | null; fault: string | null; faults: number }>`
      select status, due_at, fault, faults from upstream_purchases where order_no = ${orderNo}`,
  )
  return row ?? expect.unreachable()
}

async function mismatches(productId: number) {
  const { rows } = await listAlerts(fixture.db, { page: 1, pageSize: 100, state: 'open' })
  const subject = `product:${productId}`
  return rows.filter((one) => one.kind === 'upstream_mismatch' && one.subject === subject)
}

test('an order that the upstream does not know any more stays open and raises an alert', async () => {
  const purchase = await placedPurchase()
  const { productId, orderNo } = purchase
  const connection = connectionTo({ readOrder: () => Promise.resolve(undefined) })
  const connections = { all: () => Promise.resolve([connection]), close: () => undefined }
  const supplier = createUpstreamSupplier({ ...contextOf(), connections } as never)

  const request = batch(productId, orderNo, { quantity: 2 })
  expect(await supplier.lookUp([request])).toMatchObject([{ outcome: 'unknown' }])

  expect(await mismatches(productId)).toMatchObject([
    { severity: 'critical', details: { upstream: 'acme', reference: referenceOf(purchase) } },
  ])
  expect(await stateOf(purchase)).toMatchObject({ status: 'PLACED', faults: 1 })
})

test('a fault is cleared once a poll finds no fault', async () => {
  const purchase = await placedPurchase()
  await raiseMismatchAlert(contextOf(), purchase, { upstream: 'acme', fault: 'not known' })
  const connections = { all: () => Promise.resolve([delivered(purchase)]), close: () => undefined }
  const supplier = createUpstreamSupplier({ ...contextOf(), connections } as never)

  const request = batch(purchase.productId, purchase.orderNo, { quantity: 2 })
  expect(await supplier.lookUp([request])).toMatchObject([{ outcome: 'issued' }])

  expect(await stateOf(purchase)).toMatchObject({ fault: null, faults: 0 })
})

test.each([
  ['of another purchase', { clientReference: 'tessera-1-1-1-x' }],
  ['with another number', { id: 'o-0' }],
  ['in another currency', { currency: 'EUR\u202E\u001B[2J' }],
  ['of more units', { itemCount: 3 }],
])('codes of an order %s do not go into stock for a cancelled one', async (_, order) => {
  const purchase = await releasedPurchase()

  const settled = settleReleased(contextOf(), purchase, delivered(purchase, order))

  await expect(settled).rejects.toThrow(/^their order \P{C}+$/u)
})

test.each([
  ['giftCardNumber', '=1+1'],
  ['giftCardNumber', '9'.repeat(257)],
  ['giftCardPin', '1234\n'],
  ['barCodeNumber', '\u202E4321'],
  ['redemptionUrl', '@a.test/4321'],
  ['giftCardNumber', '4111111111111111'],
  ['giftCardPin', '1'.repeat(65)],
  ['redemptionUrl', 'javascript:alert(1)'],
  ['redemptionUrl', 'data:text/html,<script>'],
  ['redemptionUrl', 'ftp://a.test/4321'],
])(
  'a %s that no import would accept is reported, and the purchase can be closed',
  async (field, text) => {
    const purchase = await placedPurchase()
    const { productId, orderNo } = purchase
    const connection = delivered(purchase, {}, { [field]: text })
    const connections = { all: () => Promise.resolve([connection]), close: () => undefined }
    const supplier = createUpstreamSupplier({ ...contextOf(), connections } as never)

    const outcomes = await supplier.lookUp([batch(productId, orderNo, { quantity: 2 })])

    const fault = expect.stringMatching(new RegExp(`^item 1: ${field} `))
    expect(await stateOf(purchase)).toMatchObject({ status: 'PLACED', faults: 1, fault })
    const [alert] = await mismatches(productId)
    expect(JSON.stringify([outcomes, alert])).not.toContain(text.trim())
  },
)

test('an item with nothing to redeem is a mismatch', async () => {
  const purchase = await placedPurchase()
  const nothing = { giftCardNumber: '', giftCardPin: '1234', redemptionUrl: '' }

  expect(await lookUp(purchase, delivered(purchase, {}, nothing))).toMatchObject([
    { outcome: 'unknown', reason: expect.stringMatching(/item 1: giftCardNumber is empty/) },
  ])
  expect(await mismatches(purchase.productId)).toHaveLength(1)
})

test('a receipt redeems nothing, and its number may look like that of a payment card', async () => {
  const purchase = await placedPurchase()
  const receipt = { giftCardNumber: '4111111111111111', redemptionUrl: '' }
  const recipient = { phone: '123' }

  const outcomes = await lookUp(purchase, delivered(purchase, {}, receipt), recipient)

  expect(outcomes).toMatchObject([{ outcome: 'issued' }])
})

test('a code that comes twice in one order is a mismatch', async () => {
  const purchase = await placedPurchase()

  const outcomes = await lookUp(purchase, delivered(purchase, {}, { giftCardNumber: 'SAME' }))

  expect(outcomes).toMatchObject([{ outcome: 'unknown', isAlerted: true }])
  const [alert] = await mismatches(purchase.productId)
  expect(alert?.message).toMatch(/^bought at acme .*1 of 2 codes were delivered before$/)
})

test('a purchase that is closed while its codes are stocked stays closed', async () => {
  const purchase = await releasedPurchase(placingPurchase)
  await fixture.db.rows(
    sql`update upstream_purchases set status = 'CLOSED' where order_no = ${purchase.orderNo}`,
  )
  const connection = delivered({ ...purchase, upstreamOrderId: 'o-late' })

  expect(await settleReleased(contextOf(), purchase, connection)).toBe(true)

  expect(await stateOf(purchase)).toMatchObject({ status: 'CLOSED' })
})

test('codes of a cancelled order that are not all new raise an alert', async () => {
  const [purchase, other] = [await releasedPurchase(), await releasedPurchase()]
  const { productId } = purchase
  await settleReleased(contextOf(), { ...other, productId }, delivered(other))

  expect(await settleReleased(contextOf(), purchase, delivered(other, delivery(purchase)))).toBe(
    true,
  )

  const [alert] = await mismatches(productId)
  const fault = '2 of 2 codes are not new'
  expect(alert?.message).toContain(fault)
  expect(await stateOf(purchase)).toMatchObject({ status: 'STOCKED', fault, faults: 0 })
})

test('codes that were delivered for one order do not go into stock with another one', async () => {
  const [sold, purchase] = [await placedPurchase(), await releasedPurchase()]
  const { productId } = sold
  expect(await lookUp(sold, delivered(sold))).toMatchObject([{ outcome: 'issued' }])

  const again = delivered(sold, delivery(purchase))
  await settleReleased(contextOf(), { ...purchase, productId }, again)

  const [alert] = await mismatches(productId)
  expect(alert?.message).toContain('2 of 2 codes')
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

/** What names it at theirs. */
function delivery(purchase: Purchase) {
  return { id: purchase.upstreamOrderId, clientReference: referenceOf(purchase) }
}

test('codes that were stocked before a kill, or by another process, are not a fault', async () => {
  const purchase = await releasedPurchase()
  const connection = delivered(purchase)
  const { db } = fixture
  await settleReleased(contextOf(), purchase, connection)
  // As if it had died just before the end was written.
  await db.rows(
    sql`update upstream_purchases set status = 'PLACED' where order_no = ${purchase.orderNo}`,
  )

  expect(await settleReleased(contextOf(), purchase, connection)).toBe(true)

  expect(await mismatches(purchase.productId)).toEqual([])
  expect(await stateOf(purchase)).toMatchObject({ status: 'STOCKED', due_at: null })
})

test('a faulty purchase is polled less often each time, up to ten minutes', async () => {
  const purchase = await releasedPurchase()
  const seconds: number[] = []
  for (let read = 1; read <= 9; read += 1) {
    const { faults } = await stateOf(purchase)
    await raiseMismatchAlert(contextOf(), { ...purchase, faults }, { upstream: 'acme', fault: '' })
    const { due_at: dueAt } = await stateOf(purchase)
    seconds.push(((dueAt?.getTime() ?? 0) - fixture.clock.now()) / 1_000)
  }

  expect(seconds).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 600])
})

test('an order that arrives late for a released purchase is polled', async () => {
  const purchase = await releasedPurchase()
  const { db } = fixture
  await db.rows(endReleased(purchase, 'REFUSED'))
  const due = () => db.rows(takeReleased({ now: NOON + 1, againAt: NOON + 1 }, 1_000))
  expect((await due()).map(toPurchase)).not.toContainEqual(
    expect.objectContaining({ orderNo: purchase.orderNo }),
  )

  const order = { id: 'o-late', status: 'PENDING', costMinor: null }
  await db.rows(markPlaced(purchase, order, NOON))

  expect((await due()).map(toPurchase)).toContainEqual(
    expect.objectContaining({ orderNo: purchase.orderNo, upstreamOrderId: 'o-late' }),
  )
})
