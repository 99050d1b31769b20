import { beforeEach, expect, test } from 'vitest'
import { Tessera } from '@tessera/sdk'
import type { ReceivedResponse, SentRequest } from '@tessera/sdk'
import { hurryTimersOf } from '../support/hurried-timers.ts'
import { cut, done, errorStep, json, startScript } from '../support/scripted-server.ts'
import { ATTEMPT_MS, CALLS, failureOf, ORDER, SIGNER, startClient } from './scripted-client.ts'

// Pauses of the SDK take no time.
beforeEach(() => hurryTimersOf('/sdk/src/', ATTEMPT_MS))

const inStatus = (status: string) => json(200, { data: { id: 'ord_1', status } })

async function all(list: AsyncIterable<unknown>): Promise<unknown[]> {
  const entries: unknown[] = []
  for await (const one of list) entries.push(one)
  return entries
}

test('an order is sent again under one key, signed anew, after a lost response, 500 and 503', async () => {
  const fault = errorStep(500, 'INTERNAL_SERVER_ERROR')
  const script = await startClient(cut, fault, errorStep(503, 'INTERNAL_SERVER_ERROR'), done)

  expect(await CALLS.order(script.tessera)).toEqual({ id: 'ord_1' })

  expect(new Set(script.headers.map((one) => one['idempotency-key'])).size).toBe(1)
  expect(script.headers[0]?.['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(script.headers.map((one) => one['x-signature'])).size).toBe(4)
})

test('an endpoint is created, and its secret rotated, under one key for all attempts', async () => {
  for (const call of [
    ({ webhookEndpoints }: Tessera) => webhookEndpoints.create({ url: 'https://example.com' }),
    ({ webhookEndpoints }: Tessera) => webhookEndpoints.rotate('whe_1_1'),
  ]) {
    const script = await startClient(cut, errorStep(503, 'INTERNAL_SERVER_ERROR'), done)

    await call(script.tessera)

    const keys = script.headers.map((one) => one['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('each attempt has its trace context, and is reported with status, request id and duration', async () => {
  const busy = errorStep(503, 'INTERNAL_SERVER_ERROR', { 'x-request-id': 'r-1' })
  const script = await startScript(busy, cut, json(200, { data: {} }, { 'x-request-id': 'r-3' }))
  const sent: SentRequest[] = []
  const received: ReceivedResponse[] = []
  const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const tessera = new Tessera({
    ...SIGNER,
    baseUrl: script.url,
    timeoutMs: ATTEMPT_MS,
    traceparent: () => trace,
    onRequest: (one) => void sent.push(one),
    onResponse: (one) => void received.push(one),
  })

  await tessera.orders.get('ord_1')

  const keys = { idempotencyKey: undefined, referenceId: undefined }
  const get = { operation: 'getOrder', method: 'GET', target: '/v2/orders/ord_1', ...keys }
  expect(sent).toEqual([1, 2, 3].map((attempt) => ({ ...get, attempt })))
  const durationMs: unknown = expect.any(Number)
  expect(received).toEqual([
    { ...get, attempt: 1, status: 503, requestId: 'r-1', durationMs },
    { ...get, attempt: 2, status: undefined, requestId: undefined, durationMs },
    { ...get, attempt: 3, status: 200, requestId: 'r-3', durationMs },
  ])
  expect(script.headers.map(({ traceparent }) => traceparent)).toEqual([trace, trace, trace])
})

test.each([
  ['JSON that is no object', (tessera: Tessera) => tessera.balances(), 'null'],
  ['an object without its fields', (tessera: Tessera) => tessera.balances(), '{"name":"A"}'],
  ['data that is no object', (tessera: Tessera) => tessera.orders.get('ord_1'), '{"data":[]}'],
  ['a list without entries', (tessera: Tessera) => all(tessera.orders.list()), '{"data":{}}'],
])('a success that is not of the interface is an error: %s', async (_what, call, text) => {
  const { tessera } = await startClient((response) => void response.end(text))

  const { code, status, retryable, docUrl } = await failureOf(call(tessera))

  expect({ code, status, retryable }).toEqual({
    code: 'UNEXPECTED_RESPONSE',
    status: 200,
    retryable: false,
  })
  expect(docUrl).toMatch(/^http.*\/docs\/errors#unexpected_response$/)
})

test.each([
  ['</docs/errors#order_final>; rel="help"', 'order_final', '/docs/errors#order_final'],
  [
    '<https://a.example/x>; rel="self", <https://a.example/docs/errors#archived>; rel="help"',
    'archived',
    'https://a.example/docs/errors#archived',
  ],
  ['</docs/errors#of_a_later_version>; rel="help"', undefined, '/docs/errors#of_a_later_version'],
  ['</docs/errors#order_final>; rel="next"', undefined, '/docs/errors#business_rule_violation'],
  [undefined, undefined, '/docs/errors#business_rule_violation'],
])(
  'the kind of an error and its page come from the header: %s',
  async (link, expected, section) => {
    const refused = errorStep(409, 'BUSINESS_RULE_VIOLATION', link === undefined ? {} : { link })
    const { tessera, url } = await startClient(refused)

    const { kind, docUrl } = await failureOf(CALLS.order(tessera))

    expect(kind).toBe(expected)
    expect(docUrl).toBe(section.startsWith('/') ? url + section : section)
  },
)

test('fetch is called without `this`, as browsers and Cloudflare Workers demand', async () => {
  const seen: unknown[] = []
  function strict(this: unknown): Promise<Response> {
    seen.push(this)
    return Promise.resolve(Response.json({ data: { id: 'ord_1' } }))
  }
  const tessera = new Tessera({ ...SIGNER, baseUrl: 'http://127.0.0.1', fetch: strict })

  await tessera.orders.get('ord_1')

  expect(seen).toEqual([undefined])
})

test('a client without an address or a part of the credential is refused, by its name', () => {
  const options = { ...SIGNER, baseUrl: 'http://127.0.0.1' }

  expect(() => new Tessera({ ...options, hmacSecret: undefined })).toThrow('hmacSecret is missing')
  expect(() => new Tessera({ ...options, baseUrl: '' })).toThrow('baseUrl is missing')
})

test('requests are signed by the clock that is passed', async () => {
  const { url, headers } = await startScript(done)
  const at = Date.parse('2020-02-29T12:00:00Z')
  const options = { baseUrl: url, timeoutMs: ATTEMPT_MS, now: () => at }

  await new Tessera({ ...SIGNER, ...options }).orders.create(ORDER)

  expect(headers[0]?.['x-timestamp']).toBe('2020-02-29T12:00:00.000Z')
})

test('a refused time is corrected once by the Date of the service', async () => {
  const details = [{ field: 'x-timestamp', message: 'is 1 s behind' }]
  const error = { code: 'AUTHENTICATION_ERROR', message: 'no', details }
  const refused = json(401, { error }, { date: 'Tue, 06 May 2031 07:08:09 GMT' })
  const corrected = await startClient(refused, done)
  const hopeless = await startClient(refused)

  expect(await CALLS.order(corrected.tessera)).toEqual({ id: 'ord_1' })
  expect(corrected.headers[1]?.['x-timestamp']).toMatch(/^2031-05-06T07:0[89]:/)
  const { code, details: found, docUrl } = await failureOf(CALLS.order(hopeless.tessera))
  expect({ code, found }).toEqual({ code: 'AUTHENTICATION_ERROR', found: details })
  expect(docUrl).toBe(`${hopeless.url}/docs/errors#authentication_error`)
  expect(hopeless.headers).toHaveLength(2)
})

test('waiting for an order reports each status, and ends when it is CANCELLED or aborted', async () => {
  const script = await startClient(inStatus('ON_HOLD'), inStatus('ON_HOLD'), inStatus('CANCELLED'))
  const stuck = await startClient(inStatus('OUT_OF_STOCK'))
  const seen: string[] = []
  const onStatus = ({ status }: { status: string }) => void seen.push(status)

  const { status } = await script.tessera.orders.waitForCompletion('ord_1', { onStatus })
  const abort = new AbortController()
  const waiting = stuck.tessera.orders.waitForCompletion('ord_1', {
    signal: abort.signal,
    onStatus: () => abort.abort(new Error('enough')),
  })

  expect(status).toBe('CANCELLED')
  expect(seen).toEqual(['ON_HOLD', 'CANCELLED'])
  await expect(waiting).rejects.toMatchObject({ code: 'ABORTED', cause: { message: 'enough' } })
})

test('a list continues by page number or by cursor until there is no further page', async () => {
  const numbered = await startClient(
    json(200, { content: [1, 2], page: 0, hasNext: true }),
    json(200, { content: [3], page: 1, hasNext: false }),
  )
  const cursor = await startClient(
    json(200, { data: [1], meta: { pagination: { hasNext: true, after: 'evt_1' } } }),
    json(200, { data: [2], meta: { pagination: { hasNext: false, after: 'evt_2' } } }),
  )

  const items = await startClient(json(200, { data: [1] }))

  expect(await all(items.tessera.orders.items('ord_1', { pageSize: 9 }))).toEqual([1])
  expect(items.targets).toEqual(['/v2/orders/ord_1/items?pageSize=9&page=1'])
  expect(await all(numbered.tessera.customers())).toEqual([1, 2, 3])
  expect(await all(cursor.tessera.events())).toEqual([1, 2])
  await expect(numbered.tessera.orders.get('..')).rejects.toThrow(TypeError)
})
