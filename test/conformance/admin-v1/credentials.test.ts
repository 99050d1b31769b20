import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS } from '../../../src/partners/mod.ts'
import type { Json } from '../../support/client.ts'
import { dataOf, openService, type Partner, type RunningService } from '../../support/service.ts'
import {
  DAY,
  expectError,
  expectSameAnswer,
  HOUR,
  INSTANT,
  SECOND,
  stoppedClock,
  UUID,
} from '../v2/fixture.ts'
import {
  clientOf,
  clientOnAnother,
  expectData,
  expectPage,
  issueCredential,
  pathOf,
  wholeList,
} from './fixture.ts'

const BALANCES = '/v2/accounts/balances'

const clock = stoppedClock()
let service: RunningService

beforeAll(async () => {
  service = await openService({ clock })
})

afterAll(() => service.end())

async function statusOfRequest(credential: Json): Promise<number> {
  return (await clientOf(service, credential).get(BALANCES)).status
}

function pathOfCredential(partner: Partner, { clientId }: Json): string {
  return `${pathOf(partner)}/credentials/${clientId}`
}

async function rotate(partner: Partner, old: Json, input: Json = {}): Promise<Json> {
  return dataOf(await service.admin.post(`${pathOfCredential(partner, old)}/rotate`, input))
}

describe('POST /partners/{partnerId}/credentials 201', () => {
  test('clientId, apiKey, hmacSecret, all permissions by default, createdAt; the credential signs at once', async () => {
    const { admin, partner } = service

    const data = expectData(await admin.post(`${pathOf(partner)}/credentials`, {}), 201)

    expect(data).toEqual({
      clientId: expect.stringMatching(UUID),
      apiKey: expect.stringMatching(/^tsk_[A-Za-z0-9_-]{43}$/),
      hmacSecret: expect.stringMatching(/^.{43,}$/),
      permissions: [...PERMISSIONS],
      createdAt: expect.stringMatching(INSTANT),
    })
    expect(await statusOfRequest(data)).toBe(200)
  })

  test('the body may be left out', async () => {
    const { admin, partner } = service
    expectData(await admin.post(`${pathOf(partner)}/credentials`), 201)
  })

  test('the requested label and expiry, and the requested permissions, each once', async () => {
    const partner = await service.newPartner()
    const expiresAt = new Date(clock.now() + HOUR).toISOString()
    const permissions = ['orders:read', 'balance:read', 'orders:read']

    const data = await issueCredential(service, partner, {
      label: 'till 7',
      permissions,
      expiresAt,
    })

    expect(data).toMatchObject({ label: 'till 7', expiresAt })
    expect(data.permissions).toEqual(['balance:read', 'orders:read'])
    expect((await clientOf(service, data).get('/v2/orders')).status).toBe(200)
    expect((await clientOf(service, data).get('/v2/products?currency=USD')).status).toBe(403)
  })

  test('a credential signs nothing from its expiry on', async () => {
    const expiresAt = new Date(clock.now() + HOUR).toISOString()
    const data = await issueCredential(service, service.partner, { expiresAt })
    clock.advance(HOUR - 1)
    expect(await statusOfRequest(data)).toBe(200)

    clock.advance(1)

    expect(await statusOfRequest(data)).toBe(401)
  })

  test('each call issues another credential, with its own id and secrets', async () => {
    const partner = await service.newPartner()
    const credentials: Json[] = []
    for (let at = 0; at < 3; at += 1) credentials.push(await issueCredential(service, partner))

    for (const field of ['clientId', 'apiKey', 'hmacSecret']) {
      expect(new Set(credentials.map((one) => one[field])).size).toBe(3)
    }
    expect(await Promise.all(credentials.map(statusOfRequest))).toEqual([200, 200, 200])
  })

  test('409 BUSINESS_RULE_VIOLATION: a partner has at most 20 active credentials', async () => {
    const partner = await service.newPartner()
    for (let at = 1; at < 20; at += 1) await issueCredential(service, partner)

    const refused = await service.admin.post(`${pathOf(partner)}/credentials`, {})

    expectError(refused, 409, 'BUSINESS_RULE_VIOLATION')
    expect(await wholeList(service, `${pathOf(partner)}/credentials`)).toHaveLength(20)
  })

  test('404 RESOURCE_NOT_FOUND: no such partner', async () => {
    const reply = await service.admin.post('/admin/v1/partners/2097151/credentials', {})
    expectError(reply, 404, 'RESOURCE_NOT_FOUND')
  })
})

test('GET .../credentials 200: all credentials, oldest first, never with their secrets', async () => {
  const { admin } = service
  const partner = await service.newPartner()
  const { clientId: first } = partner.credentials
  const expiresAt = new Date(clock.now() + DAY).toISOString()
  const second = await issueCredential(service, partner, { label: 'till 7', expiresAt })
  await admin.post(`${pathOfCredential(partner, second)}/revoke`)
  const path = `${pathOf(partner)}/credentials`

  const onePage = { page: 1, pageSize: 100, totalRecords: 2, totalPages: 1, hasNext: false }
  expect(expectPage(await admin.get(path), onePage)).toEqual([
    {
      clientId: first,
      permissions: [...PERMISSIONS],
      state: 'ACTIVE',
      createdAt: expect.stringMatching(INSTANT),
    },
    {
      clientId: second.clientId,
      label: 'till 7',
      permissions: [...PERMISSIONS],
      state: 'REVOKED',
      createdAt: expect.stringMatching(INSTANT),
      expiresAt,
      revokedAt: expect.stringMatching(INSTANT),
    },
  ])
  const secondPage = { page: 2, pageSize: 1, totalRecords: 2, totalPages: 2, hasNext: false }
  expect(expectPage(await admin.get(`${path}?page=2&pageSize=1`), secondPage)).toMatchObject([
    { clientId: second.clientId },
  ])
  expectError(await admin.get('/admin/v1/partners/2097151/credentials'), 404, 'RESOURCE_NOT_FOUND')
})

describe('rotation', () => {
  test('201: a new credential of the same label and permissions, and when the old one ends', async () => {
    const { admin, partner } = service
    const permissions = ['balance:read']
    const old = await issueCredential(service, partner, { label: 'till 7', permissions })

    const reply = await admin.post(`${pathOfCredential(partner, old)}/rotate`, {
      overlapSeconds: 60,
      reason: 'yearly',
    })

    const data = expectData(reply, 201)
    expect(data).toEqual({
      clientId: expect.stringMatching(UUID),
      apiKey: expect.stringMatching(/^tsk_/),
      hmacSecret: expect.any(String),
      label: 'till 7',
      permissions,
      createdAt: expect.stringMatching(INSTANT),
      previous: {
        clientId: old.clientId,
        expiresAt: new Date(clock.now() + 60 * SECOND).toISOString(),
      },
    })
    expect(data.clientId).not.toBe(old.clientId)
  })

  test('both credentials sign during the overlap, only the new one after it', async () => {
    const old = await issueCredential(service, service.partner)
    const replacement = await rotate(service.partner, old, { overlapSeconds: 60 })
    clock.advance(60 * SECOND - 1)
    expect([await statusOfRequest(old), await statusOfRequest(replacement)]).toEqual([200, 200])

    clock.advance(1)

    expect([await statusOfRequest(old), await statusOfRequest(replacement)]).toEqual([401, 200])
  })

  test('the overlap is 24 hours by default', async () => {
    const old = await issueCredential(service, service.partner)
    const { previous } = await rotate(service.partner, old)

    expect(previous.expiresAt).toBe(new Date(clock.now() + DAY).toISOString())
  })

  test('an overlap of 0 ends the old one at once', async () => {
    const old = await issueCredential(service, service.partner)
    expect(await statusOfRequest(old)).toBe(200)

    const replacement = await rotate(service.partner, old, { overlapSeconds: 0 })

    expect([await statusOfRequest(old), await statusOfRequest(replacement)]).toEqual([401, 200])
  })

  test('an old credential that expires within the overlap still expires then', async () => {
    const expiresAt = new Date(clock.now() + HOUR).toISOString()
    const old = await issueCredential(service, service.partner, { expiresAt })

    const replacement = await rotate(service.partner, old, { overlapSeconds: 2 * 3_600 })

    expect(replacement.previous).toEqual({ clientId: old.clientId, expiresAt })
    expect(replacement.expiresAt).toBeUndefined()
  })

  test('409 BUSINESS_RULE_VIOLATION: a credential that has ended is not rotated', async () => {
    const { admin, partner } = service
    const old = await issueCredential(service, partner)
    await rotate(partner, old, { overlapSeconds: 0 })
    const revoked = await issueCredential(service, partner)
    await admin.post(`${pathOfCredential(partner, revoked)}/revoke`)

    for (const one of [old, revoked]) {
      const reply = await admin.post(`${pathOfCredential(partner, one)}/rotate`)
      expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
    }
  })
})

describe('revocation', () => {
  test('200 with the revoked credential, which signs nothing from then on', async () => {
    const { admin, partner } = service
    const credential = await issueCredential(service, partner)
    expect(await statusOfRequest(credential)).toBe(200)

    const reply = await admin.post(`${pathOfCredential(partner, credential)}/revoke`, {
      reason: 'leak',
    })

    expect(expectData(reply, 200)).toEqual({
      clientId: credential.clientId,
      permissions: [...PERMISSIONS],
      state: 'REVOKED',
      createdAt: credential.createdAt,
      revokedAt: expect.stringMatching(INSTANT),
    })
    expect(await statusOfRequest(credential)).toBe(401)
    expect((await partner.get(BALANCES)).status).toBe(200)
  })

  test('another process refuses a revoked credential within a second', async () => {
    const { admin, partner } = service
    const credential = await issueCredential(service, partner)
    const elsewhere = await clientOnAnother(service, clientOf(service, credential))
    expect((await elsewhere.get(BALANCES)).status).toBe(200)

    await admin.post(`${pathOfCredential(partner, credential)}/revoke`)
    clock.advance(SECOND)

    expect((await elsewhere.get(BALANCES)).status).toBe(401)
  })

  test('a second revocation gets the same response as the first', async () => {
    const { admin, partner } = service
    const path = `${pathOfCredential(partner, await issueCredential(service, partner))}/revoke`
    const first = await admin.post(path)
    clock.advance(HOUR)

    expect((await admin.post(path)).text).toBe(first.text)
  })
})

test.each(['rotate', 'revoke'])(
  '404 RESOURCE_NOT_FOUND, the same bytes: %s with a foreign, absent or malformed id',
  async (action) => {
    const { admin, partner } = service
    const other = await service.newPartner()
    const path = `${pathOf(partner)}/credentials`
    const absent = await admin.post(`${path}/${randomUUID()}/${action}`)
    expectError(absent, 404, 'RESOURCE_NOT_FOUND')

    for (const clientId of [other.credentials.clientId, 'x', '1', '%00']) {
      expectSameAnswer(await admin.post(`${path}/${clientId}/${action}`), absent)
    }
    expect(await statusOfRequest(other.credentials)).toBe(200)
  },
)
