import type { Json } from '../../support/client.ts'
import { dataOf, type RunningService } from '../../support/service.ts'
import type { Write } from '../../operator/case.ts'
import { importCsv } from './fixture.ts'

const STATES = { quarantine: 'QUARANTINED', release: 'ON_SALE', recall: 'RECALLED' } as const
type Act = keyof typeof STATES

/** The writes of how stock is sold, and of lots. */
export function stockWrites(open: () => RunningService): Readonly<Record<string, Write>> {
  return {
    async 'PATCH /admin/v1/products/{productId}/stock'() {
      const { productId } = await open().product({ supplier: 'vault' })
      const change = { lowStockThreshold: 5, reason: 'sells fast' }
      const reply = await open().admin.patch(`/admin/v1/products/${productId}/stock`, change)
      const entry = {
        action: 'stock.update',
        target: `product:${productId}`,
        reason: 'sells fast',
        before: { expiryMarginSeconds: null, lowStockThreshold: null },
        after: { expiryMarginSeconds: null, lowStockThreshold: 5 },
      }
      return { reply, entry }
    },
    async 'PATCH /admin/v1/stock/defaults'() {
      const change = { expiryMarginSeconds: 60 }
      const reply = await open().admin.patch('/admin/v1/stock/defaults', change)
      const entry = {
        action: 'stock.update',
        target: 'stock',
        before: { expiryMarginSeconds: null, lowStockThreshold: null },
        after: { expiryMarginSeconds: 60, lowStockThreshold: null },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/products/{productId}/lots/{lot}/costs'() {
      const { productId } = await open().product({ supplier: 'vault' })
      const csv = 'faceValue,giftCardNumber\n10,COSTED-1\n'
      dataOf(await importCsv(open(), productId, csv, '?lot=costed'))
      const cost = { currency: 'EUR', unitCost: 9.4, supplier: 'Acme' }
      const path = `/admin/v1/products/${productId}/lots/costed/costs`
      const { costNo } = dataOf(await open().admin.post(path, cost))
      const correction = { currency: 'EUR', unitCost: 9, corrects: costNo, reason: 'misread' }
      const reply = await open().admin.post(path, correction)
      const { effectiveAt } = dataOf(reply)
      const target = `lot:${productId}:costed`
      const after = {
        costNo: dataOf(reply).costNo,
        ...cost,
        unitCost: 9,
        effectiveAt,
        corrects: costNo,
        effects: [],
      }
      const before = { ...cost, effectiveAt }
      const entry = { action: 'lot.correct_cost', target, reason: 'misread', before, after }
      return { reply, entry }
    },
    async 'POST /admin/v1/codes/find'() {
      const { productId } = await open().product({ supplier: 'vault' })
      const csv = 'faceValue,giftCardNumber\n10,LOOKED-UP-1\n'
      dataOf(await importCsv(open(), productId, csv, '?lot=audited'))
      const body = { code: 'LOOKED-UP-1', reason: 'ticket 9' }
      const reply = await open().admin.post('/admin/v1/codes/find', body)
      const after = [{ productId, lot: 'audited', state: 'FREE' }]
      return { reply, entry: { action: 'code.find', target: 'codes', reason: 'ticket 9', after } }
    },
    async 'POST /admin/v1/products/{productId}/lots/{lot}/quarantine'() {
      return lotWrite(open(), 'quarantine', { lot: await newLot(open()) })
    },
    async 'POST /admin/v1/products/{productId}/lots/{lot}/release'() {
      const lot = await newLot(open())
      await lotWrite(open(), 'quarantine', { lot })
      return lotWrite(open(), 'release', { lot, before: 'QUARANTINED' })
    },
    async 'POST /admin/v1/products/{productId}/lots/{lot}/recall'() {
      return lotWrite(open(), 'recall', { lot: await newLot(open()) })
    },
  }
}

interface LotName {
  readonly productId: number
  readonly lot: string
}

async function lotWrite(
  { admin }: RunningService,
  act: Act,
  { lot: { productId, lot }, before = 'ON_SALE' }: { lot: LotName; before?: string },
): ReturnType<Write> {
  const path = `/admin/v1/products/${productId}/lots/${lot}/${act}`
  const reply = await admin.post(path, { reason: 'doubted' })
  const entry = {
    action: `lot.${act}`,
    target: `lot:${productId}:${lot}`,
    reason: 'doubted',
    before: { state: before },
    after: { state: STATES[act], moved: 2 },
  }
  return { reply, entry }
}

async function newLot(service: RunningService): Promise<LotName> {
  const { productId } = await service.product({ supplier: 'vault' })
  dataOf(await service.stock(productId, [`LOT-1-OF-${productId}`, `LOT-2-OF-${productId}`]))
  const lots: Json[] = dataOf(await service.admin.get(`/admin/v1/products/${productId}/lots`))
  return { productId, lot: lots[0].lot }
}
