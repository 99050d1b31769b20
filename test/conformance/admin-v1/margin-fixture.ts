import type { Json } from '../../support/client.ts'
import { dataOf, type RunningService } from '../../support/service.ts'

export const FUNDS = { USD: '1000.00', EUR: '1000.00', JPY: '100000' }

/** Imports codes of one face value into a lot of their own. */
export async function stock(
  { admin }: RunningService,
  productId: number,
  { lot, faceValue = 10, count = 5 }: { lot: string; faceValue?: number; count?: number },
): Promise<void> {
  const lines = Array.from({ length: count }, (_, at) => `${faceValue},M${productId}-${lot}-${at}`)
  const csv = `faceValue,giftCardNumber\n${lines.join('\n')}\n`
  const target = `/admin/v1/products/${productId}/codes?lot=${lot}`
  dataOf(await admin.post(target, csv, { 'content-type': 'text/csv' }))
}

export async function setCost(
  { admin }: RunningService,
  [productId, lot]: readonly [number, string],
  cost: object,
  query = '',
): Promise<Json> {
  return dataOf(await admin.post(`/admin/v1/products/${productId}/lots/${lot}/costs${query}`, cost))
}

export async function margin({ admin, partner }: RunningService, by = ''): Promise<Json[]> {
  const query = `partnerId=${partner.partnerId}${by && `&by=${by}`}`
  return dataOf(await admin.get(`/admin/v1/reports/margin?${query}`))
}
