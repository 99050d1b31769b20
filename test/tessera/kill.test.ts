import { expect, test, vi } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { makeInstallation } from '../faults/service-process.ts'
import type { Json } from '../support/client.ts'
import { startHttpProxy } from '../support/http-proxy.ts'
import { anOrder, dataOf, startService } from '../support/service.ts'
import { asPartner, databaseIn, operatorOn } from './buyer-process.ts'
import { accountOf } from './pair.ts'

test('a kill between an order at the supplier and its record here does not buy twice', async () => {
  const seller = await startService({ funds: { USD: '100.00' } })
  const { productId: sellerProductId } = await seller.product()
  let creates = 0
  const proxy = await startHttpProxy({
    target: seller.url,
    fate: ({ method }) => ({ fate: method === 'POST' && creates++ === 0 ? 'hold' : 'pass' }),
  })
  const installation = makeInstallation()
  const first = await installation.start()
  const operator = operatorOn(first.url)
  const credentials = await operator.newPartner()
  await operator.register('acme', { ...accountOf(seller.partner), baseUrl: proxy.url })
  const productId = await operator.resell([{ account: 'acme', product: String(sellerProductId) }])
  const order = await asPartner(first.url, credentials, (partner) =>
    partner.post('/v2/orders', anOrder({ productId, quantity: 2 })),
  )
  await vi.waitFor(async () => expect(await seller.partner.orders()).toHaveLength(1), {
    timeout: 60_000,
    interval: 20,
  })

  await first.end('SIGKILL')
  // As if the lease of the killed process had expired. Its PostgreSQL still runs.
  await databaseIn(installation.dataDir).rows(sql`update fulfillments set due_at = now()`)
  const second = await installation.start()

  const items = await vi.waitFor(
    () =>
      asPartner(second.url, credentials, (partner) => partner.get(`/v2/orders/${order.id}/items`)),
    { timeout: 40_000, interval: 50 },
  )
  const [bought, ...others] = await seller.partner.orders()
  expect(others).toEqual([])
  expect(await seller.partner.funds()).toEqual({ USD: 80 })
  const issued = dataOf(await seller.partner.get(`/v2/orders/${bought.id}/items`))
  expect(items.map(numberOf)).toEqual(issued.map(numberOf))
  expect(proxy.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  await second.end('SIGTERM')
  await proxy.close()
})

function numberOf({ giftCardNumber }: Json): string {
  return giftCardNumber
}
