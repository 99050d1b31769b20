import { expect, test } from 'vitest'
import { cut, done, errorStep, json, startScript } from '../support/scripted-server.ts'
import type { ScriptedServer, Step } from '../support/scripted-server.ts'
import { readPage } from '../docs/markdown.ts'
import { runPython } from './python.ts'

const html: Step = (response) => void response.end('<html>')
const brokenJson: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"id":"ord_1"')
}

const run = ({ url }: ScriptedServer, call: string, ...rest: readonly string[]) =>
  runPython('faults.py', { args: [call, ...rest], environment: { TESSERA_URL: url } })

test('an order is sent again under one key, signed anew, after a lost response, 500 and 503', async () => {
  const busy = errorStep(503, 'INTERNAL_SERVER_ERROR', { 'retry-after': '2' })
  const script = await startScript(cut, errorStep(500, 'INTERNAL_SERVER_ERROR'), busy, done)

  const ended = await run(script, 'order')

  expect(ended).toMatchObject({ result: { id: 'ord_1' } })
  expect(ended.slept).toHaveLength(3)
  expect(ended.slept[2]).toBeGreaterThanOrEqual(2)
  expect(new Set(script.headers.map((one) => one['idempotency-key'])).size).toBe(1)
  expect(new Set(script.headers.map((one) => one['x-signature'])).size).toBe(4)
})

test('a credit is sent under the referenceId of the caller alone, and the error has it', async () => {
  const script = await startScript(cut)

  const ended = await run(script, 'credit')

  expect(ended).toMatchObject({ error: 'no response', key: 'reward-1', reference: 'reward-1' })
  const references = script.bodies.map((body) => JSON.parse(body).referenceId)
  expect(references).toEqual([1, 2, 3, 4].map(() => 'reward-1'))
  expect(await run(script, 'keyless')).toMatchObject({ error: 'refused' })
  expect(script.bodies).toHaveLength(4)
})

test('a write that is interrupted has its key in the exception, so that it can be repeated under it', async () => {
  const script = await startScript(cut)

  const credit = await run(script, 'interrupted credit')
  const order = await run(script, 'interrupted order')

  expect(credit).toMatchObject({ error: 'interrupted', key: 'reward-1', reference: 'reward-1' })
  const key = script.headers[1]?.['idempotency-key']
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(order).toMatchObject({ error: 'interrupted', key, reference: null })
})

test('on_request hears of each attempt, with the keys of the write', async () => {
  const script = await startScript(cut)

  const { sent: credits } = await run(script, 'credit')
  const { sent: orders } = await run(await startScript(cut, done), 'order')

  const credit = { method: 'POST', idempotency_key: 'reward-1', reference_id: 'reward-1' }
  expect(credits).toMatchObject([1, 2, 3, 4].map((attempt) => ({ ...credit, attempt })))
  expect(script.headers[0]).not.toHaveProperty('idempotency-key')
  const [{ idempotency_key: key }] = orders
  const order = { target: '/v2/orders', idempotency_key: key, reference_id: null }
  expect(orders).toEqual([1, 2].map((attempt) => ({ ...order, method: 'POST', attempt })))
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
})

test('requests name the version of the client and what runs it', async () => {
  const script = await startScript(done)

  await run(script, 'order')

  const [, version] = /^__version__ = "(.+)"$/m.exec(readPage('sdk-python/tessera.py')) ?? []
  const agent = script.headers[0]?.['user-agent'] ?? ''
  expect(agent.split(' ')).toEqual([
    `tessera-python/${version}`,
    expect.stringMatching(/^python\/3\./),
  ])
})

test('a success that is not of the interface is an error, not a KeyError', async () => {
  const statuses: unknown[] = []
  for (const [call, body] of [
    ['order', {}],
    ['order', { data: [] }],
    ['list', { data: {} }],
    ['redirect', { name: 'A' }],
  ] as const) {
    const { error, status } = await run(await startScript(json(200, body)), call)
    statuses.push([error, status])
  }

  expect(statuses).toEqual([1, 2, 3, 4].map(() => ['UNEXPECTED_RESPONSE', 200]))
})

test('Retry-After is a number of seconds, or a date by the clock of the service', async () => {
  const at = Date.parse('2031-05-06T07:08:09Z')
  const inSeconds = (seconds: number) => new Date(at + seconds * 1_000).toUTCString()
  const headers = { date: inSeconds(0), 'retry-after': inSeconds(7) }
  const script = await startScript(errorStep(503, 'X', headers), done)

  const [slept] = (await run(script, 'order')).slept

  expect(Math.floor(slept)).toBe(7)
})

test('polls are at least a second apart, also after one that failed', async () => {
  const completed = json(200, { data: { id: 'ord_1', status: 'COMPLETED' } })
  const script = await startScript(errorStep(500, 'INTERNAL_SERVER_ERROR'), cut, completed)

  const { slept } = await run(script, 'wait')

  expect((slept as number[]).map((seconds) => seconds >= 1)).toEqual([true, true])
})

test.each([
  ['an overdraft', 'credit', errorStep(500, 'SYSTEM_ERROR'), 1],
  ['a lost response of a write without a key', 'customer', cut, 1],
  ['a 503 of a write without a key', 'customer', errorStep(503, 'INTERNAL_SERVER_ERROR'), 1],
  ['a 429 of a write without a key', 'customer', errorStep(429, 'RATE_LIMIT_EXCEEDED'), 4],
  ['a 429 for longer than a minute', 'order', errorStep(429, 'X', { 'retry-after': '61' }), 1],
  ['a refused field', 'order', errorStep(400, 'VALIDATION_ERROR'), 1],
  ['a page of a proxy', 'order', html, 1],
  ['JSON that breaks off', 'order', brokenJson, 4],
  ['JSON that breaks off, of a write without a key', 'customer', brokenJson, 1],
  ['a 408', 'order', errorStep(408, 'VALIDATION_ERROR'), 4],
  ['a 502 of a proxy', 'order', errorStep(502, 'X'), 4],
])('%s: %s is sent as often as is safe', async (_what, call, step, times) => {
  const script = await startScript(step)

  expect(await run(script, call)).toHaveProperty('error')
  expect(script.headers).toHaveLength(times)
})

test.each([
  ['</docs/errors#order_final>; rel="help"', 'order_final', '/docs/errors#order_final'],
  [
    '<https://a.example/docs/errors#archived>; rel="help"',
    'archived',
    'https://a.example/docs/errors#archived',
  ],
  ['</docs/errors#of_a_later_version>; rel="help"', null, '/docs/errors#of_a_later_version'],
  [undefined, null, '/docs/errors#business_rule_violation'],
])('the kind of an error and its page come from the header: %s', async (link, kind, page) => {
  const headers = link === undefined ? {} : { link }
  const script = await startScript(errorStep(409, 'BUSINESS_RULE_VIOLATION', headers))

  const docUrl = page.startsWith('/') ? script.url + page : page
  expect(await run(script, 'order')).toMatchObject({ kind, docUrl })
})

test('the address of a page or path of the service is not a base URL; a prefix is', async () => {
  const script = await startScript(done)
  const paths = ['/docs', '/docs/quickstart', '/v2/', '/api/docs', '', '/api', '/docs/v2/tessera']
  const bases = [...paths.map((path) => `https://docs${path}`), '127.0.0.1:8080']

  const { result } = await run(script, 'bases', ...bases)

  expect(result).toEqual([
    'base_url must not end with /docs: use https://docs',
    'base_url must not end with /docs/quickstart: use https://docs',
    'base_url must not end with /v2: use https://docs',
    'base_url must not end with /docs: use https://docs/api',
    null,
    null,
    null,
    'base_url must begin with http:// or https://',
  ])
})

test('a refused time is corrected once by the Date of the service', async () => {
  const date = new Date('2031-05-06T07:08:09Z')
  const details = [{ field: 'x-timestamp', message: 'is 1 s behind' }]
  const refused = json(
    401,
    { error: { code: 'AUTHENTICATION_ERROR', message: 'no', details } },
    { date: date.toUTCString() },
  )
  const corrected = await startScript(refused, done)
  const hopeless = await startScript(refused)

  expect(await run(corrected, 'order')).toMatchObject({ result: { id: 'ord_1' }, slept: [] })
  expect(corrected.headers[1]?.['x-timestamp']).toMatch(/^2031-05-06T07:0[89]:/)
  expect(await run(hopeless, 'order')).toMatchObject({ error: 'AUTHENTICATION_ERROR' })
  expect(hopeless.headers).toHaveLength(2)
})

test('a redirect is an error: no other host gets the headers of a signature', async () => {
  const other = await startScript(done)
  const script = await startScript(json(302, {}, { location: other.url }))

  expect(await run(script, 'redirect')).toMatchObject({ error: 'UNEXPECTED_RESPONSE' })
  expect(other.headers).toEqual([])
})

const HEAD = 'itemNo,productId,brand,currency,faceValue,giftCardNumber\r\n'
const CSV = { 'content-type': 'text/csv; charset=utf-8' }
const csv =
  (rows: string): Step =>
  (response) =>
    response.writeHead(200, CSV).end(HEAD + rows)
const link: Step = (response) => {
  const downloadUrl = `http://${response.req.headers.host}/exports/ord_1`
  json(200, { data: { format: 'csv', downloadUrl, expiresAt: '' } })(response)
}
const two = json(200, { data: { id: 'ord_1', status: 'COMPLETED', itemCount: 2 } })
const unreadable = errorStep(403, 'AUTHORIZATION_ERROR', {
  link: '</docs/errors#permission_missing>; rel="help"',
})
const cutRow: Step = (response) => {
  response.writeHead(200, CSV)
  response.write(`${HEAD}1,1,A,USD,10,X\r\n`, () => response.socket?.destroy())
}
const [first, second] = ['1,1,A,USD,10,X\r\n', '2,1,A,USD,10,Y\r\n']

test.each([
  ['breaks off', two, cutRow, { error: 'no response' }],
  ['has fewer rows than the order has items', two, csv(first), { error: 'no response' }],
  ['has more rows', two, csv(first + second + second), { error: 'no response' }],
  ['has a row that is not whole', two, csv(`${first}2,1,A,USD,1`), { error: 'no response' }],
  ['is a page of a proxy', two, html, { error: 'UNEXPECTED_RESPONSE' }],
  ['is whole', two, csv(first + second), { result: [{ itemNo: 1 }, { itemNo: 2 }] }],
  ['is of an order that may not be read', unreadable, csv(first), { result: [{ itemNo: 1 }] }],
] as const)('a CSV that %s is an error, not a shorter list', async (_how, order, step, end) => {
  const script = await startScript(link, order, step)

  expect(await run(script, 'rows')).toMatchObject(end)
  expect(script.headers[2]).not.toHaveProperty('x-api-key')
})
