import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isoTime, signedHeadersV2, systemClock } from '../../src/core/mod.ts'
import { sweepNonces } from '../../src/partners/nonces.ts'
import { Http, type Headers, type Reply } from '../support/client.ts'
import { type RunningService, shareService, startService } from '../support/service.ts'

const shared = shareService()

const BALANCES = '/v2/accounts/balances'

interface SentRequest {
  readonly method?: string
  readonly target: string
  readonly body?: object
  readonly idempotencyKey?: string
  readonly nonce?: string
}

/** The headers of a request with both signatures. */
function bothSignatures({ partner }: RunningService, sent: SentRequest): Record<string, string> {
  const { method = 'GET', target, body, idempotencyKey, nonce = randomUUID() } = sent
  const bytes = Buffer.from(body ? JSON.stringify(body) : '')
  const timestamp = isoTime(systemClock.now())
  const toSign = { method, target, body: bytes, timestamp, idempotencyKey, nonce }
  return {
    ...signedHeadersV2(partner.credentials, toSign),
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}

function send(http: Http, { method = 'GET', target, body }: SentRequest, headers: Headers) {
  return http.send({ method, target, headers, ...(body && { body: JSON.stringify(body) }) })
}

function guard({ admin, partner }: RunningService, change: object): Promise<Reply> {
  const path = `/admin/v1/partners/${partner.partnerId}/credentials/${partner.credentials.clientId}`
  return admin.patch(path, change)
}

function without(name: string, headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
}

test('a credential that does not require the second signature may omit it; if sent, it is checked', async () => {
  const service = await shared({ funds: { USD: '10.00' } })
  const request = { target: BALANCES }
  const headers = bothSignatures(service, request)

  const plain = without('x-nonce', without('x-signature-v2', headers))
  expect((await send(service.http, request, plain)).status).toBe(200)
  expect((await send(service.http, request, headers)).status).toBe(200)
  const wrong = {
    ...bothSignatures(service, request),
    'x-signature-v2': headers['x-signature'] ?? '',
  }
  expect((await send(service.http, request, wrong)).status).toBe(401)
})

test('a credential that requires the signature: without it 401 (or 403, by family) naming the header', async () => {
  const service = await shared({ funds: { USD: '10.00' } })
  expect((await guard(service, { requireSignatureV2: true })).status).toBe(200)

  const missing = await service.partner.get(BALANCES)
  expect(missing).toMatchObject({
    status: 401,
    body: { error: { code: 'AUTHENTICATION_ERROR', details: [{ field: 'x-signature-v2' }] } },
  })
  expect((await service.partner.get('/api/partner/v1/customer')).status).toBe(403)
  const request = { target: BALANCES }
  expect((await send(service.http, request, bothSignatures(service, request))).status).toBe(200)
  expect((await guard(service, { requireSignatureV2: false })).status).toBe(200)
  expect((await service.partner.get(BALANCES)).status).toBe(200)
})

test('a captured signature is refused for another path, query, method, Idempotency-Key or nonce', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { productId } = await service.product()
  const items = [{ productId, amount: 10, quantity: 1 }]
  const order = { clientReference: 'captured', currency: 'USD', items }
  const read = { target: '/v2/orders?pageSize=1' }
  const write = {
    method: 'POST',
    target: '/v2/orders',
    body: order,
    idempotencyKey: randomUUID(),
  }

  const others: [SentRequest, Headers][] = [
    [{ target: '/v2/orders?pageSize=2' }, bothSignatures(service, read)],
    [{ target: BALANCES }, bothSignatures(service, read)],
    [{ ...write, target: '/api/partner/v1/customer' }, bothSignatures(service, write)],
    [write, { ...bothSignatures(service, write), 'idempotency-key': randomUUID() }],
    [write, without('idempotency-key', bothSignatures(service, write))],
    [read, { ...bothSignatures(service, read), 'x-nonce': randomUUID() }],
  ]
  const statuses = await Promise.all(
    others.map(async ([sent, headers]) => (await send(service.http, sent, headers)).status),
  )

  expect(statuses).toEqual([401, 401, 403, 401, 401, 401])
  expect((await send(service.http, write, bothSignatures(service, write))).status).toBe(201)
})

test('a nonce is accepted once, over all processes and simultaneous requests', async () => {
  const service = await shared({ funds: { USD: '10.00' } })
  const second = new Http((await service.another()).url)
  const request = { target: BALANCES }
  const headers = bothSignatures(service, request)

  expect((await send(service.http, request, headers)).status).toBe(200)
  for (const http of [service.http, second]) {
    expect(await send(http, request, headers)).toMatchObject({
      status: 401,
      body: { error: { details: [{ field: 'x-nonce' }] } },
    })
  }

  const racing = bothSignatures(service, request)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => {
      return send(at % 2 === 0 ? service.http : second, request, racing)
    }),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  second.close()
})

test('a refused request uses up no nonce, so a wrong signature cannot spend the nonce of another', async () => {
  const service = await shared({ funds: { USD: '10.00' } })
  const request = { target: BALANCES, nonce: randomUUID() }
  const headers = bothSignatures(service, request)
  const forged = { ...headers, 'x-signature': headers['x-signature-v2'] ?? '' }

  expect((await send(service.http, request, forged)).status).toBe(401)
  expect((await send(service.http, request, headers)).status).toBe(200)
})

test.each([
  ['x-nonce', undefined],
  ['x-nonce', 'short'],
  ['x-nonce', 'n'.repeat(65)],
  ['x-nonce', 'not a nonce at all!'],
  ['x-signature-v2', 'abc'],
])('a malformed %s (%s) is 401 naming the header', async (name, value) => {
  const service = await shared()
  const request = { target: BALANCES }
  const headers = without(name, bothSignatures(service, request))

  const reply = await send(service.http, request, { ...headers, ...(value && { [name]: value }) })

  expect(reply.status).toBe(401)
  expect(reply.body.error.details).toMatchObject([{ field: name }])
})

test('nonces are removed once their signatures have expired, and not before', async () => {
  const service = await startService()
  const request = { target: BALANCES }
  expect((await send(service.http, request, bothSignatures(service, request))).status).toBe(200)
  const noncesLeft = async (aheadMs: number): Promise<number> => {
    await sweepNonces(service.db, { ...systemClock, now: () => systemClock.now() + aheadMs })
    return (await service.db.pool.query('select from request_nonces')).rows.length
  }

  expect(await noncesLeft(600_000)).toBe(1)
  expect(await noncesLeft(800_000)).toBe(0)
})

test('an address outside of the allow-list is 403 AUTHORIZATION_ERROR; null allows every address', async () => {
  const service = await shared({ funds: { USD: '10.00' } })

  expect((await guard(service, { allowedAddresses: ['203.0.113.0/24'] })).status).toBe(200)
  for (const target of [BALANCES, '/api/partner/v1/customer']) {
    expect(await service.partner.get(target)).toMatchObject({
      status: 403,
      body: { error: { code: 'AUTHORIZATION_ERROR' } },
    })
  }
  const list = ['203.0.113.0/24', '127.0.0.0/8']
  const guarded = await guard(service, { allowedAddresses: list, reason: 'office' })
  expect(guarded.body.data.allowedAddresses).toEqual(list)
  expect(guarded.body.data).not.toHaveProperty('requireSignatureV2')
  expect((await service.partner.get(BALANCES)).status).toBe(200)
  await guard(service, { allowedAddresses: ['::1'] })
  expect((await service.partner.get(BALANCES)).status).toBe(403)
  expect((await guard(service, { allowedAddresses: null })).status).toBe(200)
  expect((await service.partner.get(BALANCES)).status).toBe(200)
})

test('only a signed request learns of the allow-list; a wrong signature from outside does not', async () => {
  const service = await shared()
  await guard(service, { allowedAddresses: ['203.0.113.0/24'] })

  const reply = await service.partner.send('GET', BALANCES, {
    headers: { 'x-signature': Buffer.alloc(32).toString('base64') },
  })

  expect(reply.status).toBe(401)
})

test.each([['10.0.0.0/33'], ['10.0.0'], ['::1/129'], ['example.com'], ['10.0.0.1/-1'], ['']])(
  '%j is not a network: 400 naming the entry',
  async (network) => {
    const service = await shared()

    const reply = await guard(service, { allowedAddresses: ['10.0.0.1', network] })

    expect(reply.status).toBe(400)
    expect(reply.body.error.details).toMatchObject([{ field: 'allowedAddresses[1]' }])
  },
)

test('the allow-list and the required signature are kept by a rotation, and audited if they change', async () => {
  const service = await shared()
  const path = `/admin/v1/partners/${service.partner.partnerId}/credentials`
  const guards = { requireSignatureV2: true, allowedAddresses: ['10.0.0.0/8'] }

  const issued = await service.admin.post(path, guards)
  expect(issued.body.data).toMatchObject(guards)
  const rotated = await service.admin.post(`${path}/${issued.body.data.clientId}/rotate`, {})
  expect(rotated.body.data).toMatchObject(guards)
  const { clientId } = rotated.body.data
  await service.admin.patch(`${path}/${clientId}`, { requireSignatureV2: false, reason: 'old' })

  const [entry] = (await service.admin.get(`/admin/v1/audit?target=credential:${clientId}`)).body
    .data
  expect(entry).toMatchObject({
    action: 'credential.guard',
    reason: 'old',
    before: { requiresSignatureV2: true, allowedAddresses: ['10.0.0.0/8'] },
    after: { requiresSignatureV2: false, allowedAddresses: ['10.0.0.0/8'] },
  })
})
