import { afterAll, beforeAll, expect, test } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import { sql, type Statement } from '../../src/db/mod.ts'
import type { Connection } from '../../src/upstream/connections.ts'
import {
  beginSending,
  insertPurchase,
  lastPurchases,
  markPlaced,
  markRefused,
  type Purchase,
  toPurchase,
  tryAgain,
} from '../../src/upstream/purchase-rows.ts'
import { follow, resume, send } from '../../src/upstream/purchase.ts'
import { freshNames, referenceOf } from '../../src/upstream/reference.ts'
import type { Vault } from '../../src/vault/mod.ts'
import { batch, NOON } from '../inventory/fixture.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let database: FreshDatabase
let lastOrderNo = 0
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const TARGET = { upstreamId: 1, theirProductId: 7, walletCurrency: 'USD' }

/** A batch of an order of its own, under its first lease. */
async function leasedBatch() {
  const orderNo = (lastOrderNo += 1)
  await database.db.pool.query(
    `insert into fulfillments (
       partner_id, order_no, batch_no, line_no, product_id, supplier, face_value_minor,
       first_item_no, quantity, ordered_at, lease_epoch)
     values (1, $1, 1, 1, 1, 'upstream', 1000, 1, 1, now(), 1)`,
    [orderNo],
  )
  return batch(1, orderNo, { leaseEpoch: 1n, faceValueMinor: minorUnits(1000n) })
}

type Batch = Awaited<ReturnType<typeof leasedBatch>>

function purchaseOf(request: Batch, purchaseNo: number): Statement<PurchaseRow> {
  return insertPurchase({ request, purchaseNo, target: TARGET, ...freshNames(), now: NOON })
}

type PurchaseRow = Parameters<typeof toPurchase>[0]

async function written(statement: Statement<PurchaseRow>): Promise<Purchase | undefined> {
  const [row] = await database.db.rows(statement)
  return row && toPurchase(row)
}

/** Another worker has it from now on. */
async function takeOver({ orderNo }: Batch): Promise<void> {
  await database.db.rows(
    sql`update fulfillments set lease_epoch = lease_epoch + 1 where order_no = ${orderNo}`,
  )
}

test('under its lease a batch is bought, refused, tried again, and bought elsewhere', async () => {
  const request = await leasedBatch()
  const first = (await written(purchaseOf(request, 1))) ?? expect.unreachable()
  const sent = (await written(beginSending(first, request, NOON))) ?? expect.unreachable()
  await database.db.rows(markRefused(sent))
  const [refused] = await database.db.rows(lastPurchases([request]))
  const last = toPurchase(refused ?? expect.unreachable())

  const again = await written(tryAgain(last, request, freshNames().idempotencyKey))
  const second = await written(purchaseOf(request, 2))

  expect([again?.status, second?.purchaseNo]).toEqual(['PLACING', 2])
})

test('nothing is bought for a batch by a worker whose lease is over', async () => {
  const [fresh, opened, tried] = [await leasedBatch(), await leasedBatch(), await leasedBatch()]
  const placing = (await written(purchaseOf(opened, 1))) ?? expect.unreachable()
  const refused = (await written(purchaseOf(tried, 1))) ?? expect.unreachable()
  await database.db.rows(markRefused(refused))
  for (const one of [fresh, opened, tried]) await takeOver(one)

  expect(await written(purchaseOf(fresh, 1))).toBeUndefined()
  expect(await written(beginSending(placing, opened, NOON))).toBeUndefined()
  expect(await written(tryAgain(refused, tried, freshNames().idempotencyKey))).toBeUndefined()
  expect(await written(purchaseOf(tried, 2))).toBeUndefined()
  expect(await written(beginSending(placing, { leaseEpoch: 2n }, NOON))).toMatchObject({
    sendNo: 1,
  })
})

test('updates of a purchase that the database has lost do not change its successor', async () => {
  const request = await leasedBatch()
  const lost = (await written(purchaseOf(request, 1))) ?? expect.unreachable()
  await database.db.rows(sql`delete from upstream_purchases where order_no = ${request.orderNo}`)
  const successor = (await written(purchaseOf(request, 1))) ?? expect.unreachable()
  const order = { id: 'o-lost', status: 'PROCESSING', costMinor: null }

  await database.db.rows(markPlaced(lost, order, NOON))
  await database.db.rows(markRefused(lost))

  const [row] = await database.db.rows(lastPurchases([request]))
  expect(toPurchase(row ?? expect.unreachable())).toEqual(successor)
})

const CONTEXT = {
  clock: { now: () => NOON, monotonic: () => NOON },
  createSecondsMax: 60,
  nextPollSeconds: () => 1,
  /** No test here receives codes. */
  vault: {} as Vault,
}

/** An upstream whose responses a test sets. */
function connectionTo(client: Partial<Connection['client']>): Connection {
  const upstream = { name: 'acme', isActive: true }
  return { upstream, client } as Connection
}

test('a refusal of a create is not definite if another worker has sent one since', async () => {
  const request = await leasedBatch()
  const purchase = (await written(purchaseOf(request, 1))) ?? expect.unreachable()
  const context = { ...CONTEXT, db: database.db }
  const meanwhile = async () => {
    await written(beginSending({ ...purchase, sendNo: 1 }, request, NOON))
    return { is: 'unfunded', reason: 'too little' } as const
  }
  const connection = connectionTo({ placeOrder: meanwhile })

  const outcome = await send(context, { request, purchase, connection })

  expect(outcome).toMatchObject({ outcome: 'pending' })
  const [row] = await database.db.rows(lastPurchases([request]))
  expect(row).toMatchObject({ status: 'PLACING', send_no: 2 })
})

test('an order that was cancelled there before its first poll can be bought there again', async () => {
  const request = await leasedBatch()
  const purchase = (await written(purchaseOf(request, 1))) ?? expect.unreachable()
  const order = { id: 'o-1', clientReference: referenceOf(purchase), status: 'CANCELLED' }
  const theirs = { ...order, currency: 'USD', totalAmount: 10 }
  await database.db.rows(markPlaced(purchase, { ...order, costMinor: null }, NOON))
  const context = { ...CONTEXT, db: database.db }
  const known = { ...purchase, upstreamOrderId: 'o-1' }

  const outcome = await follow(
    context,
    { request, purchase: known, connection: connectionTo({}) },
    theirs,
  )

  expect(outcome).toMatchObject({ outcome: 'refused' })
  const [row] = await database.db.rows(lastPurchases([request]))
  expect(row).toMatchObject({ status: 'CANCELLED' })
})

/** A clock on which a minute passes with whatever they are asked. */
function slowAnswers() {
  let now = NOON
  const clock = { now: () => now, monotonic: () => now }
  const after = <T>(answer: T) => {
    now += 60_000
    return Promise.resolve(answer)
  }
  return { context: { ...CONTEXT, clock, db: database.db }, after }
}

/** A purchase of which an earlier create may arrive for half a minute more. */
async function unsurePurchase() {
  const request = await leasedBatch()
  const placing = (await written(purchaseOf(request, 1))) ?? expect.unreachable()
  const unsureUntil = NOON + 30_000
  const sent = (await written(beginSending(placing, request, unsureUntil))) ?? expect.unreachable()
  return { request, purchase: sent }
}

test('a refusal is not definite while an earlier create could still arrive', async () => {
  const { request, purchase } = await unsurePurchase()
  const { context, after } = slowAnswers()
  const connection = connectionTo({
    placeOrder: () => after({ is: 'unfunded', reason: 'too little' }),
  })

  const outcome = await send(context, { request, purchase, connection })

  expect(outcome).toMatchObject({ outcome: 'pending' })
  const [row] = await database.db.rows(lastPurchases([request]))
  expect(row).toMatchObject({ status: 'PLACING', unsure_until: new Date(NOON + 30_000) })
})

test('an empty lookup is not definite while a create could still arrive', async () => {
  const { request, purchase } = await unsurePurchase()
  const { context, after } = slowAnswers()
  const { upstream, client } = connectionTo({ findOrder: () => after(undefined) })
  const connection = { upstream: { ...upstream, isActive: false }, client }

  expect(await resume(context, { request, purchase, connection })).toMatchObject({
    outcome: 'pending',
  })
  expect(await resume(context, { request, purchase, connection })).toMatchObject({
    outcome: 'refused',
  })
})

test('a create is signed for the instant at which its row was written', async () => {
  const request = await leasedBatch()
  const purchase = (await written(purchaseOf(request, 1))) ?? expect.unreachable()
  const signedFor: number[] = []
  const connection = connectionTo({
    placeOrder(order) {
      signedFor.push(order.signedFor)
      return Promise.resolve({ is: 'rejected', reason: 'no' })
    },
  })
  let now = NOON
  const clock = { now: () => (now += 60_000), monotonic: () => NOON }

  await send({ ...CONTEXT, clock, db: database.db }, { request, purchase, connection })

  expect(signedFor).toEqual([NOON + 60_000])
})

test('a reference that is taken by an order that cannot be found leaves the outcome open', async () => {
  const request = await leasedBatch()
  const purchase = (await written(purchaseOf(request, 1))) ?? expect.unreachable()
  const connection = connectionTo({
    placeOrder: () => Promise.resolve({ is: 'taken', reason: '409' }),
    findOrder: () => Promise.resolve(undefined),
  })
  const context = { ...CONTEXT, db: database.db }

  await expect(send(context, { request, purchase, connection })).rejects.toMatchObject({
    kind: 'lost',
  })

  const [row] = await database.db.rows(lastPurchases([request]))
  expect(row).toMatchObject({ status: 'PLACING', unsure_until: new Date(NOON + 60_000) })
})
