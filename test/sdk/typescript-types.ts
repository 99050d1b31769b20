import {
  OPERATIONS,
  SCHEMAS,
  type Operation,
  type Parameter,
  type Schema,
} from '../sdk-python/document.ts'

/** Writes that change nothing, so that they can be repeated without a key. */
const READ_ONLY = ['createQuote']
const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'Record<string, unknown>',
}
const HEAD = `// Generated from docs/openapi.json.
// \`npx vitest run test/sdk/operations.test.ts -u\` writes it.

import type { Route } from './route.ts'
`

/** Returns `sdk/src/operations.ts`: types of the document, and the route of each operation. */
export function typescriptOperations(): string {
  const names = Object.keys(SCHEMAS).toSorted()
  const types = names.map((name) => `export type ${name} = ${typeOf(SCHEMAS[name] ?? {})}\n`)
  const operations = OPERATIONS.map(
    (one) => `  /** ${one.summary}. */\n  ${one.id}: ${inputOf(one)}\n`,
  )
  const routes = OPERATIONS.map((one) => `  ${one.id}: ${routeOf(one)},\n`)
  return [
    HEAD,
    ...types,
    `/** Path, query, body and response of each operation. */`,
    `export interface Operations {\n${operations.join('')}}\n`,
    `export const ROUTES: Readonly<Record<keyof Operations, Route>> = {\n${routes.join('')}}\n`,
  ].join('\n')
}

function inputOf({ parameters, body, result }: Operation): string {
  const kept = keyOf(body)
  const written = body && typeOf(body)
  const bodyType = kept ? `Omit<${written}, '${kept}'> & { ${kept}?: string }` : written
  const parts = [
    `path: ${parametersOf(parameters, 'path')}`,
    `query: ${parametersOf(parameters, 'query')}`,
    `body: ${bodyType ?? 'undefined'}`,
    `result: ${result ? typeOf(result) : 'unknown'}`,
  ]
  return `{\n    ${parts.join('\n    ')}\n  }`
}

function parametersOf(parameters: readonly Parameter[], place: Parameter['in']): string {
  const found = parameters.filter((one) => one.in === place)
  const fields = found.map(({ name, required, schema }) =>
    required ? `${name}: ${typeOf(schema)}` : `${name}?: ${typeOf(schema)} | undefined`,
  )
  return fields.length === 0 ? 'Record<never, never>' : `{ ${fields.join('; ')} }`
}

function routeOf(operation: Operation): string {
  const { method, path } = operation
  return `{ method: '${method}', path: '${path}', repeat: '${repeatOf(operation)}' }`
}

/** How often a request may be sent: see Route. */
function repeatOf({ id, method, parameters, body }: Operation): string {
  if (parameters.some(({ name }) => name === 'Idempotency-Key')) return 'idempotencyKey'
  if (keyOf(body)) return 'referenceId'
  return method === 'POST' && !READ_ONLY.includes(id) ? 'never' : 'always'
}

/** The field of a body that is the key of a write; the client fills it in. */
function keyOf(body: Schema | undefined): 'referenceId' | undefined {
  const name = body?.$ref?.split('/').at(-1) ?? ''
  const properties = (SCHEMAS[name] ?? body)?.properties
  return properties && 'referenceId' in properties ? 'referenceId' : undefined
}

function typeOf(schema: Schema): string {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return name
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {})}>`
  if (schema.properties) return objectOf(schema)
  const types = [schema.type ?? ''].flat()
  return types.map((type) => PLAIN[type] ?? 'unknown').join(' | ')
}

function objectOf({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, one]) =>
      `${docstring(one)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(one)}\n`,
  )
  return `{\n${indented(fields.join(''))}}`
}

function docstring({ description }: Schema): string {
  if (description === undefined) return ''
  const lines = description.split('\n').map((line) => line.replaceAll('*/', '*\\/').trimEnd())
  if (lines.length === 1) return `/** ${lines[0]}. */\n`
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', ''].join('\n')
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
