import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../../src/http/routes.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { inTurn } from '../../support/turns.ts'
import { expectError, expectSameAnswer, fiveHeaders } from '../v2/fixture.ts'
import { auditCount } from './fixture.ts'

const TOKEN = 'operator-token-of-the-tests'

/** Every route of the operator, with ids in its path. */
const routes = ROUTES.map(({ name }) => name.split(' '))
  .filter(([, path = '']) => path.startsWith('/admin/v1/'))
  .map(([method = '', path = '']) => ({ method, target: path.replaceAll(/\{\w+\}/g, '1') }))

let service: RunningService

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.end())

test('the table of routes has the routes of the operator API', () => {
  expect(routes.length).toBeGreaterThanOrEqual(26)
})

test('401 AUTHENTICATION_ERROR on every route, the same response without a token and with a wrong token', async () => {
  const { http, partner } = service
  const entries = await auditCount(service)
  const first = await http.send({ method: 'GET', target: '/admin/v1/partners' })
  expectError(first, 401, 'AUTHENTICATION_ERROR')
  const { apiKey } = partner.credentials
  const wrongAuthorizations = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    TOKEN,
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Bearer ${TOKEN} ${TOKEN}`,
    `Bearer ${apiKey}`,
    `Bearer ${'x'.repeat(4_000)}`,
  ]
  for (const [place, { method, target }] of routes.entries()) {
    for (const authorization of inTurn(wrongAuthorizations, 4, place)) {
      const headers = {
        'content-type': 'application/json',
        ...(authorization && { authorization }),
      }
      const body = method === 'GET' ? {} : { body: '{' }
      expectSameAnswer(await http.send({ method, target, headers, ...body }), first)
    }
  }
  expect(await auditCount(service)).toBe(entries)
})

test('401 AUTHENTICATION_ERROR: the credential of a partner opens no route of the operator', async () => {
  const { http, partner } = service
  const headers = fiveHeaders(partner.credentials)

  for (const target of ['/admin/v1/partners', '/admin/v1/audit']) {
    expectError(await http.send({ method: 'GET', target, headers }), 401, 'AUTHENTICATION_ERROR')
  }
})

test('the operator token opens no route of the partners', async () => {
  const { admin } = service

  expect((await admin.get('/v2/accounts/balances')).status).toBe(401)
  expect((await admin.get('/api/partner/v1/customer')).status).toBe(403)
})

test.each(['bearer', 'BEARER', 'Bearer'])('the scheme is read in any case: %s', async (scheme) => {
  const headers = { authorization: `${scheme} ${TOKEN}` }
  const reply = await service.http.send({ method: 'GET', target: '/admin/v1/partners', headers })
  expect(reply.status).toBe(200)
})

test('without a token in the settings, every request is refused', async () => {
  const { url } = await service.another({ adminToken: undefined })

  for (const authorization of ['Bearer undefined', 'Bearer ', `Bearer ${TOKEN}`]) {
    const reply = await fetch(`${url}/admin/v1/partners`, { headers: { authorization } })
    expect(reply.status).toBe(401)
  }
})

test('404 RESOURCE_NOT_FOUND and 405 VALIDATION_ERROR: paths and methods that do not exist', async () => {
  const { admin, http } = service
  const target = '/admin/v1/partners'

  expectError(await admin.get('/admin/v1/nope'), 404, 'RESOURCE_NOT_FOUND')
  expectError(await admin.get('/admin/v1/partners/1/'), 404, 'RESOURCE_NOT_FOUND')
  const deleted = await http.send({ method: 'DELETE', target })
  expectError(deleted, 405, 'VALIDATION_ERROR')
  expect(deleted.headers.allow).toBe('GET, POST')
  const read = await admin.get('/admin/v1/partners/1/reversals')
  expectError(read, 405, 'VALIDATION_ERROR')
  expect(read.headers.allow).toBe('POST')
})
