import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { isLong } from '../../support/length.ts'
import { dataOf } from '../../support/service.ts'
import { ENDPOINTS } from './all-endpoints.ts'
import { familyOf, openFixture, send, type Fixture } from './fixture.ts'

/** Routes other than sign-in: each attempt to sign in costs a password hash on purpose. */
const TARGETS = ENDPOINTS.filter(({ route }) => !route.includes(' /auth/'))
const RUNS = isLong ? 1_500 : 600

/** The error codes that a response with this status may have. */
const CODES: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  v2: {
    400: 'VALIDATION_ERROR',
    402: 'BUSINESS_RULE_VIOLATION',
    // The routes of merchants: 404 for a code that they do not know, 429 after many of these.
    404: 'RESOURCE_NOT_FOUND',
    429: 'RATE_LIMIT_EXCEEDED',
    409: 'BUSINESS_RULE_VIOLATION',
    413: 'VALIDATION_ERROR',
  },
  'partner-v1': {
    400: 'VALIDATION_ERROR',
    402: 'BUSINESS_RULE_ERROR',
    403: 'BUSINESS_RULE_ERROR',
    // An atomic request has a row whose wallet does not exist.
    404: 'RESOURCE_NOT_FOUND',
    409: 'BUSINESS_RULE_ERROR',
    413: 'VALIDATION_ERROR',
    500: 'SYSTEM_ERROR',
  },
  'admin-v1': {
    400: 'VALIDATION_ERROR',
    // A token cannot decide on an approval.
    403: 'AUTHORIZATION_ERROR',
    404: 'RESOURCE_NOT_FOUND',
    409: 'BUSINESS_RULE_VIOLATION',
    413: 'VALIDATION_ERROR',
  },
}

let fixture: Fixture

beforeAll(async () => {
  fixture = await openFixture()
})

afterAll(() => fixture.end())

/** One change of a body. `at` chooses a member or a byte, modulo the number of them. */
type Mutation =
  | { readonly kind: 'replace'; readonly at: number; readonly json: string }
  | { readonly kind: 'remove' | 'repeat'; readonly at: number }
  | { readonly kind: 'byte'; readonly at: number; readonly byte: number }
  | { readonly kind: 'cut'; readonly at: number }

const strangeNumber = fc.constantFrom(
  ...'0 -0 -1 0.01 0.001 1.005 99999.99 1e-9 1e15 1e21 1e300 1e400 -1e400'.split(' '),
  ...'9007199254740993 1234567890123456 2147483648 4294967296'.split(' '),
)
const strangeText = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('USD', 'usd', 'JPY', '', 'ENABLED', 'DEBIT'),
  )
  .map((text) => JSON.stringify(text))
const strangeValue = fc.oneof(
  strangeNumber,
  strangeText,
  fc.constantFrom('"\\ud800"', '"\\u0000"', 'null', 'true', '{"__proto__":1}', '[[[[]]]]'),
  fc.json({ maxDepth: 3 }),
)
const index = fc.nat({ max: 10_000 })
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('replace'), at: index, json: strangeValue }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('remove', 'repeat'), at: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('byte'), at: index, byte: fc.nat({ max: 255 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut'), at: index }) },
)

/** The positions of values in a JSON text: each `"key":value` at any depth. */
const MEMBER = /"[A-Za-z]+":("(?:[^"\\]|\\.)*"|-?[0-9.e+-]+|true|false|null|\[|\{)/g

function mutate(body: Buffer, change: Mutation): Buffer {
  if (change.kind === 'byte' || change.kind === 'cut') return mutateBytes(body, change)
  const text = body.toString('utf8')
  const members = [...text.matchAll(MEMBER)].filter(([member]) => !/[[{]$/.test(member))
  const member = members[change.at % Math.max(1, members.length)]
  if (!member) return body
  const [whole, value = ''] = member
  const [start, end] = [member.index, member.index + whole.length]
  const key = whole.slice(0, whole.length - value.length)
  const replacement = {
    replace: change.kind === 'replace' ? key + change.json : '',
    remove: '"nothing":null',
    repeat: `${whole},${whole}`,
  }[change.kind]
  return Buffer.from(text.slice(0, start) + replacement + text.slice(end))
}

function mutateBytes(body: Buffer, change: Mutation & { kind: 'byte' | 'cut' }): Buffer {
  const at = change.at % Math.max(1, body.length)
  if (change.kind === 'cut') return body.subarray(0, at)
  const copy = Buffer.from(body)
  copy[at] = change.byte
  return copy
}

/** Sends a changed body and returns the status. Expects a known error code for it. */
async function statusOfChanged(at: number, changes: readonly Mutation[]): Promise<number> {
  const endpoint = TARGETS[at % TARGETS.length]
  if (!endpoint) throw new Error('there are endpoints')
  // Operators change another partner, so that this one can still send its requests.
  const ids = endpoint.route.includes(' /admin/') ? fixture.foreign : fixture.ids
  const target = endpoint.path(ids)
  const method = endpoint.route.split(' ')[0] ?? ''
  const whole: Buffer = Buffer.from(JSON.stringify(endpoint.body(ids)))
  const body = changes.reduce(mutate, whole)
  const { status, headers, body: answer, text } = await send(fixture, method, { target, body })
  expect(headers['x-request-id']).toBeDefined()
  const response = { status, text, code: answer?.error?.code }
  const code = CODES[familyOf(target)]?.[status]
  if (status >= 300) expect(response).toEqual({ status, text, code: code ?? 'none that is known' })
  return status
}

test('any change of a signed body: no fault, a known code for its status, and the books balance', async () => {
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(
      index,
      fc.array(mutation, { minLength: 1, maxLength: 2 }),
      async (at, changes) => {
        statuses.add(await statusOfChanged(at, changes))
      },
    ),
    { numRuns: RUNS },
  )

  // Some bodies were accepted, and some were refused.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400]))
  const verification: Json = dataOf(await fixture.admin.get('/admin/v1/ledger/verify'))
  expect(verification).toMatchObject({ balanced: true, differences: [] })
  const faults = fixture.logged.filter((entry) => JSON.parse(entry).level >= 50)
  expect(faults).toEqual([])
})
