import { expect, test } from 'vitest'
import { isoTime } from '../../../src/core/mod.ts'
import type { Json } from '../../support/client.ts'
import { dataOf, shareService, type RunningService } from '../../support/service.ts'
import { completeOrder, DAY, expectError, HOUR } from '../v2/fixture.ts'
import { FUNDS, margin, setCost, stock } from './margin-fixture.ts'

const shared = shareService()
const ALL_DAYS = { reason: 'the invoice came late', effectiveAt: '2020-01-01T00:00:00Z' }

/** Creates a product with a lot of five codes of 10. `lotKey` names the lot. */
async function stockedLot(lot = 'a') {
  const service = await shared({ funds: FUNDS })
  const { productId } = await service.product({ supplier: 'vault' })
  await stock(service, productId, { lot })
  return {
    service,
    productId,
    lotKey: [productId, lot] as const,
    lotCosts: costsOf(service, productId),
  }
}

/** Reads and posts the costs of lot a. */
function costsOf({ admin }: RunningService, productId: number) {
  const path = `/admin/v1/products/${productId}/lots/a/costs`
  return {
    costs: async (): Promise<Json[]> => dataOf(await admin.get(path)),
    post: (cost: object) => admin.post(path, cost),
  }
}

test('a cost is in force from its effective time on: earlier deliveries have no cost', async () => {
  const { service, productId, lotKey } = await stockedLot()
  await completeOrder(service, { productId, amount: 10 })
  const cost = await setCost(service, lotKey, { currency: 'USD', unitCost: 9 })
  expect(cost).toMatchObject({ effectiveAt: cost.recordedAt, effects: [], dryRun: false })
  const future = isoTime(Date.now() + DAY)
  await setCost(service, lotKey, { currency: 'USD', unitCost: 1, effectiveAt: future })
  await completeOrder(service, { productId, amount: 10 })

  const [known, unknown] = await margin(service)
  expect(known).toMatchObject({ units: 1, costStatus: 'KNOWN', cost: 9, margin: 1 })
  expect(unknown).toMatchObject({ units: 1, charged: 10, costStatus: 'UNKNOWN' })
  expect(unknown).not.toHaveProperty('cost')
  expect(unknown).not.toHaveProperty('margin')
})

test('a cost with an earlier effective time applies only to deliveries without a cost', async () => {
  const { service, productId, lotKey, lotCosts } = await stockedLot()
  await completeOrder(service, { productId, amount: 10 })
  await setCost(service, lotKey, { currency: 'USD', unitCost: 9 })
  await completeOrder(service, { productId, amount: 10 })
  const past = { currency: 'USD', unitCost: 7, effectiveAt: isoTime(Date.now() - HOUR) }
  expectError(await lotCosts.post(past), 400, 'VALIDATION_ERROR', ['reason'])

  const first = await setCost(service, lotKey, { ...past, reason: 'invoice 12' })
  const effect = { currency: 'USD', orders: 1, codes: 1, costAfter: 7 }
  expect(first.effects).toEqual([effect])
  const later = { currency: 'USD', unitCost: 1, faceValue: 10, ...ALL_DAYS }
  expect((await setCost(service, lotKey, later)).effects).toEqual([])

  expect(await margin(service)).toMatchObject([{ units: 2, cost: 16, margin: 4 }])
  await completeOrder(service, { productId, amount: 10 })
  expect(await margin(service)).toMatchObject([{ units: 3, cost: 17 }])
})

test('a cost recorded before costs had an effective time applies to all deliveries without a cost', async () => {
  const { service, productId, lotKey } = await stockedLot()
  await completeOrder(service, { productId, amount: 10 })
  const { costNo } = await setCost(service, lotKey, { currency: 'USD', unitCost: 9 })
  await service.db.pool.query('update lot_costs set effective_at = null where cost_no = $1', [
    costNo,
  ])
  await setCost(service, lotKey, { currency: 'USD', unitCost: 2, faceValue: 10, ...ALL_DAYS })

  expect(await margin(service)).toMatchObject([{ units: 1, cost: 9, costStatus: 'KNOWN' }])
})

test('a correction replaces a cost, and shows by how much the margin changes', async () => {
  const { service, productId, lotKey, lotCosts } = await stockedLot()
  const { costNo } = await setCost(service, lotKey, {
    currency: 'USD',
    unitCost: 90,
    supplier: 'Acme',
    purchaseOrder: 'PO 7',
  })
  const { id } = await completeOrder(service, { productId, amount: 10, quantity: 2 })
  await completeOrder(service, { productId, amount: 10 })
  const replace = { itemNo: 2, kind: 'replace', reason: 'scratched' }
  dataOf(await service.admin.post(`/admin/v1/orders/${id}/cases`, replace))
  const correction = { currency: 'USD', unitCost: 9, corrects: costNo, reason: 'a zero too much' }
  const before = await margin(service)
  expect(before).toMatchObject([{ units: 3, cost: 360, costStatus: 'KNOWN' }])

  const preview = await setCost(service, lotKey, correction, '?dryRun=true')
  const effects = [
    { currency: 'USD', orders: 2, codes: 4, costBefore: 360, costAfter: 36, marginChange: 324 },
  ]
  expect(preview).toMatchObject({ dryRun: true, effects, supplier: 'Acme', unitCost: 9 })
  expect(preview).not.toHaveProperty('costNo')
  expect(await margin(service)).toEqual(before)
  expect(await lotCosts.costs()).toHaveLength(1)

  const cost = await setCost(service, lotKey, correction)
  expect(cost).toMatchObject({ dryRun: false, effects, corrects: costNo })
  expect(await margin(service)).toMatchObject([
    { units: 3, cost: 36, margin: -6, costStatus: 'CORRECTED' },
  ])
  const [latest, corrected] = await lotCosts.costs()
  expect(corrected).toMatchObject({ costNo, unitCost: 90, correctedBy: cost.costNo })
  expect(latest).toMatchObject({ corrects: costNo, purchaseOrder: 'PO 7', supplier: 'Acme' })
  expect(latest).toMatchObject({ effectiveAt: corrected.effectiveAt, reason: 'a zero too much' })
})

test('a correction changes the deliveries that have its cost, and no others', async () => {
  const { service, productId, lotKey } = await stockedLot()
  const firstCost = await setCost(service, lotKey, { currency: 'USD', unitCost: 5 })
  await completeOrder(service, { productId, amount: 10 })
  const costOfTens = { currency: 'USD', unitCost: 8, faceValue: 10 }
  await setCost(service, lotKey, costOfTens)
  await completeOrder(service, { productId, amount: 10 })

  const again = { currency: 'USD', corrects: firstCost.costNo, reason: 'misread' }
  const { costNo } = await setCost(service, lotKey, { ...again, unitCost: 6 })
  expect(await margin(service)).toMatchObject([
    { costStatus: 'CORRECTED', units: 1, cost: 6 },
    { costStatus: 'KNOWN', units: 1, cost: 8 },
  ])

  const late = { ...again, corrects: costNo, effectiveAt: isoTime(Date.now()) }
  const { effects } = await setCost(service, lotKey, { ...late, unitCost: 6 })
  expect(effects).toEqual([{ currency: 'USD', orders: 1, codes: 1, costBefore: 6 }])
  expect(await margin(service)).toMatchObject([
    { costStatus: 'KNOWN', units: 1, cost: 8 },
    { costStatus: 'UNKNOWN', units: 1 },
  ])
})

test('a cost is corrected once: one of two simultaneous corrections is 409', async () => {
  const { service, lotKey, lotCosts } = await stockedLot()
  const { costNo } = await setCost(service, lotKey, { currency: 'USD', unitCost: 9 })
  const correction = { currency: 'USD', corrects: costNo, reason: 'misread' }

  const replies = await Promise.all(
    [8, 7].map((unitCost) => lotCosts.post({ ...correction, unitCost })),
  )

  const statuses = replies.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([201, 409]))
  expect(await lotCosts.costs()).toHaveLength(2)
})

test('400 for a correction without a reason, or of a cost of another lot or face value', async () => {
  const { service, productId, lotKey, lotCosts } = await stockedLot()
  const { costNo } = await setCost(service, lotKey, { currency: 'USD', unitCost: 9, faceValue: 10 })
  await stock(service, productId, { lot: 'b' })
  const other = await setCost(service, [productId, 'b'], { currency: 'USD', unitCost: 9 })
  const cost = { currency: 'USD', unitCost: 8, corrects: costNo }

  expectError(await lotCosts.post(cost), 400, 'VALIDATION_ERROR', ['reason'])
  const reason = 'misread'
  const foreign = await lotCosts.post({ ...cost, corrects: other.costNo, reason })
  expectError(foreign, 400, 'VALIDATION_ERROR', ['corrects'])
  const face = await lotCosts.post({ ...cost, faceValue: 20, reason })
  expectError(face, 400, 'VALIDATION_ERROR', ['faceValue'])
  expect(await lotCosts.costs()).toHaveLength(1)
})
