import { expect, test } from 'vitest'
import { dataOf, startService, shareService } from '../../support/service.ts'
import { completeOrder, deposit, placeOrder, reverse } from './fixture.ts'

const shared = shareService()

const BALANCES = '/v2/accounts/balances'

test('200: name, paymentType and fundsList at the top level, and nothing else', async () => {
  const service = await shared({ funds: { USD: '1234.5', JPY: '7000', KWD: '0.125' } })
  const { partner, admin } = service
  const { name } = dataOf(await admin.get(`/admin/v1/partners/${partner.partnerId}`))
  const reply = await partner.get(BALANCES)
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(Object.keys(reply.body)).toEqual(['name', 'paymentType', 'fundsList'])
  expect(reply.body).toMatchObject({ name, paymentType: 'Funds On Account' })
  expect(reply.body.fundsList).toHaveLength(3)
  expect(reply.body.fundsList).toEqual(
    expect.arrayContaining([
      { funds: 1234.5, currency: 'USD' },
      { funds: 7000, currency: 'JPY' },
      { funds: 0.125, currency: 'KWD' },
    ]),
  )
})

test('200: a partner that was renamed has its new name', async () => {
  const { partner, admin } = await shared()
  expect((await partner.get(BALANCES)).body.name).toMatch(/^Partner /)
  await admin.patch(`/admin/v1/partners/${partner.partnerId}`, { name: 'Southwind' })
  expect((await partner.get(BALANCES)).body.name).toBe('Southwind')
})

test('200: a partner without money has an empty fundsList', async () => {
  const { partner } = await shared()
  expect((await partner.get(BALANCES)).body.fundsList).toEqual([])
})

test('funds are what is available: an order holds its cost at once and keeps it', async () => {
  const service = await startService({ funds: { USD: '100' }, settings: { role: 'api' } })
  const { partner } = service
  await service.product()
  const { id } = await placeOrder(partner, { amount: 99.99 })
  expect(await partner.funds()).toEqual({ USD: 0.01 })
  await service.another({ role: 'all' })
  await service.waitForOrder(id, 'COMPLETED')
  expect(await partner.funds()).toEqual({ USD: 0.01 })
})

test('funds stay in the list at zero, and go below zero when a deposit is reversed', async () => {
  const service = await shared({ funds: { USD: '10', EUR: '5' } })
  await service.product()
  await completeOrder(service)
  expect(await service.partner.funds()).toEqual({ USD: 0, EUR: 5 })
  await reverse(service, ['USD', 2.5])
  expect(await service.partner.funds()).toEqual({ USD: -2.5, EUR: 5 })
  await deposit(service, ['USD', 12.5])
  expect(await service.partner.funds()).toEqual({ USD: 10, EUR: 5 })
})

test('each partner sees its own funds', async () => {
  const { partner, newPartner } = await shared({ funds: { USD: '10' } })
  const other = await newPartner({ EUR: '20' })
  expect(await partner.funds()).toEqual({ USD: 10 })
  expect(await other.funds()).toEqual({ EUR: 20 })
})

test('the largest funds print exactly', async () => {
  const { partner } = await shared({ funds: { USD: '9999999999999.99' } })
  expect((await partner.get(BALANCES)).text).toContain('"funds":9999999999999.99')
})

test('400 VALIDATION_ERROR: query parameters of a route that has none are named', async () => {
  const { partner } = await shared({ funds: { USD: '10' } })
  expect(await partner.get(`${BALANCES}?page=0&currency=nothing`)).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'page' }, { field: 'currency' }] } },
  })
})
