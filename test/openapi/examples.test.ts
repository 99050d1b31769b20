import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Example } from '../../src/http/openapi/examples.ts'
import type { Route } from '../../src/http/route.ts'
import { pageUrlOf } from '../../src/core/mod.ts'
import { openFixture, type Fixture } from '../conformance/bad-input/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { CLIENT, startProvider, type TestProvider } from '../support/oidc-provider.ts'
import { readPage } from '../docs/markdown.ts'
import type { Json } from '../support/client.ts'
import { EXAMPLE_ACCOUNT } from './example-preparations.ts'
import { DOCUMENTED, sendExample, type ExampleIds } from './example-requests.ts'
import { exampleCsv, exampleValue } from './example-values.ts'

const FILE = '../../docs/examples.json'

let fixture: Fixture
let provider: TestProvider
const createdIds: ExampleIds = {}

beforeAll(async () => {
  provider = await startProvider()
  provider.accounts.set(...EXAMPLE_ACCOUNT)
  fixture = await openFixture({ settings: { ...CLIENT, oidcIssuer: provider.issuer } })
  provider.accept(`${pageUrlOf(fixture.url)}/console/oidc`)
  // The examples of the audit log show sealed and verified entries.
  await eventually(async () => {
    expect((await fixture.admin.get('/admin/v1/audit/export')).text).not.toBe('')
    const { body } = await fixture.admin.get('/admin/v1/audit/verification/last')
    expect(body.data).toHaveProperty('completedAt')
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
  const stored = JSON.parse(readPage('docs/examples.json')) as Readonly<Record<string, Example>>
  const names = Object.keys(examples).toSorted()
  const current = Object.fromEntries(
    names.map((name) => [
      name,
      isLike(stored[name], examples[name]) ? stored[name] : examples[name],
    ]),
  )
  await expect(`${JSON.stringify(current, undefined, 2)}\n`).toMatchFileSnapshot(FILE)
})

async function exampleFrom({ name }: Route): Promise<Example> {
  const { sent, reply } = await sendExample(fixture, createdIds, name)
  const { status, body, text } = reply
  return {
    ...(sent !== undefined && { request: exampleValue(readBody(sent)) }),
    status,
    response: body === undefined ? exampleFile(text) : exampleValue(excerptOf(name, body)),
  }
}

function exampleFile(text: string): string {
  return text.startsWith('%PDF') ? 'the bytes of the document' : exampleCsv(text)
}

/** Returns true if status and fields are equal. Values and entries of lists depend on the time. */
function isLike(stored: Example | undefined, current: Example | undefined): boolean {
  return (
    isDeepStrictEqual(fieldsOf(stored), fieldsOf(current)) && stored?.status === current?.status
  )
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

function readBody(text: string | Buffer): unknown {
  if (Buffer.isBuffer(text)) return 'the bytes of the image'
  return text.startsWith('{') ? JSON.parse(text) : text
}
