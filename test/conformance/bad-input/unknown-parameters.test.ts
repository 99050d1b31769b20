import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../../src/http/routes.ts'
import { inTurn } from '../../support/turns.ts'
import { dataOf } from '../../support/service.ts'
import { requestFor } from './route-requests.ts'
import { faultOf, familyOf, openFixture, send, type Fixture } from './fixture.ts'
import { expectRefused } from './refused.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await openFixture()
})

afterAll(() => fixture.end())

/** Unknown names of every kind. The response repeats each as it was sent. */
const UNKNOWN_NAMES = ['pag', 'Page', 'constructor', 'toString', '__proto__', 'a[b]', 'a[]', 'a b']

test('400, or 422 for the lists of /api/partner/v1, naming each unknown parameter', async () => {
  const routes = inTurn(
    ROUTES.filter(({ access }) => access.to !== 'anyone'),
    4,
  )
  const all = UNKNOWN_NAMES.map((name) => `${encodeURIComponent(name)}=1`).join('&')
  const queries = [
    { query: all, fields: UNKNOWN_NAMES },
    { query: 'strange', fields: ['strange'] },
    { query: 'strange=1&strange=2', fields: ['strange'] },
    { query: '=1', fields: ['""'] },
  ]
  const cases = routes.flatMap(({ name: route }) => {
    const isList = familyOf(route.split(' ')[1] ?? '') === 'partner-v1' && route.startsWith('GET')
    const { method, target, ...rest } = requestFor(route, fixture.ids)
    const prefix = target.includes('?') ? `${target}&` : `${target}?`
    return queries.map(({ query, fields }) => ({
      label: `${route}: ${query}`,
      async fault() {
        const reply = await send(fixture, method, { target: prefix + query, ...rest })
        return faultOf(reply, target, { status: isList ? 422 : 400, fields })
      },
    }))
  })
  await expectRefused(fixture, cases)
})

test('400: an unknown parameter is named beside a parameter with a bad value', async () => {
  const target = '/admin/v1/orders?createdAt=2026-11-01&page=0'
  const reply = await send(fixture, 'GET', { target })
  expect(faultOf(reply, target, { status: 400, fields: ['page', 'createdAt'] })).toBeUndefined()
})

test('a download link with a further parameter is an altered link: 403', async () => {
  const path = `/v2/orders/${fixture.ids.orderId}/fulfillments/export`
  const link = new URL(dataOf(await fixture.partner.get(path)).downloadUrl)
  const target = link.pathname + link.search
  const statuses = await Promise.all(
    [target, `${target}&format=csv`, `${target}&__proto__=1`].map(async (url) => {
      return (await fixture.http.send({ method: 'GET', target: url })).status
    }),
  )
  expect(statuses).toEqual([200, 403, 403])
})

test.each(['/health/live', '/health/ready', '/metrics'])(
  'unknown parameters of the health check %s are ignored: a probe must not get 400',
  async (path) => {
    expect((await fixture.http.send({ method: 'GET', target: `${path}?at=1` })).status).toBe(200)
  },
)
