import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../../src/http/routes.ts'
import type { Headers, Json } from '../../support/client.ts'
import { isLong } from '../../support/length.ts'
import { inTurn } from '../../support/turns.ts'
import { ENDPOINTS } from './all-endpoints.ts'
import type { Endpoint } from './endpoints.ts'
import { openFixture, send, type Fixture } from './fixture.ts'

/** Time for which a single request may hold up all others. */
const STALL_MS_MAX = 100
/** Tries per request. Only the best counts, because the garbage collector may run. */
const TRIES_MAX = 5
/**
 * The number of requests that are measured together. If all is well, they take less time than a
 * stall.
 */
const GROUP_SIZE = 8
/**
 * The length of the texts. If the time grows with the square of the length, even the short form
 * takes a second.
 */
const TEXT_BYTES = isLong ? 200_000 : 30_000
/** In the long form, a little less than the limit of a body. */
const BODY_BYTES = isLong ? 1_000_000 : 60_000

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

interface AnyRequest {
  readonly method: string
  readonly target: string
  readonly body?: string
  readonly headers?: Headers
}

function sendAny({ method, ...request }: AnyRequest): Promise<unknown> {
  return send(fixture, method, request).catch(() => undefined)
}

/**
 * Returns the CPU time, in ms, for which a request held up the event loop: the longest time within
 * a try, in the best of several tries.
 */
async function stallOf(request: AnyRequest): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES_MAX && isWorthRepeating(least); tries += 1) {
    let longest = 0
    let before = cpuMs()
    const measure = (): void => {
      const now = cpuMs()
      longest = Math.max(longest, now - before)
      before = now
    }
    const timer = setInterval(measure, 1)
    await sendAny(request)
    measure()
    clearInterval(timer)
    least = Math.min(least, longest)
  }
  return least
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Returns false for a stall of seconds, which cannot be chance. */
function isWorthRepeating(ms: number): boolean {
  return ms >= STALL_MS_MAX && (ms < 10 * STALL_MS_MAX || ms === Number.POSITIVE_INFINITY)
}

type LabelledRequest = readonly [label: string, request: AnyRequest]

/** Returns the CPU time, in ms, of requests that are sent together. */
async function cpuMsOf(requests: readonly LabelledRequest[]): Promise<number> {
  const before = cpuMs()
  await Promise.all(requests.map(([, request]) => sendAny(request)))
  return cpuMs() - before
}

/**
 * Expects that no request holds up the others. Requests are measured in groups, because reading the
 * CPU time takes time itself. If a group takes less time than a stall, none of its requests stalls;
 * otherwise they are measured one by one.
 */
async function expectNoStall(requests: readonly LabelledRequest[]): Promise<void> {
  const stalls: string[] = []
  for (let at = 0; at < requests.length; at += GROUP_SIZE) {
    const group = requests.slice(at, at + GROUP_SIZE)
    if (group.length > 1 && (await cpuMsOf(group)) < STALL_MS_MAX) continue
    for (const [label, request] of group) {
      const ms = await stallOf(request)
      if (ms >= STALL_MS_MAX) stalls.push(`${label}: ${Math.round(ms)} ms`)
    }
  }
  expect(stalls).toEqual([])
  expect(requests.length).toBeGreaterThan(0)
}

function repeated(part: string, bytes = TEXT_BYTES, end = ''): string {
  return part.repeat(Math.floor(bytes / Buffer.byteLength(part))) + end
}

type Value = readonly [label: string, json: string]

/** The slowest texts to normalize, fold, trim or match. */
const TEXTS: readonly Value[] = [
  ['marks', `a${repeated('\u0300')}`],
  ['marks out of their order', repeated('\u0301\u0323')],
  ['letters that grow', repeated('\u0130')],
  ['spaces', repeated(' ', TEXT_BYTES, 'x')],
  ['dots and hyphens', repeated('a.-', TEXT_BYTES, '@a')],
  ['digits', repeated('9')],
].map(([label = '', text]) => [label, JSON.stringify(text)])

/** The slowest JSON to parse, wherever it stands. */
const VALUES: readonly Value[] = [
  ['halves of pairs', `"${repeated('\\ud800', BODY_BYTES)}"`],
  ['a long number', repeated('9', BODY_BYTES)],
  ['nested arrays', repeated('[', BODY_BYTES / 2) + repeated(']', BODY_BYTES / 2)],
  ['nested objects', `${repeated('{"a":', BODY_BYTES / 2)}0${repeated('}', BODY_BYTES / 12)}`],
  ['empty arrays', `[${repeated('[],', BODY_BYTES)}[]]`],
  ['empty objects', `[${repeated('{},', BODY_BYTES)}{}]`],
  ['long texts', `[${repeated(`"${'\u0301\u0323'.repeat(60)}",`, BODY_BYTES)}""]`],
  ['many keys', `{${Array.from({ length: 29_000 }, (_, at) => `"k${at}":0`).join(',')}}`],
]

/** Returns the body as JSON text in which the field has this value. */
function bodyWith(body: Json, field: string, json: string): string {
  const copy = structuredClone(body)
  const parts = [...field.matchAll(/[^.[\]]+/g)].map(([part]) => part)
  const last = parts.pop() ?? ''
  let holder: Json = copy
  for (const part of parts) holder = holder[part]
  holder[last] = 'THE VALUE'
  return JSON.stringify(copy).replace('"THE VALUE"', () => json)
}

/** Returns requests in which this field has each of these values. */
function requestsOf(
  endpoint: Endpoint,
  field: string,
  values: readonly Value[],
): LabelledRequest[] {
  const [method = ''] = endpoint.route.split(' ')
  const target = endpoint.path(fixture.ids)
  return values.map(([label, json]) => {
    const body = bodyWith(endpoint.body(fixture.ids), field, json)
    const name = `${endpoint.route} ${endpoint.variant ?? ''} ${field}: ${label}`
    return [name, { method, target, body }]
  })
}

test('no text in a body holds up other requests, whichever field has it', async () => {
  await expectNoStall(
    ENDPOINTS.flatMap((endpoint) =>
      Object.keys(endpoint.fields).flatMap((field, at) =>
        requestsOf(endpoint, field, inTurn(TEXTS, 8, at + field.length)),
      ),
    ),
  )
})

test('no JSON in a body holds up other requests', async () => {
  const byRoute = new Map(ENDPOINTS.map((endpoint) => [endpoint.route, endpoint]))
  await expectNoStall(
    [...byRoute.values()].flatMap((endpoint) => {
      const last = Object.keys(endpoint.fields).at(-1) ?? ''
      return requestsOf(endpoint, last, inTurn(VALUES, 8, endpoint.route.length))
    }),
  )
})

/** All headers and the target may have 16 KiB together. */
const HEAD_TEXTS = ['9', 'a', '-', ',', ';', '=', ' ', '%CC%81%CC%A3', '%ff', '&a=', '"'].map(
  (part) => repeated(part, 14_000),
)
const TARGET_TEXTS = HEAD_TEXTS.filter((text) => !/[ "]/.test(text))

test('no path and no query holds up other requests', async () => {
  const requests = ROUTES.flatMap(({ name, query }) => {
    const [method = '', path = ''] = name.split(' ')
    const filledPath = (text: string) => path.replaceAll(/\{\w+\}/g, text.slice(0, 6_000))
    const concretePath = path.replaceAll(/\{\w+\}/g, '1')
    const targets = [
      ...inTurn(TARGET_TEXTS, 8, path.length).map(filledPath),
      ...Object.keys(query).flatMap((one, at) =>
        inTurn(TARGET_TEXTS, 8, path.length + at).map((text) => `${concretePath}?${one}=${text}`),
      ),
    ]
    // A path without parameters is one target, whatever the text.
    return [...new Set(targets)].map(
      (target) => [`${method} ${target.slice(0, 80)}`, { method, target }] as const,
    )
  })
  await expectNoStall(requests)
})

const HEADERS = [
  'authorization',
  'content-type',
  'content-encoding',
  'host',
  'if-none-match',
  'expect',
  'idempotency-key',
  'x-api-key',
  'x-client-id',
  'x-timestamp',
  'x-body-hash',
  'x-signature',
]

test('no header holds up other requests', async () => {
  const values = HEAD_TEXTS.flatMap((text) => [text, `Bearer ${text}`, `application/json;${text}x`])
  const targets = ['/v2/orders', '/admin/v1/partners', '/api/partner/v1/customer']
  const requests = HEADERS.flatMap((header, at) =>
    targets.flatMap((target, place) =>
      inTurn(values, 8, at + place).map((text): LabelledRequest => {
        const label = `${header} of ${target}: ${text.slice(0, 40)}`
        const headers = { [header]: text.trim() }
        return [label, { method: 'POST', target, headers, body: '{}' }]
      }),
    ),
  )
  await expectNoStall(requests)
})

test('no order holds up other requests, however long its recipients take to be matched', async () => {
  const pattern = '[\\s\\S]*a[\\s\\S]{90}'
  const field = { name: 'to', label: 'To', pattern, required: true }
  const product = { productType: 'TOP_UP', recipientFields: [field], supplier: 'sandbox' }
  const { productId } = await fixture.product(product)
  const item = (at: number) => {
    // Texts of a and b, each in another sequence.
    const text = Array.from({ length: 240 }, (_, place) => 'ab'[bitOf(at * 240 + place)]).join('')
    const recipient = { to: `${text.slice(0, 149)}a${text.slice(150)}` }
    return { productId, amount: 1, quantity: 1, recipient }
  }
  const items = Array.from({ length: isLong ? 1_000 : 200 }, (_, at) => item(at))
  const body = JSON.stringify({ clientReference: 'matched', currency: 'USD', items })

  await expectNoStall([['recipients', { method: 'POST', target: '/v2/orders', body }]])
})

/** Returns 0 or 1 in a sequence that a CPU cannot predict. */
function bitOf(at: number): number {
  const mixed = Math.imul(at ^ (at >>> 15), 0x2c1b3c6d)
  return (Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 17) & 1
}
