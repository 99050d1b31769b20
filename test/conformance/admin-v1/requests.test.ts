import { createHash, createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isUuid, isoTime, signedHeadersV2, systemClock } from '../../../src/core/mod.ts'
import { signedHeaders, type Json, type Reply } from '../../support/client.ts'
import {
  anOrder,
  dataOf,
  openService,
  type Partner,
  type RunningService,
} from '../../support/service.ts'
import { eventually } from '../../support/eventually.ts'
import { signedIn } from '../../support/signed-in.ts'
import { expectError } from '../v2/fixture.ts'

const BALANCES = '/v2/accounts/balances'
const ORDERS = '/v2/orders'
/** A header with the id of a credential, which anybody can send. */
const claimedClient = { 'x-client-id': randomUUID() }

let service: RunningService
let partner: Partner

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.end())

function idOf({ headers }: Reply): string {
  return String(headers['x-request-id'])
}

async function list(query = ''): Promise<Json[]> {
  await service.services.requestLog.write()
  return dataOf(await service.admin.get(`/admin/v1/requests?${query}`))
}

/** Returns the log entry of a request; waits, because the log is written after the response. */
function logEntryOf(reply: Reply): Promise<Json> {
  return eventually(async () => {
    await service.services.requestLog.write()
    return dataOf(await service.admin.get(`/admin/v1/requests/${idOf(reply)}`))
  })
}

describe('a request of a partner is in the log', () => {
  beforeAll(async () => {
    partner = await service.newPartner({ USD: '100.00' })
  })

  test('with its response status, and without its query', async () => {
    const reply = await partner.get('/v2/products?currency=USD&pageSize=1')
    expect(await logEntryOf(reply)).toEqual({
      requestId: idOf(reply),
      at: expect.stringMatching(/Z$/),
      partnerId: partner.partnerId,
      clientId: partner.credentials.clientId,
      isAuthenticated: true,
      method: 'GET',
      path: '/v2/products',
      status: 200,
      ms: expect.any(Number),
      address: '127.0.0.1',
    })
  })

  test('a refused request with its code, also if its path does not exist', async () => {
    const empty = await partner.post(ORDERS, { ...anOrder(), items: [] })
    const wrongPath = await partner.get('/v2/order')
    expect(await logEntryOf(empty)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect(await logEntryOf(wrongPath)).toMatchObject({
      clientId: partner.credentials.clientId,
      isAuthenticated: false,
      path: '/v2/order',
      status: 404,
      code: 'RESOURCE_NOT_FOUND',
    })
  })

  test('the creation of an order and its replays name the order, and trace shows them', async () => {
    const { productId } = await service.product()
    const order = anOrder({ productId })
    const headers = { 'idempotency-key': randomUUID() }
    const first = await partner.post(ORDERS, order, headers)
    const again = await partner.post(ORDERS, order, headers)
    const { id: orderId } = dataOf(first)
    expect(await logEntryOf(first)).toMatchObject({ orderId, status: 201 })

    const { orders, requests } = dataOf(await service.admin.get(`/admin/v1/trace?q=${idOf(again)}`))
    expect(requests).toMatchObject([{ requestId: idOf(again), orderId }])
    expect(orders).toMatchObject([
      { id: orderId, requests: [{ requestId: idOf(again) }, { requestId: idOf(first) }] },
    ])
  })

  test('also under an id that the caller chose, which several requests may have', async () => {
    const callerId = { 'x-request-id': 'order-7:attempt' }
    const { productId } = await service.product()
    const headers = { ...callerId, 'idempotency-key': randomUUID() }
    const first = await partner.post(ORDERS, anOrder({ productId }), headers)
    const second = await partner.get(BALANCES, callerId)
    expect([idOf(first), idOf(second)]).toEqual(['order-7:attempt', 'order-7:attempt'])

    await eventually(async () => {
      const { requestId, ...newest } = await logEntryOf(second)
      expect(isUuid(requestId)).toBe(true)
      expect(newest).toMatchObject({ callerRequestId: 'order-7:attempt', path: BALANCES })
    })
    const { orders, requests } = dataOf(await service.admin.get(`/admin/v1/trace?q=${idOf(first)}`))
    expect(requests).toMatchObject([{ path: BALANCES }, { path: ORDERS }])
    expect(orders).toMatchObject([{ id: dataOf(first).id }])
  })

  test('no caller can hide the request of another by sending the same id', async () => {
    const reply = await partner.get(BALANCES)
    await partner.get(ORDERS, { 'x-request-id': idOf(reply) })
    expect(await logEntryOf(reply)).toMatchObject({ requestId: idOf(reply), path: BALANCES })
  })

  test('requests of the operator and of unknown callers are not in the log', async () => {
    const before = (await list()).length
    await service.admin.get('/admin/v1/partners')
    await service.http.send({ method: 'GET', target: '/health/live' })
    expect(await list()).toHaveLength(before)
  })
})

test('an order shows its creation, and each download of its codes', async () => {
  partner = await service.newPartner({ USD: '100.00' })
  const { partnerId, credentials } = partner
  const { productId } = await service.product()
  const body = anOrder({ items: [{ productId, amount: 10, quantity: 3 }] })
  const { id } = dataOf(await partner.post(ORDERS, body))
  await service.waitForOrder(id, 'COMPLETED')
  const owner = await signedIn(service, { role: 'owner', partnerId })
  const { clientId } = credentials
  const items = `${ORDERS}/${id}/items`
  const whole = await partner.get(items)
  const page = await partner.get(`${items}?page=2&pageSize=2`)
  const portalPath = `/portal/v1/orders/${id}`
  const byUser = await owner.send('GET', `${portalPath}/items`, undefined, claimedClient)
  const link = await owner.get(`${portalPath}/fulfillments/export`)
  const { pathname, search } = new URL(dataOf(link).downloadUrl)
  const target = pathname + search
  const byLink = await service.http.send({ method: 'GET', target, headers: claimedClient })
  const refused = await partner.get(`${items}?page=0`)
  for (const reply of [whole, page, byUser, link, byLink, refused]) await logEntryOf(reply)

  const [trace] = dataOf(await service.admin.get(`/admin/v1/trace?q=${id}`)).orders

  const common = {
    orderId: id,
    partnerId,
    isAuthenticated: true,
    status: 200,
    address: '127.0.0.1',
  }
  expect(trace.downloads.toReversed()).toMatchObject([
    { ...common, requestId: idOf(whole), clientId, codesShown: 3 },
    { ...common, requestId: idOf(page), clientId, codesShown: 1 },
    { ...common, requestId: idOf(byUser), user: owner.email, codesShown: 3 },
    { ...common, requestId: idOf(link), user: owner.email, codesShown: 0 },
    { ...common, requestId: idOf(byLink), path: `/exports/${id}`, codesShown: 3 },
  ])
  expect(trace.requests).toMatchObject([{ method: 'POST', path: ORDERS }])
  for (const other of trace.downloads.slice(0, 3)) expect(other).not.toHaveProperty('clientId')
  const text = JSON.stringify(trace)
  for (const { giftCardNumber } of dataOf(whole)) expect(text).not.toContain(giftCardNumber)
  expect(text).not.toContain(search)
})

describe('a list', () => {
  test('newest first, of one partner or credential, only failed requests, page by page', async () => {
    const [one, other] = [await service.newPartner(), await service.newPartner()]
    const second = await one.issue()
    const ids: string[] = []
    for (const target of [BALANCES, '/v2/orders/ord_1', BALANCES]) {
      ids.unshift(idOf(await one.get(target)))
    }
    ids.unshift(idOf(await second.get(BALANCES)))
    await other.get(BALANCES)
    const partnerId = `partnerId=${one.partnerId}`
    const idsOf = async (query: string) => (await list(query)).map(({ requestId }) => requestId)

    expect(await idsOf(partnerId)).toEqual(ids)
    expect(await idsOf(`clientId=${second.credentials.clientId}`)).toEqual([ids[0]])
    expect(await idsOf(`${partnerId}&clientId=${other.credentials.clientId}`)).toEqual([])
    expect(await idsOf(`${partnerId}&failed=true`)).toEqual([ids[2]])
    expect(await idsOf(`${partnerId}&pageSize=2`)).toEqual(ids.slice(0, 2))
    expect(await idsOf(`${partnerId}&pageSize=2&after=${ids[1]}`)).toEqual(ids.slice(2))
    expect(await idsOf(`${partnerId}&to=2026-01-01`)).toEqual([])
    const { at } = (await list(partnerId))[1]
    expect(await idsOf(`${partnerId}&from=${at}`)).toEqual(expect.arrayContaining(ids.slice(0, 2)))
    expect(await idsOf(`${partnerId}&to=${at}`)).not.toContain(ids[1])
  })

  test('400 VALIDATION_ERROR for from after to, 404 for a request that does not exist', async () => {
    const { admin } = service
    const backwards = await admin.get('/admin/v1/requests?from=2026-01-02&to=2026-01-01')
    expectError(backwards, 400, 'VALIDATION_ERROR', ['from'])
    const absent = await admin.get(`/admin/v1/requests/${randomUUID()}`)
    expectError(absent, 404, 'RESOURCE_NOT_FOUND')
  })
})

describe('a refused authentication: the failed check, and the text to sign', () => {
  beforeAll(async () => {
    partner = await service.newPartner()
  })

  const method = 'POST'
  const body = '{"amount":10}'

  function freshHeaders(at = systemClock.now()): Record<string, string> {
    return signedHeaders(partner.credentials, { method, body, timestamp: isoTime(at) })
  }

  async function sendRefused(headers: Record<string, string>, sentBody = body): Promise<Json> {
    const reply = await service.http.send({ method, target: ORDERS, headers, body: sentBody })
    const logged = await logEntryOf(reply)
    expect(logged).toMatchObject({ isAuthenticated: false, status: reply.status })
    expect(logged.failure).toBe(reply.body.error.message)
    // The response names neither the failed check nor the expected text.
    expect(Object.keys(reply.body.error)).not.toContain('stringToSign')
    return logged
  }

  test('a wrong signature: the text whose HMAC would have been right', async () => {
    const headers = freshHeaders()
    const wrong = { ...headers, 'x-signature': headers['x-body-hash'] ?? '' }
    const { failedCheck, stringToSign, clientId } = await sendRefused(wrong)
    const { hmacSecret } = partner.credentials

    expect(failedCheck).toBe('signature')
    expect(clientId).toBe(partner.credentials.clientId)
    expect(createHmac('sha256', hmacSecret).update(stringToSign).digest('base64')).toBe(
      headers['x-signature'],
    )
  })

  test('a body that was changed: the text with the hash of the body that arrived', async () => {
    const { failedCheck, stringToSign } = await sendRefused(freshHeaders(), '{"amount":11}')
    const arrived = createHash('sha256').update('{"amount":11}').digest('base64')
    expect(failedCheck).toBe('bodyHash')
    expect(stringToSign.split('\n').at(-1)).toBe(arrived)
  })

  test('a wrong second signature: its text, with path, key and nonce', async () => {
    const toSign = { method, target: ORDERS, body: Buffer.from(body), nonce: randomUUID() }
    const timestamp = isoTime(systemClock.now())
    const headers = signedHeadersV2(partner.credentials, { ...toSign, timestamp })
    const key = randomUUID()
    const { failedCheck, stringToSign } = await sendRefused({ ...headers, 'idempotency-key': key })
    expect(failedCheck).toBe('signatureV2')
    expect(stringToSign.split('\n')).toEqual(
      expect.arrayContaining(['v2', method, ORDERS, timestamp, key, toSign.nonce]),
    )
  })

  test('every other check is named', async () => {
    const headers = freshHeaders()
    const { 'x-timestamp': _, ...incomplete } = headers
    const unknown = randomUUID()
    expect(await sendRefused(incomplete)).toMatchObject({ failedCheck: 'headers' })
    expect(await sendRefused(freshHeaders(systemClock.now() - 3_600_000))).toMatchObject({
      failedCheck: 'timestamp',
    })
    const stranger = await sendRefused({ ...headers, 'x-client-id': unknown })
    expect(stranger).toMatchObject({ failedCheck: 'clientId', clientId: unknown })
    expect(stranger).not.toHaveProperty('partnerId')
    expect(await sendRefused({ ...headers, 'x-api-key': 'tsk_other' })).toMatchObject({
      failedCheck: 'apiKey',
      partnerId: partner.partnerId,
    })
    const reader = await partner.issue({ permissions: ['catalog:read'] })
    expect(await logEntryOf(await reader.get(BALANCES))).toMatchObject({
      failedCheck: 'permission',
    })
    const path = `/admin/v1/partners/${partner.partnerId}`
    const credential = `${path}/credentials/${reader.credentials.clientId}`
    dataOf(await service.admin.patch(credential, { allowedAddresses: ['10.0.0.1'] }))
    expect(await logEntryOf(await reader.get('/v2/products?currency=USD'))).toMatchObject({
      failedCheck: 'address',
    })
    dataOf(await service.admin.post(`${credential}/revoke`, { reason: 'test' }))
    expect(await logEntryOf(await reader.get(BALANCES))).toMatchObject({
      failedCheck: 'credential',
    })
    dataOf(await service.admin.patch(path, { status: 'SUSPENDED' }))
    service.services.credentials.forget()
    expect(await logEntryOf(await partner.get(BALANCES))).toMatchObject({ failedCheck: 'partner' })
  })
})
