import { resolve, type Media, type ReferenceDocument, type Schema } from './reference-document.ts'

/** Fields that are deeper are left out. */
const DEPTH_MAX = 8

/** Values of the formats, for fields whose schema has no example. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0f8b6f0e-2d4c-4f6b-9a53-7d1f0c9e4b21',
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  uri: 'https://example.com/',
}

/** Values of fields that many bodies have, if their schema has neither example nor format. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  amount: 25,
  brand: 'Northwind',
  clientReference: 'example-1',
  currency: 'USD',
  email: 'ada@example.com',
  fullName: 'Ada Vale',
  reason: 'as agreed',
  referenceId: 'reward-1',
  url: 'https://example.com/webhooks',
}

/** Returns the examples of a body by name: those of the document, or else one from its schema. */
export function examplesOf(
  { example, examples, schema }: Media,
  document: ReferenceDocument,
): readonly (readonly [name: string, value: unknown])[] {
  const named = Object.entries(examples ?? {})
  if (named.length > 0) return named.map(([name, { summary, value }]) => [summary ?? name, value])
  if (example !== undefined) return [['Example', example]]
  return schema ? [['Example', exampleOf(schema, document)]] : []
}

/** Returns a value that the schema allows. Optional fields are in it if they have an example. */
export function exampleOf(given: Schema, document: ReferenceDocument, depth = 1): unknown {
  const schema = resolve(given, document)
  const [first] = schema.examples ?? []
  const known = given.example ?? schema.example ?? first ?? schema.const ?? schema.enum?.[0]
  if (known !== undefined) return known
  const [choice] = schema.anyOf ?? []
  if (choice) return exampleOf(choice, document, depth)
  if (schema.items) return depth < DEPTH_MAX ? [exampleOf(schema.items, document, depth + 1)] : []
  if (schema.properties) return objectOf(schema, document, depth)
  return plainOf(schema)
}

function objectOf(schema: Schema, document: ReferenceDocument, depth: number): object {
  const { properties = {}, required = [] } = schema
  const entries = Object.entries(properties)
    .filter(([name, { example }]) => required.includes(name) || example !== undefined)
    .filter(() => depth < DEPTH_MAX)
    .map(([name, field]) => [
      name,
      namedExample(name, field) ?? exampleOf(field, document, depth + 1),
    ])
  return Object.fromEntries(entries) as object
}

function namedExample(name: string, { example, format, enum: values }: Schema): unknown {
  const isGiven = example !== undefined || format !== undefined || values !== undefined
  return isGiven ? undefined : BY_NAME[name]
}

function plainOf({ type, format, minimum, default: usual }: Schema): unknown {
  if (usual !== undefined) return usual
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      return Math.max(minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'string':
      return BY_FORMAT[format ?? ''] ?? 'string'
    default:
      return {}
  }
}
