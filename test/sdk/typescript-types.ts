import {
  fieldsOfSuccess,
  PARTNER_DOCUMENT,
  type Operation,
  type Parameter,
  type ReadDocument,
  type Schema,
} from '../sdk-python/document.ts'

/** Writes that can be repeated: a quote changes nothing, and rows of transactions have keys. */
const REPEATABLE = ['createQuote', 'createTransactions']
const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'Record<string, unknown>',
}

/** Returns `sdk/src/operations.ts`: types of the document, and the route of each operation. */
export function typescriptOperations(): string {
  return clientTypes(PARTNER_DOCUMENT, {
    writtenBy: 'test/sdk/operations.test.ts',
    routeType: { name: 'Route', from: './route.ts' },
    routeOf,
  })
}

interface Target {
  /** The test that writes the file. */
  readonly writtenBy: string
  readonly routeType: { readonly name: string; readonly from: string }
  routeOf(operation: Operation, document: ReadDocument): string
}

/** Returns the types of a document, and the route of each operation. */
export function clientTypes(document: ReadDocument, target: Target): string {
  const { file, schemas, operations } = document
  const { writtenBy, routeType } = target
  const names = Object.keys(schemas).toSorted()
  const types = names.map((name) => `export type ${name} = ${typeOf(schemas[name] ?? {})}\n`)
  const inputs = operations.map((one) => `  /** ${one.summary}. */\n  ${one.id}: ${inputOf(one)}\n`)
  const routes = operations.map((one) => `  ${one.id}: ${target.routeOf(one, document)},\n`)
  return [
    `// Generated from ${file}.\n// \`npx vitest run ${writtenBy} -u\` writes it.\n`,
    `import type { ${routeType.name} } from '${routeType.from}'\n`,
    ...types,
    `/** Path, query, body and response of each operation. */`,
    `export interface Operations {\n${inputs.join('')}}\n`,
    `export const ROUTES: Readonly<Record<keyof Operations, ${routeType.name}>> = {`,
    `${routes.join('')}}\n`,
  ].join('\n')
}

function inputOf({ parameters, body, result }: Operation): string {
  const parts = [
    `path: ${parametersOf(parameters, 'path')}`,
    `query: ${parametersOf(parameters, 'query')}`,
    `body: ${body ? typeOf(body) : 'undefined'}`,
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

function routeOf(operation: Operation, document: ReadDocument): string {
  const { method, path } = operation
  const has = fieldsOfSuccess(operation).map(literal)
  const repeat = repeatOf(operation, document)
  return `{ method: '${method}', path: '${path}', repeat: '${repeat}', has: [${has.join(', ')}] }`
}

/** Returns the rule for repetitions of a request, as `Route` defines it. */
function repeatOf({ id, method, parameters, body }: Operation, document: ReadDocument): string {
  if (parameters.some(({ name }) => name === 'Idempotency-Key')) return 'idempotencyKey'
  if (keyOf(body, document)) return 'referenceId'
  return method === 'POST' && !REPEATABLE.includes(id) ? 'never' : 'always'
}

/** The field of a body that is the key of a write. */
function keyOf(body: Schema | undefined, { schemas }: ReadDocument): 'referenceId' | undefined {
  const name = body?.$ref?.split('/').at(-1) ?? ''
  const properties = (schemas[name] ?? body)?.properties
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
  const [entry] = Object.values(schema.patternProperties ?? {})
  if (entry) return `Record<string, ${typeOf(entry)}>`
  // More digits than a double holds: as text.
  if (schema.format === 'decimal') return 'number | `${number}`'
  const types = [schema.type ?? ''].flat()
  return types.map((type) => PLAIN[type] ?? 'unknown').join(' | ')
}

function objectOf({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, one]) =>
      `${docstring(one)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(one)}\n`,
  )
  return `{\n${indent(fields.join(''))}}`
}

function docstring({ description }: Schema): string {
  if (description === undefined) return ''
  const lines = description.split('\n').map((line) => line.replaceAll('*/', '*\\/').trimEnd())
  if (lines.length === 1) return `/** ${lines[0]}. */\n`
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', ''].join('\n')
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
