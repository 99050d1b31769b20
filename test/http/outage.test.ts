import { expect, onTestFinished, test } from 'vitest'
import { startCuttableProxy, type CuttableProxy } from '../support/cuttable-proxy.ts'
import { eventually } from '../support/eventually.ts'
import { anOrder, startService } from '../support/service.ts'

test('503 with Retry-After while the database is away, without details of it; then normal service', async () => {
  const proxies: CuttableProxy[] = []
  onTestFinished(async () => {
    for (const proxy of proxies) await proxy.close()
  })
  const { partner, http, product, logged } = await startService({
    funds: { USD: '100.00' },
    connectThrough: async (target) => {
      const proxy = await startCuttableProxy(target)
      proxies.push(proxy)
      return proxy.target
    },
  })
  await product()
  expect((await partner.get('/v2/orders')).status).toBe(200)

  for (const proxy of proxies) proxy.cut()
  const replies = [
    await partner.get('/v2/orders'),
    await partner.post('/v2/orders', anOrder()),
    await partner.get('/api/partner/v1/customer'),
  ]

  for (const reply of replies) {
    expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    expect(reply.body.error).toEqual({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'the service cannot reach its database',
    })
  }
  await eventually(async () => {
    const ready = await http.send({ method: 'GET', target: '/health/ready' })
    expect([ready.status, ready.body.status]).toEqual([503, 'database unavailable'])
  })
  expect((await http.send({ method: 'GET', target: '/health/live' })).status).toBe(200)
  expect(logged.filter((line) => line.includes('request failed'))).toEqual([])

  for (const proxy of proxies) proxy.mend()
  await eventually(async () => expect((await partner.get('/v2/orders')).status).toBe(200))
  expect((await partner.post('/v2/orders', anOrder())).status).toBe(201)
})
