import { expect } from 'vitest'
import { signedClient, type Json, type Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { anOrder, dataOf } from '../support/service.ts'
import { openEndpoint, type Endpoint } from './endpoint.ts'
import type { InterruptedWrites } from './interrupted-writes.ts'
import { ADMIN_TOKEN } from './service-process.ts'
import { newPartner } from './fixture.ts'

const ITEMS = 40
const FUNDS = 1_000

/** Prepares a case for each item of an order: refunds and replacements. */
export async function prepareCases(url: string): Promise<InterruptedWrites> {
  const first = openEndpoint(url, ADMIN_TOKEN)
  const { credentials } = await newPartner(first, FUNDS)
  const productId = await stockedProduct(first)
  const partner = signedClient(first.http, credentials)
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ productId, quantity: ITEMS })))
  await eventually(async () => {
    expect(dataOf(await partner.get(`/v2/orders/${id}`)).status).toBe('COMPLETED')
  })
  const items = Array.from({ length: ITEMS }, (_, at) => at + 1)
  let outcomes: Promise<unknown> = Promise.resolve()

  return {
    async send() {
      const sent = items.map((itemNo) => openCase(first, id, itemNo))
      outcomes = Promise.allSettled(sent)
      await sent[0]
    },
    async accountFor(nextUrl) {
      await outcomes
      first.http.close()
      const { http, operate } = openEndpoint(nextUrl, ADMIN_TOKEN)
      for (const itemNo of items) dataOf(await openCase({ http, operate }, id, itemNo))

      const cases: Json[] = dataOf(await operate('GET', `/admin/v1/orders/${id}/cases`))
      const numbers = cases.map(({ itemNo }) => itemNo)
      expect(numbers.toSorted((one, other) => one - other)).toEqual(items)
      const stock = dataOf(await operate('GET', `/admin/v1/products/${productId}/stock`))
      expect(stock.faceValues).toMatchObject([{ free: ITEMS / 2 }])
      const balances = await signedClient(http, credentials).get('/v2/accounts/balances')
      const refunded = (ITEMS / 2) * 10
      const [{ funds }] = balances.body.fundsList
      expect(funds).toBe(FUNDS - ITEMS * 10 + refunded)
      http.close()
    },
  }
}

async function stockedProduct({ operate }: Endpoint): Promise<number> {
  const sold = { brand: 'N', currency: 'USD', denominationType: 'FIXED', fixedAmounts: [10] }
  const product = { ...sold, supplier: 'vault' }
  const { productId } = dataOf(await operate('POST', '/admin/v1/products', product))
  const codes = Array.from({ length: 2 * ITEMS }, (_, at) => `10,KILL-${at}`)
  const csv = ['faceValue,giftCardNumber', ...codes, ''].join('\n')
  dataOf(await operate('POST', `/admin/v1/products/${productId}/codes`, csv))
  return productId
}

function openCase({ operate }: Endpoint, orderId: string, itemNo: number): Promise<Reply> {
  const kind = itemNo % 2 === 0 ? 'refund' : 'replace'
  return operate('POST', `/admin/v1/orders/${orderId}/cases`, { itemNo, kind, reason: 'worn' })
}
