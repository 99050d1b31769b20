import { expect, test } from 'vitest'
import { stoppedClock } from '../conformance/v2/fixture.ts'
import { anOrder, dataOf, shareService, startService } from '../support/service.ts'

const shared = shareService()

test('429 RATE_LIMIT_EXCEEDED with Retry-After once a credential has used up its burst', async () => {
  const { partner, admin } = await startService({
    clock: stoppedClock(),
    settings: { rateLimit: 2 },
  })
  const other = await partner.issue()
  const statuses: number[] = []
  for (let i = 0; i < 5; i += 1) statuses.push((await partner.get('/v2/orders')).status)

  expect(statuses).toEqual([200, 200, 200, 200, 429])
  const limited = await partner.get('/api/partner/v1/customer')
  expect(limited).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1' },
    body: { success: false, error: { code: 'RATE_LIMIT_EXCEEDED' } },
  })
  // Each credential has its own limit, wrong signatures do not count, and the operator may lift it.
  expect((await other.get('/v2/orders')).status).toBe(200)
  await admin.patch(`/admin/v1/partners/${partner.partnerId}`, { rateLimit: 0 })
  expect((await partner.get('/v2/orders')).status).toBe(200)
})

test('an order may be polled five times at once, then once per second; each order has its own limit', async () => {
  const { partner, product } = await startService({
    clock: stoppedClock(),
    funds: { USD: '100.00' },
    settings: { pollLimit: 1 },
  })
  await product()
  const order = dataOf(await partner.post('/v2/orders', anOrder()))
  const next = dataOf(await partner.post('/v2/orders', anOrder()))
  const statuses: number[] = []
  for (let i = 0; i < 6; i += 1) statuses.push((await partner.get(`/v2/orders/${order.id}`)).status)

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await partner.get(`/v2/orders/${next.id}`)).status).toBe(200)
  expect((await partner.get('/v2/orders')).status).toBe(200)
  expect((await partner.get(`/v2/orders/${order.id}`)).headers['retry-after']).toBe('1')
})

test('a credential that was revoked, and a partner that was suspended, are refused at once', async () => {
  const { partner, admin } = await shared()
  const path = `/admin/v1/partners/${partner.partnerId}`
  const second = await partner.issue()
  expect((await second.get('/v2/orders')).status).toBe(200)

  const revoke = await admin.post(`${path}/credentials/${second.credentials.clientId}/revoke`)
  expect(revoke).toMatchObject({ status: 200, body: { data: { state: 'REVOKED' } } })
  expect((await second.get('/v2/orders')).status).toBe(401)
  expect((await partner.get('/v2/orders')).status).toBe(200)
  await admin.patch(path, { status: 'SUSPENDED', reason: 'unpaid' })
  expect((await partner.get('/v2/orders')).status).toBe(401)
  expect((await partner.get('/api/partner/v1/customer')).status).toBe(403)
})

test('more lines than an order may have: 400 naming items', async () => {
  const { partner, product } = await startService({
    funds: { USD: '100.00' },
    settings: { orderLinesMax: 2 },
  })
  const { productId } = await product()
  const line = { productId, amount: 1, quantity: 1 }

  expect(await partner.post('/v2/orders', anOrder({ items: [line, line, line] }))).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'items', message: 'must have at most 2 entries' }] } },
  })
  expect((await partner.post('/v2/orders', anOrder({ items: [line, line] }))).status).toBe(201)
})
