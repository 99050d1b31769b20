import fc from 'fast-check'

/** A JSON Schema of a document. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Schemas and known values, from which values of a schema are drawn. */
export interface ValueSources {
  /** The schemas that references name. */
  readonly named: Readonly<Record<string, JsonSchema>>
  /** Values that the service knows, by the name of the field or parameter. */
  readonly known: Readonly<Record<string, readonly unknown[]>>
}

const LENGTH_MAX = 24
const ITEMS_MAX = 3
const NUMBER_MAX = 1_000
const TEXT = fc.oneof(
  fc.string({ minLength: 1, maxLength: LENGTH_MAX }),
  fc.string({ unit: 'grapheme', maxLength: LENGTH_MAX }),
  fc.constantFrom('fuzz', 'Åsa Ωmega', 'a,b;c"d', '=1+1', '../..', '%00', "'; select 1; --"),
)
const INSTANT = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: INSTANT.map((text) => text.slice(0, 10)),
  'date-time': INSTANT,
  email: fc.emailAddress(),
  uuid: fc.uuid(),
}

/** Returns values that a schema allows: mostly known ones where the name has any. */
export function valuesOf(
  schema: JsonSchema,
  drawn: ValueSources,
  name = '',
): fc.Arbitrary<unknown> {
  const { $ref } = schema
  if (typeof $ref === 'string') {
    return valuesOf(drawn.named[$ref.split('/').at(-1) ?? ''] ?? {}, drawn, name)
  }
  const values = anyOf(schema, drawn, name)
  const drawnValues = drawn.known[name]
  if (!drawnValues) return values
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...drawnValues) }, values)
}

function anyOf(schema: JsonSchema, drawn: ValueSources, name: string): fc.Arbitrary<unknown> {
  const { enum: values, anyOf: choices = schema['oneOf'] } = schema
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]))
  if (Array.isArray(choices)) {
    return fc.oneof(...choices.map((choice: JsonSchema) => valuesOf(choice, drawn, name)))
  }
  const types = [schema['type']].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, drawn)))
}

function ofType(type: unknown, schema: JsonSchema, drawn: ValueSources): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectOf(schema, drawn)
    case 'array':
      return fc.array(valuesOf((schema['items'] ?? {}) as JsonSchema, drawn), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Number(schema['minItems'] ?? 0) + ITEMS_MAX,
      })
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer(boundsOf(schema))
    case 'number': {
      const { min, max } = boundsOf(schema)
      return fc.oneof(
        fc.integer({ min: Math.ceil(min), max }),
        fc.integer({ min: Math.ceil(min * 100), max: max * 100 }).map((cents) => cents / 100),
      )
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: JsonSchema, drawn: ValueSources): fc.Arbitrary<object> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const fields = properties.map(([name, one]) => [name, valuesOf(one, drawn, name)] as const)
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)),
  })
}

function textOf({ format, pattern, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (typeof format === 'string' && FORMATS[format]) return FORMATS[format]
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  return typeof maxLength === 'number' ? TEXT.map((text) => text.slice(0, maxLength)) : TEXT
}

function boundsOf({ minimum, maximum }: JsonSchema): { min: number; max: number } {
  const min = Number(minimum ?? 0)
  return { min, max: Math.max(min, Math.min(Number(maximum ?? NUMBER_MAX), min + NUMBER_MAX)) }
}

/** Values of a mistaken client, or of an attacker. */
const WRONG: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom('', ' ', '\0', '\uD800', 'x'.repeat(5_000), '1', 'NaN', '\u202E'),
  fc.constantFrom(0, -1, -0.5, 0.001, 1e-7, 2 ** 31, 2 ** 53, 1e15, 1e308),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], [null], { constructor: { name: 'x' } }),
)

/** Removes, adds or replaces one part in some of the values. */
export function withFaults<T>(values: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  const faulty = fc
    .tuple(values, fc.nat(), WRONG)
    .map(([value, at, wrong]) => replacePart(structuredClone(value), at, wrong))
  return fc.oneof({ weight: 2, arbitrary: values }, { weight: 1, arbitrary: faulty })
}

function replacePart(value: unknown, at: number, wrong: unknown): unknown {
  const places = [...placesIn(value)]
  const place = places[at % (places.length + 1)]
  if (!place) return wrong
  const { holder, key } = place
  if (at % 5 === 0) Reflect.deleteProperty(holder, key)
  else if (at % 5 === 1) Reflect.set(holder, 'unheardOf', wrong)
  else Reflect.set(holder, key, wrong)
  return value
}

function* placesIn(value: unknown): Generator<{ holder: object; key: string }> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    yield { holder: value, key }
    yield* placesIn(part)
  }
}
