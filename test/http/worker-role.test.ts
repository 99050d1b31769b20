import { onTestFinished, describe, expect, test } from 'vitest'
import { ADMIN_TOKEN, anOrder, startService } from '../support/service.ts'
import { Http, signedClient, type Reply } from '../support/client.ts'

async function startWorker(settings: object = {}) {
  const service = await startService({ funds: { USD: '100.00' }, settings: { role: 'api' } })
  const { url, stop } = await service.another({ role: 'worker', ...settings })
  const http = new Http(url)
  onTestFinished(() => http.close())
  const get = (target: string): Promise<Reply> => http.send({ method: 'GET', target })
  const partner = signedClient(http, service.partner.credentials)
  return { service, http, get, partner, stop }
}

describe('a process of role worker serves health and metrics, and nothing else', () => {
  test('200: live, ready, and its metrics', async () => {
    const { service, get } = await startWorker()
    const { productId } = await service.product()
    const reply = await service.partner.post('/v2/orders', anOrder({ productId }))
    await service.waitForOrder(reply.body.data.id, 'COMPLETED')

    expect(await get('/health/live')).toMatchObject({ status: 200, body: { status: 'live' } })
    expect(await get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
    const { status, text } = await get('/metrics')
    expect(status).toBe(200)
    // The order was settled here, in a group of this process.
    expect(text).toMatch(/^tessera_ledger_group_writes_count [1-9]/m)
  })

  test.each(['/v2/products?currency=USD', '/v2/orders', '/exports/x', '/admin/v1/orders', '/'])(
    '404 RESOURCE_NOT_FOUND: GET %s',
    async (target) => {
      const { http, partner } = await startWorker()
      const authorization = `Bearer ${ADMIN_TOKEN}`

      for (const reply of [
        await partner.get(target),
        await http.send({ method: 'GET', target, headers: { authorization } }),
      ]) {
        expect(reply).toMatchObject({
          status: 404,
          body: { error: { code: 'RESOURCE_NOT_FOUND', message: 'no such path' } },
        })
      }
    },
  )

  test('404 in the shape of the consumer family', async () => {
    const { partner } = await startWorker()

    expect(await partner.get('/api/partner/v1/customer')).toMatchObject({
      status: 404,
      body: { success: false, error: { code: 'RESOURCE_NOT_FOUND' } },
    })
  })

  test('a write is refused too: 404, and no order is placed', async () => {
    const { service, partner } = await startWorker()
    const { productId } = await service.product()

    const reply = await partner.post('/v2/orders', anOrder({ productId }))

    expect(reply.status).toBe(404)
    expect(await service.partner.orders()).toEqual([])
  })
})

test('a process of role api serves partners as usual', async () => {
  const { service } = await startWorker()

  expect((await service.partner.get('/v2/orders')).status).toBe(200)
  expect((await service.http.send({ method: 'GET', target: '/health/live' })).status).toBe(200)
})
