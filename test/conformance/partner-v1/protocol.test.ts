import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BODY_BYTES_MAX } from '../../../src/http/bodies/read-body.ts'
import { openService, type Partner, type RunningService } from '../../support/service.ts'
import { SECOND, stoppedClock, UUID } from '../v2/fixture.ts'
import {
  aCredit,
  aCustomer,
  contentOf,
  CUSTOMERS,
  expectError,
  newCustomer,
  transactionsOf,
  walletsOf,
} from './fixture.ts'

const clock = stoppedClock()
let service: RunningService
let partner: Partner

beforeAll(async () => {
  service = await openService({ clock })
  partner = service.partner
})

afterAll(() => service.end())

describe('404 RESOURCE_NOT_FOUND in the format of the API: a path that does not exist', () => {
  test.each([
    '/api/partner/v1',
    '/api/partner/v1/',
    '/api/partner/v1/customers',
    '/api/partner/v1/Customer',
    '/api/partner/v1/customer/',
    '/api/partner/v1/customer/1',
    '/api/partner/v1/customer/1/wallets/2',
    '/api/partner/v1/wallets',
    '/api/partner/v1/wallets/1',
    '/api/partner/v1/nope?size=0',
  ])('%s', async (target) => {
    expectError(await partner.get(target), 404, 'RESOURCE_NOT_FOUND')
  })

  test('/api/partner/v2 has the format of /v2', async () => {
    const { body } = await partner.get('/api/partner/v2/customer')
    expect(body).toEqual({ error: { code: 'RESOURCE_NOT_FOUND', message: 'no such path' } })
  })
})

describe('405 VALIDATION_ERROR: a method that the path does not take, with Allow', () => {
  test.each([
    ['DELETE', CUSTOMERS, 'GET, POST'],
    ['PUT', CUSTOMERS, 'GET, POST'],
    ['POST', walletsOf(1), 'GET'],
    ['DELETE', transactionsOf(1), 'GET, POST'],
    ['PATCH', transactionsOf(1), 'GET, POST'],
  ])('%s %s', async (method, target, allow) => {
    const reply = await partner.send(method, target)
    expectError(reply, 405, 'VALIDATION_ERROR')
    expect(reply.headers.allow).toBe(allow)
  })
})

describe('415 VALIDATION_ERROR: a body that is not application/json', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
  ])('%s', async (type) => {
    const headers = { 'content-type': type }
    for (const target of [CUSTOMERS, transactionsOf(1)]) {
      expectError(await partner.post(target, aCustomer(), headers), 415, 'VALIDATION_ERROR')
    }
    expect(await contentOf(partner, CUSTOMERS)).toEqual([])
  })

  test('the content type may name the charset UTF-8', async () => {
    const other = await service.newPartner()
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' }
    expect((await other.post(CUSTOMERS, aCustomer(), headers)).status).toBe(200)
  })
})

function customerOfSize(bytes: number): string {
  return JSON.stringify(aCustomer()).padEnd(bytes)
}

test('413 VALIDATION_ERROR: a body above 1 MiB', async () => {
  for (const target of [CUSTOMERS, transactionsOf(1)]) {
    expectError(
      await partner.post(target, customerOfSize(BODY_BYTES_MAX + 1)),
      413,
      'VALIDATION_ERROR',
    )
  }
  const other = await service.newPartner()
  expect((await other.post(CUSTOMERS, customerOfSize(BODY_BYTES_MAX))).status).toBe(200)
})

test('429 RATE_LIMIT_EXCEEDED with Retry-After, per credential; no money moves', async () => {
  const limited = await service.newPartner({ USD: '10.00' })
  const { walletId } = await newCustomer(limited)
  const change = { rateLimit: 1, reason: 'trial' }
  await service.admin.patch(`/admin/v1/partners/${limited.partnerId}`, change)
  const client = await limited.issue()
  await client.get(CUSTOMERS)
  await client.get(CUSTOMERS)

  const refused = await client.post(transactionsOf(walletId), aCredit())

  expectError(refused, 429, 'RATE_LIMIT_EXCEEDED')
  expect(refused.headers['retry-after']).toBe('1')
  expect((await (await limited.issue()).get(CUSTOMERS)).status).toBe(200)
  clock.advance(SECOND)
  const { body } = await client.post(transactionsOf(walletId), aCredit())
  expect(body.data).toMatchObject({ previousBalance: 0, newBalance: 1 })
})

test('every response has its own request id, and may not be stored', async () => {
  const replies = [
    await partner.get(CUSTOMERS),
    await partner.get(CUSTOMERS),
    await partner.get(`${CUSTOMERS}?size=0`),
    await partner.get('/api/partner/v1/nope'),
    await partner.post(transactionsOf(1), aCredit()),
  ]
  const ids = replies.map(({ headers }) => headers['x-request-id'])
  for (const id of ids) expect(id).toMatch(UUID)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { headers } of replies) expect(headers['cache-control']).toBe('no-store')
})
