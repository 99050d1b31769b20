import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Example } from '../../src/http/openapi/examples.ts'
import { ROUTES } from '../../src/http/routes.ts'
import type { Route } from '../../src/http/route.ts'
import { CSV_HEADERS, openFixture, send, type Fixture } from '../conformance/bad-input/fixture.ts'
import { requestFor, type IdName } from '../conformance/bad-input/route-requests.ts'
import { readPage } from '../docs/markdown.ts'
import { exampleValue } from './example-values.ts'

const FILE = '../../docs/examples.json'
/** What ends something that other requests need. */
const LAST = /\/(cancel|remove|revoke|recall|erasure)$/
const WITH_ENDPOINT = '/admin/v1/partners/{partnerId}/webhook-endpoints'

/** What the state of the service never allows, so that only the request has an example. */
const REFUSED = [
  'POST /admin/v1/cases/{caseId}/accept',
  'POST /admin/v1/cases/{caseId}/reject',
  'POST /admin/v1/fx-rates/import',
  'POST /admin/v1/mails/{transactionId}/resend',
  'POST /admin/v1/master-keys/{masterId}/retire',
  'POST /admin/v1/partners/{partnerId}/consumers/{consumerId}/erasure',
  'POST /admin/v1/partners/{partnerId}/recipients/erasure',
  'POST /admin/v1/reconciliations/purchases',
  'POST /admin/v1/upstreams/{upstreamName}/purchases/{reference}/close',
  'GET /admin/v1/upstreams/{upstreamName}/products',
  'POST /auth/v1/invitations/accept',
  'POST /auth/v1/sign-in',
]

const ROUTES_OF_CALLERS = ROUTES.filter(({ access }) => access.to !== 'anyone').toSorted(
  (one, other) => Number(LAST.test(one.name)) - Number(LAST.test(other.name)),
)

let fixture: Fixture
/** Ids of what requests have made. */
const made: Partial<Record<IdName, string>> = {}

beforeAll(async () => {
  fixture = await openFixture()
})

afterAll(() => fixture.end())

test('each example is what the service responds to the request; -u writes them', async () => {
  const examples: Record<string, Example> = {}
  for (const route of ROUTES_OF_CALLERS) examples[route.name] = await exampleFrom(route)

  const refused = Object.entries(examples).filter(([, { status }]) => status >= 300)
  expect(refused.map(([name]) => name).toSorted()).toEqual(REFUSED.toSorted())
  const known = JSON.parse(readPage('docs/examples.json')) as Readonly<Record<string, Example>>
  const names = Object.keys(examples).toSorted()
  const current = Object.fromEntries(
    names.map((name) => [name, isLike(known[name], examples[name]) ? known[name] : examples[name]]),
  )
  await expect(`${JSON.stringify(current, undefined, 2)}\n`).toMatchFileSnapshot(FILE)
})

async function exampleFrom({ name }: Route): Promise<Example> {
  const { method, ...request } = requestOf(name)
  const { status, body } = await send(fixture, method, request)
  if (name === 'POST /admin/v1/products/{productId}/codes') made.importId = body.data?.importId
  if (name === 'POST /admin/v1/ledger/verifications') {
    made.verificationId = body.data?.verificationId
  }
  const sent = request.body === undefined ? undefined : parsed(request.body)
  return {
    ...(sent !== undefined && { request: exampleValue(sent) }),
    status,
    response: exampleValue(body),
  }
}

/** True if status and fields are the same: values, and the entries of lists, differ by the time. */
function isLike(known: Example | undefined, found: Example | undefined): boolean {
  return isDeepStrictEqual(fieldsOf(known), fieldsOf(found)) && known?.status === found?.status
}

function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fieldsOf(one)]))
}

function requestOf(name: string) {
  const { foreign, ids: own } = fixture
  const ids = name.includes(WITH_ENDPOINT) ? foreign : own
  const { orderId } = ids
  // Of the other partner, whose waiting order gets the code.
  const productId = String(foreign.vaultId)
  const ofVault = /\/(codes|imports)\b/.test(name) ? { productId } : {}
  const ofCompleted = /\/(items|export|cases)\b/.test(name) ? { orderId } : {}
  const request = requestFor(name, ids, { ...made, ...ofVault, ...ofCompleted })
  if (name !== 'POST /admin/v1/products/{productId}/codes') return request
  return { ...request, headers: CSV_HEADERS, body: 'faceValue,giftCardNumber\n10,EXAMPLE-1\n' }
}

function parsed(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : text
}
