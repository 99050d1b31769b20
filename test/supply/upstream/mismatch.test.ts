import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAlerts } from '../../../src/alerts/mod.ts'
import type { Connection } from '../../../src/supply/upstream/connections.ts'
import { freshNames } from '../../../src/supply/upstream/purchase.ts'
import {
  insertPurchase,
  lastPurchases,
  markPlaced,
  toPurchase,
  type Purchase,
} from '../../../src/supply/upstream/purchase-rows.ts'
import { settleReleased } from '../../../src/supply/upstream/released.ts'
import { createUpstreamSupplier } from '../../../src/supply/upstream/supplier.ts'
import { batch, NOON, openStage, type Stage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.end())

const TARGET = { upstreamId: 1, theirProductId: 7, walletCurrency: 'USD' }
const ITEM = { productId: 7, currency: 'USD', faceValue: 10, redemptionUrl: 'https://a.test/x' }
const ORDER = { id: 'o-1', clientReference: '', currency: 'USD', totalAmount: 20 }

function contextOf() {
  const times = { createSecondsMax: 60, nextLookSeconds: () => 1 }
  return { db: stage.db, vault: stage.vault, clock: stage.clock, ...times }
}

/** An upstream whose answers a test gives. */
function connectionTo(client: Partial<Connection['client']>): Connection {
  return { upstream: { upstreamId: 1, name: 'acme' }, client } as Connection
}

/** Two units of a product of its own that are bought there. */
async function placedPurchase(): Promise<Purchase> {
  const productId = stage.nextProductId()
  const request = batch(productId, productId, { quantity: 2 })
  const names = freshNames()
  await stage.db.rows(
    insertPurchase({ request, purchaseNo: 1, target: TARGET, ...names, now: NOON }),
  )
  const [placing] = await stage.db.rows(lastPurchases([request]))
  const purchase = toPurchase(placing ?? expect.unreachable())
  const order = { id: ORDER.id, status: 'PROCESSING', costMinor: null }
  await stage.db.rows(markPlaced(purchase, order))
  return { ...purchase, status: 'PLACED', upstreamOrderId: ORDER.id }
}

async function mismatches(productId: number) {
  const { rows } = await listAlerts(stage.db, { page: 1, pageSize: 100, state: 'open' })
  const subject = `product:${productId}`
  return rows.filter((one) => one.kind === 'upstream_mismatch' && one.subject === subject)
}

test('an order that they do not know any more stays open, and the operator is told', async () => {
  const { productId, orderNo } = await placedPurchase()
  const connection = connectionTo({ readOrder: () => Promise.resolve(undefined) })
  const connections = { all: () => Promise.resolve([connection]), close: () => undefined }
  const supplier = createUpstreamSupplier({ ...contextOf(), connections } as never)

  const request = batch(productId, orderNo, { quantity: 2 })
  expect(await supplier.lookUp([request])).toMatchObject([{ outcome: 'unknown' }])

  expect(await mismatches(productId)).toMatchObject([{ severity: 'critical' }])
})

test('codes of a cancelled order that are not all new are told of', async () => {
  const purchase = await placedPurchase()
  const connection = connectionTo({
    readOrder: () => Promise.resolve({ ...ORDER, status: 'COMPLETED' }),
    readItems: () => Promise.resolve([1, 2].map((itemNo) => ({ itemNo, ...ITEM }))),
  })

  expect(await settleReleased(contextOf(), purchase, connection)).toBe(true)

  const [alert] = await mismatches(purchase.productId)
  expect(alert?.message).toContain('1 of 2 codes')
})
