import fc from 'fast-check'
import { openApiDocument, type Audience } from '../../src/http/openapi/document.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { valuesOf, withFaults, type ValueSources, type JsonSchema } from './schema-arbitrary.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: JsonSchema
}

interface Content {
  readonly schema: JsonSchema
  readonly example?: unknown
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, Content>>
  }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: ValueSources['named'] }
}

/** A request that a document suggests. */
export interface SuggestedRequest {
  readonly method: string
  /** Values of the path, by their names. */
  readonly inPath: Readonly<Record<string, unknown>>
  /** Returns the target, with other values of the path. */
  targetWith(inPath: Readonly<Record<string, unknown>>): string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** An operation of a document, with the requests that it suggests. */
export interface DocumentedOperation {
  readonly name: string
  readonly audience: Audience
  readonly requests: fc.Arbitrary<SuggestedRequest>
}

/** Returns every operation of the documents. */
export function documentedOperations(
  knownTo: Readonly<Record<Audience, ValueSources['known']>>,
): DocumentedOperation[] {
  return (['operators', 'partners', 'portal', 'merchants'] as const).flatMap((audience) => {
    const { paths, components } = openApiDocument(audience, ROUTES) as Document
    const drawn = { named: components.schemas, known: knownTo[audience] }
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        audience,
        requests: requestsOf({ method: method.toUpperCase(), path }, operation, drawn),
      })),
    )
  })
}

function requestsOf(
  { method, path }: { method: string; path: string },
  { parameters = [], requestBody }: Operation,
  drawn: ValueSources,
): fc.Arbitrary<SuggestedRequest> {
  const placed = (place: Parameter['in']): fc.Arbitrary<Readonly<Record<string, unknown>>> => {
    const found = parameters.filter((parameter) => parameter.in === place)
    return fc.record(
      Object.fromEntries(
        found.map(({ name, schema }) => [name, withTexts(valuesOf(schema, drawn, name))]),
      ),
      { requiredKeys: found.filter(({ required }) => required).map(({ name }) => name) },
    )
  }
  const body = requestBody ? bodiesOf(requestBody.content, drawn) : fc.constant<DrawnBody>({})
  return fc
    .record({ path: placed('path'), query: placed('query'), headers: placed('header'), body })
    .map((drawnParts) => ({
      method,
      inPath: drawnParts.path,
      targetWith: (inPath) => targetOf(path, { ...drawnParts, path: inPath }),
      headers: { ...headersOf(drawnParts.headers), ...headersOf(drawnParts.body, ['type']) },
      body: drawnParts.body.text,
    }))
}

/** Replaces some parameters by arbitrary texts. */
function withTexts(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const texts = fc.oneof(fc.string(), fc.constantFrom('0', '-1', '1e3', '9'.repeat(30), '%', '\0'))
  return fc.oneof({ weight: 9, arbitrary: values }, texts)
}

interface DrawnBody {
  readonly type?: string
  readonly text?: string
}

function bodiesOf(
  content: Readonly<Record<string, Content>>,
  drawn: ValueSources,
): fc.Arbitrary<DrawnBody> {
  const bodies = Object.entries(content).map(([type, { schema, example }]) => {
    if (type !== 'application/json') return filesOf(type, example)
    const values = valuesOf(schema, drawn)
    const mostly = example === undefined ? values : fc.oneof(examplesOf(example, drawn), values)
    return withFaults(mostly).map((value) => ({
      type,
      text: JSON.stringify(value),
    }))
  })
  return fc.oneof(...bodies)
}

const CSV_HEADERS = [
  'faceValue,giftCardNumber',
  'reference,amount',
  'pair,rate',
  'date,currency,rate',
  'faceValue,giftCardNumber,giftCardPin,expiresAt',
]

/** Returns the example, with values that the service knows in the place of its own. */
function examplesOf(value: unknown, drawn: ValueSources, name = ''): fc.Arbitrary<unknown> {
  const values = drawn.known[name]
  if (values) return fc.constantFrom(...values)
  if (Array.isArray(value)) return fc.tuple(...value.map((one) => examplesOf(one, drawn)))
  if (typeof value !== 'object' || value === null) return fc.constant(value)
  const fields = Object.entries(value).map(([key, one]) => [key, examplesOf(one, drawn, key)])
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>)
}

function filesOf(type: string, example: unknown): fc.Arbitrary<DrawnBody> {
  if (typeof example === 'string') {
    return fc.oneof(fc.constant({ type, text: example }), filesOf(type, undefined))
  }
  const lines = fc.array(fc.constantFrom('10,CODE-1', 'ref-1,10.00', 'USD/EUR,0.9', ',,', '"', 'x'))
  return fc
    .tuple(fc.constantFrom(...CSV_HEADERS, '<Cube>', ''), lines)
    .map(([header, rest]) => ({ type, text: [header, ...rest, ''].join('\n') }))
}

interface Parts {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
}

function targetOf(path: string, { path: inPath, query }: Parts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(inPath[name]))
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`)
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}

/** A lone surrogate has no encoding. An empty part of a path would be another path. */
function encoded(value: unknown): string {
  return encodeURIComponent(String(value).replaceAll(/\p{Cs}/gu, '')) || '%20'
}

/** Returns what can be sent as headers: printable ASCII. */
function headersOf(values: object, only?: readonly string[]): Record<string, string> {
  const entries = Object.entries(values).filter(([name]) => !only || only.includes(name))
  return Object.fromEntries(
    entries
      .filter(([, value]) => /^[!-~]+$/.test(String(value)))
      .map(([name, value]) => [name === 'type' ? 'content-type' : name, String(value)]),
  )
}
