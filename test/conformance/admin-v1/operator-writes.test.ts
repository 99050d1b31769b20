import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../../src/http/routes.ts'
import { OPERATOR_REFUSALS } from '../../operator/cases.ts'
import { dataOf } from '../../support/service.ts'
import { signedIn, type Browser } from '../../support/signed-in.ts'
import { requestFor } from '../bad-input/route-requests.ts'
import { openFixture, send, type Fixture } from '../bad-input/fixture.ts'
import { expectError } from '../v2/fixture.ts'
import { aDeposit, auditCount } from './fixture.ts'

let fixture: Fixture
let auditor: Browser

beforeAll(async () => {
  fixture = await openFixture()
  auditor = await signedIn(fixture, { role: 'auditor' })
})

afterAll(() => fixture.end())

const WRITES = ROUTES.map(({ name }) => name).filter((name) =>
  /^(POST|PUT|PATCH|DELETE) \/admin\/v1\//.test(name),
)

describe('an Idempotency-Key: the first response again, byte for byte, and nothing done twice', () => {
  test.each(WRITES)('%s', async (route) => {
    const { method, ...request } = requestFor(route, fixture.ids)
    const headers = { ...request.headers, 'idempotency-key': randomUUID() }
    const first = await send(fixture, method, { ...request, headers })
    const audits = await auditCount(fixture)

    const again = await send(fixture, method, { ...request, headers })

    const isDone = first.status < 300
    expect(isDone).toBe(!OPERATOR_REFUSALS.includes(route))
    expect(again.status).toBe(first.status)
    if (isDone) expect(again.text).toBe(first.text)
    expect(again.headers['idempotent-replayed']).toBe(isDone ? 'true' : undefined)
    expect(await auditCount(fixture)).toBe(audits)
    if (!isDone) return
    // The key of another user replays nothing, whatever the role.
    const auditorReply = await auditor.send(method, request.target, request.body, headers)
    expect(auditorReply.status).toBe(route === 'POST /admin/v1/mail-templates/preview' ? 200 : 403)
    expect(auditorReply.headers['idempotent-replayed']).toBeUndefined()
    const otherUserReply = await fixture.browser.send(method, request.target, request.body, headers)
    expect(otherUserReply.headers['idempotent-replayed']).toBeUndefined()
  })
})

test('a key is used for one request: another path or body is a conflict', async () => {
  const { admin, ids } = fixture
  const headers = { 'idempotency-key': randomUUID() }
  const path = `/admin/v1/partners/${ids.partnerId}/deposits`
  const deposit = aDeposit()
  dataOf(await admin.post(path, deposit, headers))

  for (const reply of [
    await admin.post(path, aDeposit(), headers),
    await admin.post(`/admin/v1/partners/${ids.partnerId + 1}/deposits`, deposit, headers),
    await admin.post('/admin/v1/partners', { name: 'Acme' }, headers),
  ]) {
    expectError(reply, 409, 'BUSINESS_RULE_VIOLATION', ['Idempotency-Key'])
  }
})

test('a refund is done once, and each repetition gets the same response', async () => {
  const { admin, ids } = fixture
  const headers = { 'idempotency-key': randomUUID() }
  const refund = { kind: 'refund', itemNo: 1, reason: 'does not work', acknowledged: true }

  const replies = []
  for (let at = 0; at < 3; at += 1) {
    replies.push(await admin.post(`/admin/v1/orders/${ids.orderId}/cases`, refund, headers))
  }

  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
})

test('if requests race with one key, one does the write, and all get its response', async () => {
  const { admin, ids } = fixture
  const headers = { 'idempotency-key': randomUUID() }
  const path = `/admin/v1/partners/${ids.partnerId}/credentials`
  const before = dataOf(await admin.get(path)).length

  const replies = await Promise.all(
    Array.from({ length: 12 }, () => admin.post(path, { label: 'till 1' }, headers)),
  )

  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  const [first = expect.unreachable()] = replies
  expect(dataOf(first).hmacSecret).toBeTypeOf('string')
  expect(dataOf(await admin.get(path))).toHaveLength(before + 1)
})

test('a refused request does not use up its key', async () => {
  const { admin } = fixture
  const headers = { 'idempotency-key': randomUUID() }
  const blank = await admin.post('/admin/v1/partners', { name: ' ' }, headers)
  expectError(blank, 400, 'VALIDATION_ERROR', ['name'])
  expect((await admin.post('/admin/v1/partners', { name: 'Acme' }, headers)).status).toBe(201)
})

test('if a process ended before it stored the response, nothing is done again', async () => {
  const { admin, db, ids } = fixture
  const headers = { 'idempotency-key': randomUUID() }
  const otherHeaders = { 'idempotency-key': randomUUID() }
  const path = `/admin/v1/partners/${ids.partnerId}/credentials`
  const partner = await admin.post('/admin/v1/partners', { name: 'Hooli' }, headers)
  const { clientId } = dataOf(await admin.post(path, { label: 'till 2' }, otherHeaders))
  const targets = [`partner:${dataOf(partner).partnerId}`, `credential:${clientId}`]
  const loseResponses = 'update operator_writes set response = null where target = any($1)'
  expect((await db.pool.query(loseResponses, [targets])).rowCount).toBe(2)
  const audits = await auditCount(fixture)

  // In parallel, because each waits a while for the response of the process that has ended.
  const [again, reply] = await Promise.all([
    admin.post('/admin/v1/partners', { name: 'Hooli' }, headers),
    admin.post(path, { label: 'till 2' }, otherHeaders),
  ])
  expect(again.text).toBe(partner.text)
  expectError(reply, 409, 'BUSINESS_RULE_VIOLATION', ['Idempotency-Key'])
  expect(reply.body.error.message).toContain(`was used for credential ${clientId}`)
  expect(await auditCount(fixture)).toBe(audits)
})

const A_TOKEN = { name: 'till', role: 'support' }

test('the key of another person or token replays nothing', async () => {
  const [ann, ben] = [await signedIn(fixture), await signedIn(fixture)]
  const key = { 'idempotency-key': randomUUID() }
  const createToken = (user: Browser) => user.send('POST', '/admin/v1/tokens', A_TOKEN, key)

  const [first, other, again] = [
    await createToken(ann),
    await createToken(ben),
    await createToken(ann),
  ]
  const third = await fixture.admin.post('/admin/v1/tokens', A_TOKEN, key)

  const ids = [first, other, third].map((reply) => dataOf(reply).tokenId)
  expect(new Set(ids).size).toBe(3)
  expect(again.text).toBe(first.text)
})

test('a key that an earlier version stored belongs to its owner only', async () => {
  const [ann, ben] = [await signedIn(fixture), await signedIn(fixture)]
  const key = randomUUID()
  const createPartner = (user: Browser) =>
    user.send('POST', '/admin/v1/partners', { name: 'Initech' }, { 'idempotency-key': key })
  const { partnerId } = dataOf(await createPartner(ann))
  const storeAsEarlier =
    'update operator_writes set idempotency_key = $1, response = null where target = $2'
  expect(
    (await fixture.db.pool.query(storeAsEarlier, [key, `partner:${partnerId}`])).rowCount,
  ).toBe(1)

  expect(dataOf(await createPartner(ben)).partnerId).not.toBe(partnerId)
  expect(dataOf(await createPartner(ann)).partnerId).toBe(partnerId)
})
