import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAlerts } from '../../../src/alerts/mod.ts'
import { systemClock } from '../../../src/core/mod.ts'
import { sql, transact, type Tx } from '../../../src/db/mod.ts'
import { raiseMismatch } from '../../../src/upstream/mismatch.ts'
import { closePurchase } from '../../../src/upstream/mod.ts'
import type { Purchase } from '../../../src/upstream/purchase-rows.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { placed } from '../v2/fixture.ts'
import { makeUpPurchase } from './purchases.ts'
import { anUpstream, expectData } from './fixture.ts'
import { TESTER } from '../../support/tester.ts'
import { untilOneWaits } from '../../support/lock-waits.ts'

let service: RunningService
let productId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000.00' } })
  productId = (await service.product()).productId
  expectData(await service.admin.post('/admin/v1/upstreams', anUpstream('acme')), 201)
})

afterAll(() => service.end())

const fault = 'they do not know their order'
let lastProduct = 1_000_000

/** Purchases of one new product, all named by one alert. */
async function faultyPurchases(count: number): Promise<{ product: number; references: string[] }> {
  const product = (lastProduct += 1)
  const references: string[] = []
  for (let at = 0; at < count; at += 1) {
    const { id: orderId } = await placed(service.partner, { productId })
    const purchase = { upstream: 'acme', orderId, fault, productId: product }
    references.push(await makeUpPurchase(service, purchase))
    await tell(product)
  }
  return { product, references }
}

async function tell(product: number): Promise<void> {
  const purchase = { productId: product, partnerId: 1, orderNo: 1, batchNo: 1 } as Purchase
  await transact(service.db, (tx) =>
    Promise.resolve(
      raiseMismatch(tx, { purchase, upstream: 'acme', fault, at: systemClock.now() }),
    ),
  )
}

async function close(reference = ''): Promise<void> {
  const path = `/admin/v1/upstreams/acme/purchases/${reference}/close`
  expectData(await service.admin.post(path, { reason: 'they give the money back' }), 200)
}

function closeWithin(tx: Tx, reference = ''): Promise<unknown> {
  const act = { actor: TESTER, reason: 'given up', at: systemClock.now() }
  return closePurchase(tx, { name: 'acme', reference }, act)
}

/** How many alerts are open about a product. */
async function open(product: number): Promise<number> {
  const { rows } = await listAlerts(service.db, { page: 1, pageSize: 100, state: 'open' })
  return rows.filter(({ subject }) => subject === `product:${product}`).length
}

test('an alert is resolved when the last purchase that it names is closed, and not before', async () => {
  const { product, references } = await faultyPurchases(2)
  const other = await faultyPurchases(1)

  await close(references[0])
  expect(await open(product)).toBe(1)
  await close(references[1])

  expect(await open(product)).toBe(0)
  expect(await open(other.product)).toBe(1)
})

test('if two requests close the last two purchases at once, the second resolves the alert', async () => {
  const { product, references } = await faultyPurchases(2)
  let second: Promise<unknown> | undefined

  await transact(service.db, async (tx) => {
    await closeWithin(tx, references[0])
    second = transact(service.db, (other) => closeWithin(other, references[1]))
    await untilOneWaits(service.db)
  })
  await second

  expect(await open(product)).toBe(0)
})

test('an alert that named codes that were not new waits for the operator', async () => {
  const { product, references } = await faultyPurchases(2)
  const stocked = (at: string) =>
    service.db.rows(sql`
      update upstream_purchases set status = 'STOCKED', faulted_at = now() + ${at}::interval
      where reference = ${references[0]?.slice(-36)}::uuid`)
  await stocked('1 hour')

  await close(references[1])
  expect(await open(product)).toBe(1)

  const [again] = (await faultyPurchases(1)).references
  await service.db.rows(sql`
    update upstream_purchases set product_id = ${product}
    where reference = ${again?.slice(-36)}::uuid`)
  await stocked('-1 hour')
  await close(again)
  expect(await open(product)).toBe(0)
})
