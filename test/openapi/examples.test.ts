import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Example } from '../../src/http/openapi/examples.ts'
import { ROUTES } from '../../src/http/routes.ts'
import type { Route, RouteName } from '../../src/http/route.ts'
import { CSV_HEADERS, openFixture, send, type Fixture } from '../conformance/bad-input/fixture.ts'
import { requestFor, type IdName } from '../conformance/bad-input/route-requests.ts'
import { eventually } from '../support/eventually.ts'
import { CLIENT, startProvider, type TestProvider } from '../support/oidc-provider.ts'
import { readPage } from '../docs/markdown.ts'
import type { Json } from '../support/client.ts'
import { EXAMPLE_ACCOUNT, PREPARATIONS } from './example-preparations.ts'
import { exampleCsv, exampleValue } from './example-values.ts'

const FILE = '../../docs/examples.json'
/** What ends something that other requests need. */
const LAST = /\/(cancel|remove|revoke|recall|erasure)$/
const WITH_ENDPOINT = '/admin/v1/partners/{partnerId}/webhook-endpoints'

const OPEN = ['GET /openapi.json', 'GET /admin/openapi.json', 'GET /exports/{orderId}']

/** Without the paths of the portal: they offer what others do, to our own application only. */
const DOCUMENTED = ROUTES.filter(
  ({ access, name }) => OPEN.includes(name) || !['anyone', 'portal'].includes(access.to),
).toSorted((one, other) => Number(LAST.test(one.name)) - Number(LAST.test(other.name)))

let fixture: Fixture
let provider: TestProvider
/** Ids of what requests have made. */
const made: Partial<Record<IdName, string>> = {}

beforeAll(async () => {
  provider = await startProvider()
  provider.accounts.set(...EXAMPLE_ACCOUNT)
  fixture = await openFixture({ settings: { ...CLIENT, oidcIssuer: provider.issuer } })
  provider.accept(`${fixture.url}/console/oidc`)
  // An example has entries that are sealed.
  await eventually(async () => {
    expect((await fixture.admin.get('/admin/v1/audit/export')).text).not.toBe('')
  })
})

afterAll(async () => {
  await fixture.end()
  await provider.close()
})

test('each example is what the service responds to the request; -u writes them', async () => {
  const examples: Record<string, Example> = {}
  for (const route of DOCUMENTED) examples[route.name] = await exampleFrom(route)

  const refused = Object.entries(examples).filter(([, { status }]) => status >= 300)
  expect(refused).toEqual([])
  const known = JSON.parse(readPage('docs/examples.json')) as Readonly<Record<string, Example>>
  const names = Object.keys(examples).toSorted()
  const current = Object.fromEntries(
    names.map((name) => [name, isLike(known[name], examples[name]) ? known[name] : examples[name]]),
  )
  await expect(`${JSON.stringify(current, undefined, 2)}\n`).toMatchFileSnapshot(FILE)
})

async function exampleFrom({ name }: Route): Promise<Example> {
  const { method, user, ...request } = await requestOf(name)
  const { status, body, text } = user
    ? await user.send(method, request.target, request.body, request.headers)
    : await send(fixture, method, request)
  if (name === 'POST /admin/v1/products/{productId}/codes') made.importId = body.data?.importId
  if (name === 'POST /admin/v1/ledger/verifications') {
    made.verificationId = body.data?.verificationId
  }
  const sent = request.body === undefined ? undefined : parsed(request.body)
  return {
    ...(sent !== undefined && { request: exampleValue(sent) }),
    status,
    response: body === undefined ? exampleCsv(text) : exampleValue(excerptOf(name, body)),
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

/** The OpenAPI documents are too long for an example. */
function excerptOf(name: string, body: Json): unknown {
  if (!name.endsWith('/openapi.json')) return body
  const { openapi, info } = body
  return { openapi, info: { title: info.title, version: info.version } }
}

async function requestOf(name: RouteName) {
  const prepared = await PREPARATIONS[name]?.(fixture)
  if (!prepared) return { ...allowedRequest(name), user: undefined }
  const { target, body, headers = {}, user } = prepared
  const [method = ''] = name.split(' ')
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  return { method, target, headers, user, ...(text !== undefined && { body: text }) }
}

function allowedRequest(name: RouteName) {
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
