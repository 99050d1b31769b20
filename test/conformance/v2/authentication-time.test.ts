import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isoTime } from '../../../src/core/mod.ts'
import { Http, signedClient, type Reply } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { DAY, expectError, fiveHeaders, SECOND, stoppedClock } from './fixture.ts'

const SKEW = 300 * SECOND

let service: RunningService
const clock = stoppedClock()

beforeAll(async () => {
  service = await openService({ clock })
})

afterAll(() => service.end())

function getAt(timestamp: string, http: Http = service.http): Promise<Reply> {
  const headers = fiveHeaders(service.partner.credentials, { timestamp })
  return http.send({ method: 'GET', target: '/v2/accounts/balances', headers })
}

function getWithSkew(ms: number, http?: Http): Promise<Reply> {
  return getAt(isoTime(clock.now() + ms), http)
}

describe('x-timestamp may be up to 300 s early or late, both bounds included', () => {
  test.each([-SKEW, -SKEW + 1, 0, SKEW - 1, SKEW])('%i ms are allowed', async (ms) => {
    expect((await getWithSkew(ms)).status).toBe(200)
  })

  test.each([
    [-SKEW - 1, '301 s behind'],
    [SKEW + 1, '301 s ahead of'],
    [-DAY, '86400 s behind'],
    [DAY, '86400 s ahead of'],
  ])(
    '401 AUTHENTICATION_ERROR: %i ms; details have the time and the difference',
    async (ms, by) => {
      const reply = await getWithSkew(ms)
      expectError(reply, 401, 'AUTHENTICATION_ERROR', ['x-timestamp'])
      const [{ message }] = reply.body.error.details
      expect(message).toContain(by)
      expect(message).toContain(isoTime(clock.now()))
    },
  )

  test('the window moves with the clock of the server', async () => {
    const timestamp = isoTime(clock.now())
    clock.advance(SKEW)
    expect((await getAt(timestamp)).status).toBe(200)
    clock.advance(1)
    expectError(await getAt(timestamp), 401, 'AUTHENTICATION_ERROR', ['x-timestamp'])
  })

  test('the window is a setting', async () => {
    const { url } = await service.another({ skewSecondsMax: 5 })
    const http = new Http(url)
    expect((await getWithSkew(5 * SECOND, http)).status).toBe(200)
    expectError(await getWithSkew(5 * SECOND + 1, http), 401, 'AUTHENTICATION_ERROR', [
      'x-timestamp',
    ])
    http.close()
  })
})

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
  'x-timestamp may have %i fraction digits, and its literal text is what is signed',
  async (digits) => {
    const fraction = digits === 0 ? '' : `.${'123456789'.slice(0, digits)}`
    const seconds = isoTime(clock.now()).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
    const timestamp = `${seconds}${fraction}Z`
    expect((await getAt(timestamp)).status).toBe(200)
    const headers = fiveHeaders(service.partner.credentials, { timestamp })
    const respelled = { ...headers, 'x-timestamp': `${seconds}.0000Z` }
    const target = '/v2/accounts/balances'
    const reply = await service.http.send({ method: 'GET', target, headers: respelled })
    expectError(reply, 401, 'AUTHENTICATION_ERROR')
  },
)

function changeCredential(action: string, clientId: string, body: object = {}): Promise<Reply> {
  const path = `/admin/v1/partners/${service.partner.partnerId}/credentials/${clientId}`
  return service.admin.post(`${path}/${action}`, body)
}

describe('a credential ends', () => {
  const target = '/v2/accounts/balances'

  test('401 AUTHENTICATION_ERROR: at its expiry, not a millisecond earlier', async () => {
    const expiresAt = isoTime(clock.now() + 10 * SECOND)
    const client = await service.partner.issue({ expiresAt })
    clock.advance(10 * SECOND - 1)
    expect((await client.get(target)).status).toBe(200)
    clock.advance(1)
    expectError(await client.get(target), 401, 'AUTHENTICATION_ERROR')
  })

  test('401 AUTHENTICATION_ERROR: at once after its revocation; other credentials stay valid', async () => {
    const client = await service.partner.issue()
    expect((await client.get(target)).status).toBe(200)
    dataOf(await changeCredential('revoke', client.credentials.clientId))
    expectError(await client.get(target), 401, 'AUTHENTICATION_ERROR')
    expect((await service.partner.get(target)).status).toBe(200)
  })

  test('a rotated credential is valid for 24 h more; the new one is valid at once and afterwards', async () => {
    const old = await service.partner.issue()
    const rotation = dataOf(await changeCredential('rotate', old.credentials.clientId))
    const replacement = signedClient(service.http, rotation, () => clock.now())
    expect((await replacement.get(target)).status).toBe(200)
    clock.advance(DAY - 1)
    expect((await old.get(target)).status).toBe(200)
    clock.advance(1)
    expectError(await old.get(target), 401, 'AUTHENTICATION_ERROR')
    expect((await replacement.get(target)).status).toBe(200)
  })

  test('a credential that is rotated with an overlap of 0 s ends at once', async () => {
    const old = await service.partner.issue()
    dataOf(await changeCredential('rotate', old.credentials.clientId, { overlapSeconds: 0 }))
    expectError(await old.get(target), 401, 'AUTHENTICATION_ERROR')
  })

  test('401 AUTHENTICATION_ERROR: while its partner is suspended', async () => {
    const partner = await service.newPartner()
    const path = `/admin/v1/partners/${partner.partnerId}`
    dataOf(await service.admin.patch(path, { status: 'SUSPENDED' }))
    expectError(await partner.get(target), 401, 'AUTHENTICATION_ERROR')
    dataOf(await service.admin.patch(path, { status: 'ACTIVE' }))
    expect((await partner.get(target)).status).toBe(200)
  })
})
