import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BODY_DEPTH_MAX } from '../../../src/http/bodies/json-body.ts'
import { BODY_BYTES_MAX } from '../../../src/http/bodies/read-body.ts'
import type { Headers, Json, Reply } from '../../support/client.ts'
import { inTurn } from '../../support/turns.ts'
import { ENDPOINTS } from './all-endpoints.ts'
import type { Endpoint } from './endpoints.ts'
import { faultOf, openFixture, send, type ExpectedRefusal, type Fixture } from './fixture.ts'
import { expectRefused } from './refused.ts'

/** The routes of this run: in the short form, every eighth. */
const ROUTES_OF_RUN = inTurn(
  ENDPOINTS.filter(({ variant }) => variant === undefined),
  8,
)

let fixture: Fixture

beforeAll(async () => {
  fixture = await openFixture()
})

afterAll(() => fixture.end())

/** The parts of a request that its route does not determine. */
interface SentBody {
  readonly body: string | Buffer
  readonly headers?: Headers
}

function bodyOf(endpoint: Endpoint): string {
  return JSON.stringify(endpoint.body(fixture.ids))
}

type BadBody = readonly [label: string, body: string | Buffer, fields?: readonly string[]]

/** Bodies that are bad for every route. */
const NOT_AN_OBJECT: readonly BadBody[] = [
  ['null', 'null'],
  ['an array', '[]'],
  ['an array of objects', '[{}]'],
  ['a number', '7'],
  ['a string', '"text"'],
  ['true', 'true'],
]

const NOT_JSON: readonly BadBody[] = [
  ['spaces', ' \n '],
  ['a brace', '{'],
  ['two objects', '{}{}'],
  ['a comma at the end', '{"a":1,}'],
  ['a comment', '{/* none */}'],
  ['single quotes', "{'a':1}"],
  ['keys without quotes', '{a:1}'],
  ['NaN', '{"a":NaN}'],
  ['Infinity', '{"a":-Infinity}'],
  ['a hexadecimal number', '{"a":0x10}'],
  ['a leading zero', '{"a":01}'],
  ['a plus sign', '{"a":+1}'],
  ['a control character in a string', '{"a":"\u0001"}'],
  ['an unknown escape', '{"a":"\\x41"}'],
  ['an open string', '{"a":"b'],
  ['XML', '<order/>'],
  ['a form', 'a=1&b=2'],
  ['a NUL', '\u0000'],
  ['a byte order mark', '\uFEFF{}'],
  ['brackets without end', '['.repeat(200_000)],
]

const NOT_UTF8: readonly BadBody[] = [
  ['a lone continuation byte', bytes('{"a":"', [0x80], '"}')],
  ['a byte that is never UTF-8', bytes('{"a":"', [0xff], '"}')],
  ['an overlong slash', bytes('{"a":"', [0xc0, 0xaf], '"}')],
  ['a surrogate as three bytes', bytes('{"a":"', [0xed, 0xa0, 0x80], '"}')],
  ['a character cut off', bytes('{"a":"', [0xe2, 0x82], '"}')],
  ['beyond Unicode', bytes('{"a":"', [0xf4, 0x90, 0x80, 0x80], '"}')],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
]

const TOO_DEEP: readonly BadBody[] = [
  ['one level too deep', nestedJson(BODY_DEPTH_MAX), [pathOf(BODY_DEPTH_MAX)]],
  ['objects without end', nestedJson(50_000), [pathOf(BODY_DEPTH_MAX)]],
  ['arrays without end', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, [arrayPath()]],
]

const PROTOTYPE_KEYS: readonly BadBody[] = [
  ['__proto__', '{"__proto__":{"isAdmin":true}}', ['body']],
  ['an escaped __proto__', '{"\\u005f_proto__":1}', ['body']],
  ['__proto__ further down', '{"a":{"__proto__":null}}', ['a']],
  ['constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}', ['body']],
  ['__proto__ in an array', '{"a":[{"__proto__":1}]}', ['a[0]']],
]

const NOT_STORABLE: readonly BadBody[] = [
  ['NUL in a field that nobody knows', '{"a":"\\u0000"}', ['a']],
  ['half a character in a field that nobody knows', '{"a":{"b":["\\ud800"]}}', ['a.b[0]']],
  ['NUL in a key', '{"a\\u0000":1}', ['a\u0000']],
]

function bytes(before: string, middle: readonly number[], after: string): Buffer {
  return Buffer.concat([Buffer.from(before), Buffer.from(middle), Buffer.from(after)])
}

/** Returns `{"a":{"a":…1}}` with `levels` objects inside the outer one. */
function nestedJson(levels: number): string {
  return `${'{"a":'.repeat(levels + 1)}1${'}'.repeat(levels + 1)}`
}

function pathOf(levels: number): string {
  return Array.from({ length: levels }, () => 'a').join('.')
}

function arrayPath(): string {
  return `a${'[0]'.repeat(BODY_DEPTH_MAX - 1)}`
}

/** Expects that each route refuses these bodies: in the short form some of each list. */
async function expectBodiesRefused(...lists: (readonly BadBody[])[]): Promise<void> {
  const cases = ROUTES_OF_RUN.flatMap(({ route, path }, place) => {
    const method = route.split(' ')[0] ?? ''
    const target = path(fixture.ids)
    return lists.flatMap((bodies) =>
      inTurn(bodies, 8, place).map(([label, body, fields]) => ({
        label: `${route}: ${label}`,
        async fault() {
          const expected: ExpectedRefusal = { status: 400, fields: fields ?? ['body'] }
          return faultOf(await send(fixture, method, { target, body }), target, expected)
        },
      })),
    )
  })
  await expectRefused(fixture, cases)
}

test('400 VALIDATION_ERROR naming the body: not a JSON object in UTF-8; nothing changes', async () => {
  await expectBodiesRefused(NOT_AN_OBJECT, NOT_JSON, NOT_UTF8)
})

test('400 VALIDATION_ERROR naming the place: too deep, a prototype key, text that cannot be stored', async () => {
  await expectBodiesRefused(TOO_DEEP, PROTOTYPE_KEYS, NOT_STORABLE)
})

test('a key `constructor` alone is harmless and ignored', async () => {
  const target = '/api/partner/v1/customer'
  const [endpoint] = ENDPOINTS.filter(({ route }) => route === `POST ${target}`)
  const body = JSON.stringify({ ...endpoint?.body(fixture.ids), constructor: 'none' })
  expect((await send(fixture, 'POST', { target, body })).status).toBe(200)
})

/** Expects that each route refuses its good body if it is sent in one of these ways. */
async function expectSendingRefused(
  sendings: readonly string[],
  requestOf: (endpoint: Endpoint, sending: string) => SentBody,
  { status, fault }: { status: number; fault?: (reply: Reply) => string | undefined },
): Promise<void> {
  const cases = ROUTES_OF_RUN.flatMap((endpoint, place) => {
    const method = endpoint.route.split(' ')[0] ?? ''
    const target = endpoint.path(fixture.ids)
    return inTurn(sendings, 8, place).map((sending) => ({
      label: `${endpoint.route}: ${sending}`,
      async fault() {
        const reply = await send(fixture, method, { target, ...requestOf(endpoint, sending) })
        return fault?.(reply) ?? faultOf(reply, target, { status, fields: [] })
      },
    }))
  })
  await expectRefused(fixture, cases)
}

test('415 VALIDATION_ERROR: a content type that is not JSON in UTF-8', async () => {
  const types = [
    '',
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/json; charset=utf-16',
    'application/json, application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    ';;;',
  ]
  await expectSendingRefused(
    types,
    (endpoint, type) => ({ body: bodyOf(endpoint), headers: { 'content-type': type } }),
    { status: 415 },
  )
})

test('415 VALIDATION_ERROR: a body that is compressed', async () => {
  const encodings = [
    'gzip',
    'GZIP',
    'x-gzip',
    'deflate',
    'br',
    'zstd',
    'identity, gzip',
    'gzip;q=1',
  ]
  await expectSendingRefused(
    encodings,
    (endpoint, encoding) => ({
      body: gzipSync(bodyOf(endpoint)),
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    }),
    {
      status: 415,
      fault({ headers, text }) {
        const coding = [headers['accept-encoding'], text.includes('content-encoding')]
        return String(coding) === 'identity,true' ? undefined : `it tells ${String(coding)}`
      },
    },
  )
})

test.each(['identity', 'Identity', '', 'identity, identity'])(
  'the content encoding %j leaves a body as it is',
  async (encoding) => {
    const target = '/admin/v1/partners'
    const body = JSON.stringify({ name: 'As It Is' })
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    expect((await send(fixture, 'POST', { target, body, headers })).status).toBe(201)
  },
)

test('413 VALIDATION_ERROR: a body above 1 MiB', async () => {
  await expectSendingRefused(
    ['padded'],
    (endpoint) => ({ body: bodyOf(endpoint).padEnd(BODY_BYTES_MAX + 1) }),
    { status: 413 },
  )
})

describe('if a key stands twice in one object, its last value counts', () => {
  const cases: [string, string, Json, string][] = [
    ['POST', '/v2/orders', '"currency":"ZZZ"', 'currency'],
    ['POST', '/api/partner/v1/customer', '"initialFunds":-1', 'initialFunds'],
    ['POST', '/admin/v1/partners', '"name":""', 'name'],
  ]

  test.each(cases)('%s %s: %s', async (method, target, bad, field) => {
    const endpoint = ENDPOINTS.find(({ route }) => route === `${method} ${target}`)
    const good = JSON.stringify(endpoint?.body(fixture.ids))
    const badLast = `${good.slice(0, -1)},${bad}}`
    const badFirst = `{${bad},${good.slice(1)}`

    const refused = await send(fixture, method, { target, body: badLast })
    const accepted = await send(fixture, method, { target, body: badFirst })

    expect(faultOf(refused, target, { status: 400, fields: [field] })).toBeUndefined()
    expect([200, 201]).toContain(accepted.status)
  })
})

describe('an empty body', () => {
  test.each(ROUTES_OF_RUN.map((endpoint) => [endpoint.route, endpoint] as const))(
    '%s: 400 if a body is required',
    async (_route, endpoint) => {
      const method = endpoint.route.split(' ')[0] ?? ''
      const target = endpoint.path(fixture.ids)
      const reply = await send(fixture, method, { target, body: '' })
      if (endpoint.isBodyOptional) {
        expect(endpoint.accepted ?? [200, 201]).toContain(reply.status)
      } else expect(faultOf(reply, target, { status: 400, fields: ['body'] })).toBeUndefined()
    },
  )
})
