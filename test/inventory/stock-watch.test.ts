import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { createCatalog, type Catalog, type Product } from '../../src/catalog/mod.ts'
import { MS_PER_DAY, daysLeft, minorUnits, unitsPerDay } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { importCodes } from '../../src/imports/mod.ts'
import { changeLot, changePolicy, stockOf } from '../../src/inventory/mod.ts'
import { followStock } from '../../src/inventory/stock-watch.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'

let fixture: FulfillmentFixture
let catalog: Catalog

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  catalog = createCatalog(fixture)
})
afterEach(() => fixture.end())

let orderNo = 0

/** Makes a product of the face values 10 and 25, to which tests import codes of 10. */
function aProduct(): Promise<Product> {
  return fixture.product({
    supplier: 'vault',
    denominationType: 'FIXED',
    fixedAmounts: [10, 25],
    minAmount: undefined,
    maxAmount: undefined,
  })
}

function codes(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}-${at}`)
}

async function sell({ productId }: Product, quantity: number): Promise<void> {
  orderNo += 1
  const key = { partnerId: fixture.partnerId, orderNo, batchNo: 1, productId, quantity }
  const request = { ...key, currency: 'USD', faceValueMinor: minorUnits(1_000n) }
  const [outcome] = await fixture.suppliers.vault.issue([
    { ...request, recipient: undefined, settings: {} },
  ])
  expect(outcome?.outcome).toBe('issued')
}

async function runWatch(): Promise<void> {
  catalog.changed()
  await followStock({ db: fixture.db, clock: fixture.clock, catalog })
}

async function forecast(product: Product): Promise<{ perDay: number; left: number | null }> {
  const [stock] = await stockOf(fixture.db, [product], fixture.clock.now())
  const bucket = stock?.buckets.find((one) => one.faceMinor === 1_000n) ?? expect.unreachable()
  return { perDay: unitsPerDay(bucket.sales), left: daysLeft(bucket.free, bucket.sales) }
}

async function lowStock() {
  const { rows } = await listAlerts(fixture.db, { state: 'open', page: 1, pageSize: 100 })
  return rows.map(({ severity, message, details }) => ({ severity, message, details }))
}

async function alerts(state: 'open' | 'resolved'): Promise<unknown[]> {
  const { rows } = await listAlerts(fixture.db, { state, page: 1, pageSize: 100 })
  return rows.map(({ kind, subject, severity, count }) => ({ kind, subject, severity, count }))
}

function threshold(productId: number | undefined, lowStockThreshold: number | null) {
  return transact(fixture.db, (tx) => changePolicy(tx, productId, { lowStockThreshold }))
}

test('the forecast follows from the sales of a week; without sales there is none', async () => {
  const product = await aProduct()
  await fixture.import(product, codes('A', 100))
  await runWatch()
  await sell(product, 14)
  fixture.clock.advance(7 * MS_PER_DAY)
  await runWatch()

  expect(await forecast(product)).toEqual({ perDay: 2, left: 43 })
  fixture.clock.advance(8 * MS_PER_DAY)
  await runWatch()
  expect(await forecast(product)).toEqual({ perDay: 0, left: null })
})

test('sales before the first record count; the pace is an average over at least a day', async () => {
  const product = await aProduct()
  await fixture.import(product, codes('B', 30))
  await sell(product, 20)
  expect(await forecast(product)).toEqual({ perDay: 20, left: 0.5 })
  await runWatch()

  expect(await forecast(product)).toEqual({ perDay: 20, left: 0.5 })
  fixture.clock.advance(2 * MS_PER_DAY)
  expect(await forecast(product)).toEqual({ perDay: 10, left: 1 })
})

test('only the sales of the last week count', async () => {
  const product = await aProduct()
  await fixture.import(product, codes('C', 90))
  for (const units of [40, 7, 7]) {
    await runWatch()
    await sell(product, units)
    fixture.clock.advance(7 * MS_PER_DAY)
  }
  await runWatch()

  const { perDay } = await forecast(product)
  expect(perDay).toBe(1)
})

test('low stock raises one alert for each face value, and restocking resolves it', async () => {
  const product = await aProduct()
  await fixture.import(product, codes('D', 5))
  await runWatch()
  expect(await alerts('open')).toEqual([])
  await threshold(undefined, 4)
  const subjectOf = (faceValue: string) => `product:${product.productId}:${faceValue}`
  const empty = { kind: 'low_stock', subject: subjectOf('25.00'), severity: 'critical', count: 1 }

  await runWatch()
  expect(await alerts('open')).toEqual([empty])
  await sell(product, 2)
  await runWatch()
  await runWatch()
  expect(await alerts('open')).toEqual([
    { kind: 'low_stock', subject: subjectOf('10.00'), severity: 'warning', count: 1 },
    empty,
  ])

  await fixture.import(product, codes('E', 1))
  await runWatch()
  expect(await alerts('open')).toEqual([empty])
  await threshold(product.productId, 5)
  await runWatch()
  expect(await alerts('open')).toHaveLength(2)
  await threshold(product.productId, null)
  await threshold(undefined, null)
  await runWatch()
  expect(await alerts('open')).toEqual([])
})

/** Returns the only alert that is expected if `free` codes are for sale. */
function expectedAlert(severity: string, free: number) {
  return [
    {
      severity,
      message: expect.stringContaining(`: ${free} for sale, fewer than 8`),
      details: expect.objectContaining({ free }),
    },
  ]
}

test('each run updates the number of codes for sale in an alert of low stock', async () => {
  const product = await fixture.product({
    supplier: 'vault',
    denominationType: 'FIXED',
    fixedAmounts: [10],
    minAmount: undefined,
    maxAmount: undefined,
  })
  const { productId } = product
  const expiresAt = new Date(fixture.clock.now() + MS_PER_DAY).toISOString()
  await importLot(product, 'lasting', ['10,L-1,', '10,L-2,', '10,L-3,'])
  await importLot(product, 'expiring', [`10,E-1,${expiresAt}`, `10,E-2,${expiresAt}`])
  await importLot(product, 'doubted', ['10,D-1,', '10,D-2,'])
  await threshold(productId, 8)
  await runWatch()
  expect(await lowStock()).toEqual(expectedAlert('warning', 7))
  await transact(fixture.db, (tx) => changeLot(tx, { productId, lot: 'doubted' }, 'quarantine'))
  await runWatch()
  expect(await lowStock()).toEqual(expectedAlert('warning', 5))
  await transact(fixture.db, (tx) => changePolicy(tx, productId, { expiryMarginSeconds: 90_000 }))
  await runWatch()
  expect(await lowStock()).toEqual(expectedAlert('warning', 3))
  await sell(product, 2)
  await runWatch()
  expect(await lowStock()).toEqual(expectedAlert('warning', 1))
  await sell(product, 1)
  await runWatch()
  expect(await lowStock()).toEqual(expectedAlert('critical', 0))

  await transact(fixture.db, (tx) => changePolicy(tx, productId, { expiryMarginSeconds: 0 }))
  await runWatch()
  expect(await lowStock()).toEqual(expectedAlert('warning', 2))
  fixture.clock.advance(2 * MS_PER_DAY)
  await runWatch()
  expect(await lowStock()).toEqual(expectedAlert('critical', 0))
  await fixture.import(product, codes('F', 8))
  await runWatch()
  expect(await alerts('open')).toEqual([])
})

async function importLot(product: Product, lot: string, lines: readonly string[]): Promise<void> {
  const csv = Readable.from([
    Buffer.from(['faceValue,giftCardNumber,expiresAt', ...lines].join('\n')),
  ])
  await importCodes(fixture, { actor: 'test', lot }, { product, csv })
}
