import { expect, test, vi } from 'vitest'
import { ADMIN_TOKEN, makeInstallation } from '../../faults/service-process.ts'
import { Http, signedClient, type Json } from '../../support/client.ts'
import { startHttpProxy } from '../../support/http-proxy.ts'
import { anOrder, dataOf, startService } from '../../support/service.ts'

test('killed after it was placed upstream and before that was written, an order is not bought again', async () => {
  const theirs = await startService({ funds: { USD: '100.00' } })
  const { productId: theirId } = await theirs.product()
  let creates = 0
  const proxy = await startHttpProxy({
    target: theirs.url,
    fate: ({ method }) => ({ fate: method === 'POST' && creates++ === 0 ? 'hold' : 'pass' }),
  })
  const installation = makeInstallation()
  const first = await installation.start()
  const { credentials, productId } = await prepare(first.url, {
    ...theirs.partner.credentials,
    baseUrl: proxy.url,
    theirId,
  })
  const order = await asPartner(first.url, credentials, (partner) =>
    partner.post('/v2/orders', anOrder({ productId, quantity: 2 })),
  )
  await vi.waitFor(async () => expect(await theirs.partner.orders()).toHaveLength(1), {
    timeout: 30_000,
    interval: 20,
  })

  await first.end('SIGKILL')
  const second = await installation.start()

  const items = await vi.waitFor(
    () =>
      asPartner(second.url, credentials, (partner) => partner.get(`/v2/orders/${order.id}/items`)),
    { timeout: 40_000, interval: 200 },
  )
  const [bought, ...others] = await theirs.partner.orders()
  expect(others).toEqual([])
  expect(await theirs.partner.funds()).toEqual({ USD: 80 })
  const issued = dataOf(await theirs.partner.get(`/v2/orders/${bought.id}/items`))
  expect(items.map(numberOf)).toEqual(issued.map(numberOf))
  expect(proxy.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  await second.end('SIGTERM')
  await proxy.close()
})

function numberOf({ giftCardNumber }: Json): string {
  return giftCardNumber
}

async function asPartner(
  url: string,
  credentials: Json,
  call: (partner: ReturnType<typeof signedClient>) => Promise<Json>,
): Promise<Json> {
  const http = new Http(url)
  try {
    return dataOf(await call(signedClient(http, credentials)))
  } finally {
    http.close()
  }
}

/** A partner with funds, our account upstream, and a product that is bought there. */
async function prepare(url: string, account: Json): Promise<Json> {
  const http = new Http(url)
  const admin = async (path: string, body: object): Promise<Json> => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
    const target = `/admin/v1${path}`
    return dataOf(await http.send({ method: 'POST', target, headers, body: JSON.stringify(body) }))
  }
  const { theirId, ...signed } = account
  const { partnerId } = await admin('/partners', { name: 'Acme' })
  const credentials = await admin(`/partners/${partnerId}/credentials`, {})
  const deposit = { currency: 'USD', amount: 100, reference: 'all' }
  await admin(`/partners/${partnerId}/deposits`, deposit)
  await admin('/upstreams', { name: 'acme', currency: 'USD', ...signed })
  const { productId } = await admin('/products', {
    brand: 'Northwind',
    currency: 'USD',
    denominationType: 'FIXED',
    fixedAmounts: [10],
    supplier: 'upstream',
    supplierSettings: { upstream: 'acme', productId: theirId },
  })
  http.close()
  return { credentials, productId }
}
