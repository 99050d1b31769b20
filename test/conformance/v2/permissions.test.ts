import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type RunningService } from '../../support/service.ts'
import { call, completeOrder, everyRoute, expectError, type RouteCase } from './fixture.ts'

const PERMISSIONS = ['balance:read', 'catalog:read', 'orders:read', 'orders:write', 'codes:read']
const CONSUMER_PERMISSIONS = ['consumers:read', 'consumers:write', 'wallets:write']

let service: RunningService
let routes: RouteCase[]

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000' } })
  const { productId } = await service.product()
  const { id } = await completeOrder(service, { productId })
  routes = everyRoute(id, productId)
})

afterAll(() => service.end())

test.each(PERMISSIONS)('%s alone opens its own routes and no other', async (permission) => {
  const client = await service.partner.issue({ permissions: [permission] })
  const own = routes.filter((route) => route.permission === permission)
  expect(own.length).toBeGreaterThan(0)
  for (const route of routes) {
    const reply = await call(client, route)
    if (route.permission === permission) expect(reply.status).toBe(route.status)
    else expectError(reply, 403, 'AUTHORIZATION_ERROR')
  }
})

test.each(PERMISSIONS)(
  '403 AUTHORIZATION_ERROR: a credential that lacks only %s',
  async (permission) => {
    const others = [...PERMISSIONS, ...CONSUMER_PERMISSIONS].filter((one) => one !== permission)
    const client = await service.partner.issue({ permissions: others })
    const { length } = await service.partner.orders()
    for (const route of routes.filter((one) => one.permission === permission)) {
      expectError(await call(client, route), 403, 'AUTHORIZATION_ERROR')
    }
    expect(await service.partner.orders()).toHaveLength(length)
  },
)

test('403 AUTHORIZATION_ERROR: permissions for consumers and wallets open no route of /v2', async () => {
  const client = await service.partner.issue({ permissions: CONSUMER_PERMISSIONS })
  for (const route of routes) {
    expectError(await call(client, route), 403, 'AUTHORIZATION_ERROR')
  }
})

test('a credential has all permissions if none are named', async () => {
  const client = await service.partner.issue()
  for (const route of routes.filter((one) => one.method === 'GET')) {
    expect((await call(client, route)).status).toBe(200)
  }
})
