import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError, completeOrder, importCsv, placeOrder } from '../v2/fixture.ts'
import { auditCount, expectData, expectPage } from './fixture.ts'
import { MS_PER_DAY } from '../../../src/core/mod.ts'

let service: RunningService
let productId: number
let path: string

beforeAll(async () => {
  service = await openService({ funds: { USD: '100000.00' } })
})
beforeEach(async () => {
  productId = (await service.product({ brand: 'Southwind', supplier: 'vault' })).productId
  path = `/admin/v1/products/${productId}`
})
afterAll(() => service.end())

/** Imports codes of face value 10 that expire in `days` days, as one lot. */
async function importExpiring(prefix: string, count: number, days: number): Promise<void> {
  const at = new Date(service.services.clock.now() + days * MS_PER_DAY).toISOString()
  const lines = Array.from({ length: count }, (_, n) => `10,${prefix}-${n},${at}\n`)
  const csv = `faceValue,giftCardNumber,expiresAt\n${lines.join('')}`
  expect(await importCsv(service, productId, csv)).toMatchObject({ imported: count })
}

async function stock(): Promise<Json> {
  return expectData(await service.admin.get(`${path}/stock`), 200)
}

async function newestLot(): Promise<Json> {
  return dataOf(await service.admin.get(`${path}/lots`))[0]
}

function changeLot(lot: string, action: string): Promise<Json> {
  return service.admin.post(`${path}/lots/${lot}/${action}`, { reason: 'doubted' })
}

test('the stock of a product shows the state of every code', async () => {
  await importExpiring('SOON', 3, 10)
  await importExpiring('LATE', 4, 90)
  await service.stock(productId, ['X-1', 'X-2', 'X-3'])
  dataOf(await changeLot((await newestLot()).lot, 'quarantine'))
  await completeOrder(service, { productId, quantity: 2 })
  const waiting = anOrder({
    items: [
      { productId, amount: 10, quantity: 1 },
      { productId, amount: 25, quantity: 1 },
    ],
  })
  const { id } = dataOf(await service.partner.post('/v2/orders', waiting))
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  await eventually(async () => expect((await stock()).faceValues[0].reserved).toBe(1))
  const margin = { expiryMarginSeconds: 864_000, lowStockThreshold: 5 }
  expectData(await service.admin.patch(`${path}/stock`, margin), 200)

  expect(await stock()).toEqual({
    productId,
    brand: 'Southwind',
    currency: 'USD',
    ...margin,
    own: margin,
    faceValues: [
      {
        faceValue: 10,
        free: 4,
        expiringSoon: 0,
        dailySales: 3,
        daysLeft: 1.3,
        isLow: true,
        withheld: 0,
        expired: 0,
        quarantined: 3,
        recalled: 0,
        reserved: 1,
        sold: 2,
      },
    ],
  })
})

test('withheld codes are shown, and serve waiting orders once the margin is smaller', async () => {
  dataOf(await service.admin.patch(`${path}/stock`, { expiryMarginSeconds: 2_592_000 }))
  await importExpiring('OLD', 2, 20)
  expect((await stock()).faceValues).toMatchObject([{ free: 0, withheld: 2, expiringSoon: 0 }])
  const { id } = await placeOrder(service.partner, { productId })
  await service.waitForOrder(id, 'OUT_OF_STOCK')

  dataOf(await service.admin.patch(`${path}/stock`, { expiryMarginSeconds: null }))

  await service.waitForOrder(id, 'COMPLETED')
  await eventually(async () => {
    expect((await stock()).faceValues).toMatchObject([{ free: 1, expiringSoon: 1, sold: 1 }])
  })
})

test('400: an unknown field of the settings is named, and no audit entry is written', async () => {
  const entries = await auditCount(service)

  const reply = await service.admin.patch(`${path}/stock`, { margin: 'a'.repeat(1_000) })

  expectError(reply, 400, 'VALIDATION_ERROR', ['margin'])
  expect(await auditCount(service)).toBe(entries)
})

test('the stored default margin applies to a product that has none of its own', async () => {
  const defaults = '/admin/v1/stock/defaults'
  await importExpiring('ALL', 1, 5)
  dataOf(await service.admin.patch(defaults, { expiryMarginSeconds: 864_000 }))
  expect(expectData(await service.admin.get(defaults), 200)).toEqual({
    expiryMarginSeconds: 864_000,
    lowStockThreshold: null,
  })
  expect(await stock()).toMatchObject({
    expiryMarginSeconds: 864_000,
    own: { expiryMarginSeconds: null },
  })
  const { id } = await placeOrder(service.partner, { productId })
  await service.waitForOrder(id, 'OUT_OF_STOCK')

  dataOf(await service.admin.patch(defaults, { expiryMarginSeconds: null }))

  await service.waitForOrder(id, 'COMPLETED')
})

test('the list has each face value sold from stock; `low=true` selects those with low stock', async () => {
  const fixed = { denominationType: 'FIXED', fixedAmounts: [5, 10], supplier: 'vault' }
  const bounds = { minAmount: undefined, maxAmount: undefined, brand: 'Listed' }
  const { productId: listedId } = await service.product({ ...fixed, ...bounds })
  await service.stock(listedId, ['L-1', 'L-2', 'L-3'])
  dataOf(
    await service.admin.patch(`/admin/v1/products/${listedId}/stock`, { lowStockThreshold: 3 }),
  )
  const entries = async (query: string): Promise<Json[]> => {
    const all: Json[] = dataOf(await service.admin.get(`/admin/v1/stock?pageSize=2000${query}`))
    return all.filter((one) => one.productId === listedId)
  }
  const product = { productId: listedId, brand: 'Listed', currency: 'USD', lowStockThreshold: 3 }
  const level = { expiringSoon: 0, dailySales: 0, daysLeft: null }
  const lowEntry = { ...product, ...level, faceValue: 5, free: 0, isLow: true }
  const fullEntry = { ...product, ...level, faceValue: 10, free: 3, isLow: false }

  expect(await entries('')).toEqual([lowEntry, fullEntry])
  expect(await entries('&low=true')).toEqual([lowEntry])
  expect(await entries('&low=false')).toEqual([fullEntry])
  const page = await service.admin.get('/admin/v1/stock?low=true&pageSize=1')
  const { totalRecords } = page.body.meta.pagination
  const hasNext = totalRecords > 1
  expectPage(page, { page: 1, pageSize: 1, totalRecords, totalPages: totalRecords, hasNext })
})

test('a recall names the orders that have codes of the lot, with the ranges of their items', async () => {
  await service.stock(productId, ['OTHER-1'])
  const codes = Array.from({ length: 1_203 }, (_, at) => `RUN-${at}`)
  await service.stock(productId, codes)
  const recalled = await newestLot()
  const first = await completeOrder(service, { productId, quantity: 1_101 })
  const second = await completeOrder(service, { productId, quantity: 3 })

  const lot = expectData(await changeLot(recalled.lot, 'recall'), 200)

  expect(lot).toMatchObject({
    state: 'RECALLED',
    imported: 1_203,
    free: 0,
    held: 100,
    taken: 1_103,
  })
  const target = `${path}/lots/${recalled.lot}/orders`
  const pagination = { page: 1, pageSize: 100, totalRecords: 2, totalPages: 1, hasNext: false }
  const { partnerId } = service.partner
  expect(expectPage(await service.admin.get(target), pagination)).toEqual([
    {
      orderId: first.id,
      partnerId,
      clientReference: first.clientReference,
      status: 'COMPLETED',
      firstItemNo: 2,
      lastItemNo: 1_101,
      codes: 1_100,
    },
    {
      orderId: second.id,
      partnerId,
      clientReference: second.clientReference,
      status: 'COMPLETED',
      firstItemNo: 1,
      lastItemNo: 3,
      codes: 3,
    },
  ])
  const beyond = await service.admin.get(`${target}?page=2&pageSize=2`)
  expectPage(beyond, { page: 2, pageSize: 2, totalRecords: 2, totalPages: 1, hasNext: false })
})

test('a released lot serves the waiting orders, a recalled lot cannot be released', async () => {
  await service.stock(productId, ['R-1', 'R-2', 'R-3'])
  const { lot } = await newestLot()
  dataOf(await changeLot(lot, 'quarantine'))
  const { id } = await placeOrder(service.partner, { productId, quantity: 2 })
  await service.waitForOrder(id, 'OUT_OF_STOCK')

  expect(expectData(await changeLot(lot, 'release'), 200)).toMatchObject({ lot, state: 'ON_SALE' })

  await service.waitForOrder(id, 'COMPLETED')
  dataOf(await changeLot(lot, 'recall'))
  expect(await changeLot(lot, 'release')).toMatchObject({
    status: 409,
    body: { error: { code: 'BUSINESS_RULE_VIOLATION' } },
  })
  expect((await stock()).faceValues).toMatchObject([{ free: 0, recalled: 1, sold: 2 }])
})
