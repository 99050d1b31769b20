import { expect, test } from 'vitest'
import { cut, done, errorStep, json, startScript } from '../support/scripted-server.ts'
import type { ScriptedServer } from '../support/scripted-server.ts'
import { runPython } from './python.ts'

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

test('a credit keeps the referenceId that the client made, and the error tells it', async () => {
  const script = await startScript(cut)

  const ended = await run(script, 'credit')

  expect(ended).toMatchObject({ error: 'no response' })
  const references = script.bodies.map((body) => JSON.parse(body).referenceId)
  expect(references).toEqual([ended.key, ended.key, ended.key, ended.key])
})

test('a poll follows the one before after a second at the earliest, also if that failed', async () => {
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

test('the address of a page or path of the service is no base URL, but a prefix may be', async () => {
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

test('a CSV that ends too early is an error, not a shorter list', async () => {
  const head = 'itemNo,productId,brand,currency,faceValue,giftCardNumber\r\n'
  const script = await startScript(
    (response) => {
      const downloadUrl = `http://${response.req.headers.host}/exports/ord_1`
      json(200, { data: { format: 'csv', downloadUrl, expiresAt: '' } })(response)
    },
    (response) => {
      response.writeHead(200, { 'content-type': 'text/csv' })
      response.write(`${head}1,1,A,USD,10,X\r\n`, () => response.socket?.destroy())
    },
  )

  expect(await run(script, 'rows')).toMatchObject({ error: 'no response' })
  expect(script.headers[1]).not.toHaveProperty('x-api-key')
})
