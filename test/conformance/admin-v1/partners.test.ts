import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError, expectSameAnswer, INSTANT, SECOND, stoppedClock } from '../v2/fixture.ts'
import { clientOnAnother, expectData, expectPage, pathOf, wholeList } from './fixture.ts'

const clock = stoppedClock()
let service: RunningService

beforeAll(async () => {
  service = await openService({ clock })
})

afterAll(() => service.end())

test('POST /partners 201: partnerId, name, status ACTIVE, no rate limit of its own, createdAt', async () => {
  const reply = await service.admin.post('/admin/v1/partners', { name: ' Acme Rewards ' })

  expect(expectData(reply, 201)).toEqual({
    partnerId: expect.any(Number),
    name: 'Acme Rewards',
    status: 'ACTIVE',
    rateLimit: null,
    mailLanguage: 'en',
    createdAt: expect.stringMatching(INSTANT),
  })
})

test('two partners may have the same name', async () => {
  const one = dataOf(await service.admin.post('/admin/v1/partners', { name: 'Twin' }))
  const other = dataOf(await service.admin.post('/admin/v1/partners', { name: 'Twin' }))

  expect(other.partnerId).not.toBe(one.partnerId)
})

const send = (name: string, key: string) =>
  service.admin.post('/admin/v1/partners', { name }, { 'idempotency-key': key })

describe('POST /partners with an Idempotency-Key', () => {
  test('201 again, byte for byte, after the partner was renamed and suspended', async () => {
    const key = randomUUID()
    const first = await send('Initech', key)
    const change = { name: 'Other', status: 'SUSPENDED', rateLimit: 7 }
    dataOf(await service.admin.patch(pathOf(dataOf(first)), change))

    const again = await send('Initech', key.toUpperCase())

    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(again).toMatchObject({ status: 201, text: first.text })
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('equal requests that race create one partner', async () => {
    const key = randomUUID()

    const replies = await Promise.all(Array.from({ length: 8 }, () => send('Umbrella', key)))

    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201))
    const { rows } = await service.db.pool.query(
      `select from partners join books using (partner_id)
       join audit_entries using (partner_id) where name = 'Umbrella'`,
    )
    expect(rows).toHaveLength(1)
  })

  test('409 for another body under the same key, and no second partner', async () => {
    const key = randomUUID()
    const { partnerId } = dataOf(await send('Hooli', key))

    const reply = await send('Hooli 2', key)

    expect(reply).toMatchObject({
      status: 409,
      body: { error: { code: 'BUSINESS_RULE_VIOLATION' } },
    })
    expect(reply.body.error.details).toEqual([
      {
        field: 'Idempotency-Key',
        message: `was used for partner ${partnerId} with another payload`,
      },
    ])
    const { rows } = await service.db.pool.query(`select from partners where name = 'Hooli 2'`)
    expect(rows).toEqual([])
  })

  test('400 for a key that is not a UUID', async () => {
    const { status, body } = await send('Acme', 'key')

    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'Idempotency-Key', message: 'must be a UUID, sent once' }],
    })
  })
})

test('GET /partners/{partnerId} 200: the partner as it was created', async () => {
  const { admin } = service
  const partner = dataOf(await admin.post('/admin/v1/partners', { name: 'Globex' }))

  expect(expectData(await admin.get(pathOf(partner)), 200)).toEqual(partner)
})

test('404 RESOURCE_NOT_FOUND, the same bytes: an absent partner, and a malformed id', async () => {
  const { admin } = service
  const absent = await admin.get('/admin/v1/partners/2097151')
  expectError(absent, 404, 'RESOURCE_NOT_FOUND')

  for (const id of ['0', '-1', '1.5', '1e0', '01', '2097152', '9007199254740993', 'x', '%00']) {
    expectSameAnswer(await admin.get(`/admin/v1/partners/${id}`), absent)
  }
})

test('GET /partners 200: pages in the order of partner numbers, with their position', async () => {
  const { admin } = service
  for (const name of ['A', 'B', 'C']) dataOf(await admin.post('/admin/v1/partners', { name }))
  const all = await wholeList(service, '/admin/v1/partners')
  const total = all.length

  const first = await admin.get('/admin/v1/partners?page=1&pageSize=2')
  const last = await admin.get(`/admin/v1/partners?page=${total}&pageSize=1`)
  const afterLast = await admin.get(`/admin/v1/partners?page=${total + 1}&pageSize=1`)
  const byDefault = await admin.get('/admin/v1/partners')

  const totalPages = Math.ceil(total / 2)
  expect(
    expectPage(first, { page: 1, pageSize: 2, totalRecords: total, totalPages, hasNext: true }),
  ).toEqual(all.slice(0, 2))
  const one = { pageSize: 1, totalRecords: total, totalPages: total, hasNext: false }
  expect(expectPage(last, { page: total, ...one })).toEqual(all.slice(-1))
  expect(expectPage(afterLast, { page: total + 1, ...one })).toEqual([])
  expect(byDefault.body.meta.pagination).toMatchObject({ page: 1, pageSize: 100 })
  const numbers: number[] = all.map(({ partnerId }) => partnerId)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
})

describe('PATCH /partners/{partnerId} 200: changes the given fields and returns the partner', () => {
  test.each([
    [{ name: ' Initech ' }, { name: 'Initech' }],
    [{ rateLimit: 5 }, { rateLimit: 5 }],
    [{ rateLimit: 0 }, { rateLimit: 0 }],
    [{ rateLimit: null }, { rateLimit: null }],
    [{ status: 'SUSPENDED' }, { status: 'SUSPENDED' }],
    [{}, {}],
  ])('%j', async (change, changed) => {
    const { admin } = service
    const before = dataOf(await admin.post('/admin/v1/partners', { name: 'Before' }))

    const reply = await admin.patch(pathOf(before), { ...change, reason: 'as agreed' })

    const after = { ...before, ...changed }
    expect(expectData(reply, 200)).toEqual(after)
    expect(dataOf(await admin.get(pathOf(before)))).toEqual(after)
  })

  test('404 RESOURCE_NOT_FOUND: no such partner', async () => {
    const reply = await service.admin.patch('/admin/v1/partners/2097151', { name: 'Nobody' })
    expectError(reply, 404, 'RESOURCE_NOT_FOUND')
  })
})

test('both APIs refuse a SUSPENDED partner at once, and accept it again once it is ACTIVE', async () => {
  const { admin } = service
  const partner = await service.newPartner()
  const targets = ['/v2/accounts/balances', '/api/partner/v1/customer']
  const statuses = async (): Promise<number[]> => {
    const replies = await Promise.all(targets.map((target) => partner.get(target)))
    return replies.map(({ status }) => status)
  }
  expect(await statuses()).toEqual([200, 200])

  await admin.patch(pathOf(partner), { status: 'SUSPENDED', reason: 'unpaid' })
  expect(await statuses()).toEqual([401, 403])

  await admin.patch(pathOf(partner), { status: 'ACTIVE', reason: 'paid' })
  expect(await statuses()).toEqual([200, 200])
})

test('another process stops a SUSPENDED partner within a second', async () => {
  const partner = await service.newPartner()
  const atOtherProcess = await clientOnAnother(service, partner)
  expect((await atOtherProcess.get('/v2/accounts/balances')).status).toBe(200)

  await service.admin.patch(pathOf(partner), { status: 'SUSPENDED' })
  clock.advance(SECOND)

  expect((await atOtherProcess.get('/v2/accounts/balances')).status).toBe(401)
})

async function allowedAtOnce(rateLimit: number | null, requestCount: number): Promise<number> {
  const partner = await service.newPartner()
  await service.admin.patch(pathOf(partner), { rateLimit })
  let allowed = 0
  for (let at = 0; at < requestCount; at += 1) {
    if ((await partner.get('/v2/accounts/balances')).status === 200) allowed += 1
  }
  return allowed
}

describe('rateLimit', () => {
  test('of simultaneous requests, twice the limit are accepted', async () => {
    expect(await allowedAtOnce(3, 8)).toBe(6)
  })

  test('0 means no limit', async () => {
    expect(await allowedAtOnce(0, 40)).toBe(40)
  })

  test('null means the limit of the service, which is far higher', async () => {
    expect(await allowedAtOnce(null, 40)).toBe(40)
  })

  test('each credential has its own limit for both APIs, which refills with time', async () => {
    const partner = await service.newPartner()
    await service.admin.patch(pathOf(partner), { rateLimit: 1 })
    for (const target of ['/v2/accounts/balances', '/api/partner/v1/customer']) {
      expect((await partner.get(target)).status).toBe(200)
    }

    const refused = await partner.get('/v2/accounts/balances')
    expectError(refused, 429, 'RATE_LIMIT_EXCEEDED')
    expect(refused.headers['retry-after']).toBe('1')
    expect((await partner.get('/api/partner/v1/customer')).status).toBe(429)
    expect((await (await partner.issue()).get('/v2/accounts/balances')).status).toBe(200)

    clock.advance(SECOND)
    expect((await partner.get('/v2/accounts/balances')).status).toBe(200)
  })
})
