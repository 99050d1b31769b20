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

/** Returns the orders behind a row of `margin`, and their amounts added up in cents. */
export async function sumsOfOrders(
  { admin, partner }: RunningService,
  row: Json,
): Promise<{ readonly orders: readonly string[]; readonly sums: Json }> {
  const { brand, productId, supplier, month, currency, costStatus, own } = row
  const money = { currency, costStatus, costCurrency: own?.currency }
  const cell = { brand, productId, supplier, month, ...money }
  const parameters = Object.entries(cell).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams({ partnerId: String(partner.partnerId) })
  for (const [name, value] of parameters) query.set(name, String(value))
  const orders: Json[] = []
  for (let page = 1, hasNext = true; hasNext; page++) {
    const reply = await admin.get(
      `/admin/v1/reports/margin/orders?${query.toString()}&page=${page}&pageSize=1`,
    )
    orders.push(...dataOf(reply))
    hasNext = reply.body.meta.pagination.hasNext
  }
  return {
    orders: orders.map(({ orderId }) => orderId),
    sums: Object.fromEntries(AMOUNTS.map((name) => [name, sumOf(orders, name)])),
  }
}

/** Returns the amounts of a row in cents, to compare with `sumsOfOrders`. */
export function amountsOf(row: Json): Json {
  return Object.fromEntries(AMOUNTS.map((name) => [name, sumOf([row], name)]))
}

const AMOUNTS = ['units', 'faceValue', 'discount', 'fee', 'refunded', 'charged', 'cost', 'margin']

function sumOf(rows: readonly Json[], name: string): number | undefined {
  if (rows.every((row) => row[name] === undefined)) return undefined
  return rows.reduce((sum, row) => sum + Math.round(row[name] * 100), 0)
}
