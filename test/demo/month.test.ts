import { expect, onTestFinished, test } from 'vitest'
import { MS_PER_DAY, systemClock } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { MONTH_DAYS, monthReport, PastClock, playMonth, playPast } from '../../src/demo/mod.ts'
import { startDemoStandIns } from '../../src/demo/stand-ins.ts'
import { findSupplied, seedSuppliers, suppliedProducts } from '../../src/demo/suppliers.ts'
import type { Json } from '../support/client.ts'
import { ADMIN_TOKEN, dataOf, startService, type RunningService } from '../support/service.ts'

/** Added up by hand in docs/operate/month.md. */
const STATEMENTS = [
  {
    partnerName: 'Aurora Rewards',
    opening: 0,
    closing: 1_520,
    totals: { deposit: 2_000, order_charge: -528, case_refund: 48 },
  },
  {
    partnerName: 'Beacon Loyalty',
    opening: 0,
    closing: 918,
    totals: { deposit: 1_200, reversal: -200, order_charge: -82 },
  },
  {
    partnerName: 'Cobalt Perks',
    opening: 0,
    closing: 56.9,
    totals: { deposit: 350, order_charge: -293.1 },
  },
]
const MARGIN = [
  { faceValue: 550, discount: 22, fee: 0, refunded: 48, charged: 480, cost: 501, margin: -21 },
  { faceValue: 80, discount: 0, fee: 2, refunded: 0, charged: 82, cost: 82.8, margin: -0.8 },
  { faceValue: 300, discount: 7.5, fee: 0.6, refunded: 0, charged: 293.1, cost: 273, margin: 20.1 },
]

function sumsOf({ partnerName, opening, closing, totals }: Json) {
  const sums = totals.map(({ kind, amount }: Json) => [kind, amount])
  return { partnerName, opening, closing, totals: Object.fromEntries(sums) }
}

test('the month adds up as the docs do by hand, and playing it again changes nothing', async () => {
  const service = await startService()
  const { url, services } = service
  const target = { url, operatorUrl: url, adminToken: ADMIN_TOKEN, clock: services.clock }
  const transfers = async () => service.db.rows(sql`select count(*) from transfers`)

  const month = await playMonth(target)

  expect(month.statements.map(sumsOf)).toEqual(STATEMENTS)
  expect(month.margin).toMatchObject(MARGIN)
  expect(month.refusal).toMatch(/credit limit|available/)
  expect(month.reconciliation).toMatchObject({
    matched: 5,
    differentAmount: 1,
    missingHere: 1,
    missingThere: 0,
    difference: 80,
  })
  const before = await transfers()
  const again = await playMonth(target)
  expect(again.statements.map(sumsOf)).toEqual(STATEMENTS)
  expect(again.refusal).toBeUndefined()
  expect(await transfers()).toEqual(before)
  expect(monthReport(month)).toContain('Aurora Rewards')
  expect(monthReport(month)).toMatch(/closing +1520\.00 +918\.00 +56\.90/)
  expect(monthReport(month)).toMatch(/is margin +-21\.00 +-0\.80 +20\.10/)
})

/** Returns a partner as in the demo: with a credential, and with products to order. */
async function demoOf(service: RunningService) {
  const { partner, product } = service
  const { productId } = await product()
  const { productId: stockedProductId } = await product({ supplier: 'vault' })
  const lines = Array.from({ length: 500 }, (_, at) => `${at % 2 === 0 ? 25 : 50},DEMO-${at}`)
  const codes = ['faceValue,giftCardNumber', ...lines].join('\n')
  const path = `/admin/v1/products/${stockedProductId}/codes?lot=demo`
  dataOf(await service.admin.post(path, codes, { 'content-type': 'text/csv' }))
  const { productId: soldOutProductId } = await product({ supplier: 'vault' })
  const examples = { giftCardProductId: productId, stockedProductId, soldOutProductId }
  return { ...partner.credentials, examples }
}

/** Creates products that are bought at stand-ins, as in the demo. */
async function suppliedOf({ services, admin, partner }: RunningService) {
  const standIns = await startDemoStandIns()
  onTestFinished(async () => {
    await Promise.all([standIns.reloadly.close(), standIns.tillo.close()])
  })
  await seedSuppliers({ ...services, standIns })
  for (const product of suppliedProducts()) dataOf(await admin.post('/admin/v1/products', product))
  const { products } = await services.catalog.asOf(services.db)
  const ids = findSupplied(products.values()) ?? expect.unreachable()
  return { signer: partner.credentials, products: ids, standIns }
}

test('the demo has the dates of the last 30 days, and leaves things to do', async () => {
  const clock = new PastClock(systemClock, MONTH_DAYS)
  const funds = { USD: '100000.00', EUR: '1000.00', GBP: '1000.00' }
  const service = await startService({ clock, funds })
  const { url, admin } = service
  const target = { url, operatorUrl: url, adminToken: ADMIN_TOKEN, clock }
  const demo = await demoOf(service)
  const supplied = await suppliedOf(service)

  await playPast(target, demo, supplied)

  const orders: Json[] = dataOf(await admin.get('/admin/v1/orders?pageSize=100'))
  const ages = orders.map(
    ({ createdAt }) => (systemClock.now() - Date.parse(createdAt)) / MS_PER_DAY,
  )
  expect(Math.max(...ages)).toBeGreaterThan(MONTH_DAYS - 3)
  expect(Math.min(...ages)).toBeLessThan(1)
  expect(new Set(ages.map(Math.floor)).size).toBeGreaterThan(20)
  const open = orders.filter(({ status }) => status !== 'COMPLETED')
  expect(open).toMatchObject([
    { status: 'PROCESSING', clientReference: 'waits-for-supplier' },
    { status: 'OUT_OF_STOCK', clientReference: 'waits-for-stock' },
  ])
  const bought = await service.db.rows(sql<{ status: string; count: number }>`
    select status, sum(quantity)::integer as count from supplier_creates
    where currency = 'GBP' group by status order by status`)
  expect(bought).toEqual([
    { status: 'DONE', count: 6 },
    { status: 'REFUSED', count: 1 },
  ])
  const reversals = supplied.standIns.reloadly.books.sales.filter(
    ({ status }) => status === 'reversed',
  )
  expect(reversals).toHaveLength(1)
  await expect
    .poll(async () => dataOf(await admin.get('/admin/v1/supplier-price-changes?status=WAITS')))
    .toMatchObject([{ brand: 'Larkspur Games', oldPercent: '5', newPercent: '8' }])
  const hours: Json[] = dataOf(await admin.get('/admin/v1/overview/activity'))
  expect(hours.filter((hour) => hour.orders > 0).length).toBeGreaterThan(12)
  expect(hours.filter((hour) => hour.weekBefore.orders > 0).length).toBeGreaterThan(12)
  const margins: Json[] = dataOf(await admin.get('/admin/v1/overview/margin'))
  const earned = margins.flatMap(({ margin }) => margin.map(({ amount }: Json) => amount > 0))
  expect(earned.length).toBeGreaterThan(12)
  expect(earned).not.toContain(false)
  const { lastVerification } = dataOf(await admin.get('/admin/v1/overview'))
  expect(lastVerification).toMatchObject({ state: 'DONE', balanced: true })
  expect(dataOf(await admin.get('/admin/v1/cases?state=REQUESTED'))).toHaveLength(1)
  // Requests are recorded a moment after their responses.
  await expect
    .poll(async () => dataOf(await admin.get('/admin/v1/requests?failed=true')))
    .toContainEqual(expect.objectContaining({ failedCheck: 'signature' }))
})
