import {
  readDocument,
  type Operation,
  type Parameter,
  type Schema,
} from '../sdk-python/document.ts'

const DOCUMENT = readDocument('docs/admin-openapi.json')
const BASE = '/admin/v1'

/** Returns `src/cli/operator-operations.ts`: what the command line knows of each operation. */
export function operatorOperations(): string {
  const operations = DOCUMENT.operations.filter(({ path }) => path.startsWith(BASE))
  return [
    `// Generated from ${DOCUMENT.file}.`,
    '// `npx vitest run test/cli/operations.test.ts -u` writes it.\n',
    `import type { Operation } from './operation-shape.ts'\n`,
    '/** The operations of the operator, by their ids. */',
    'export const OPERATIONS = {',
    ...operations.map((one) => `  ${one.id}: ${entryOf(one)},`),
    '} as const satisfies Readonly<Record<string, Operation>>\n',
  ].join('\n')
}

function entryOf({ method, path, parameters, body, result }: Operation): string {
  const query = parameters.filter((one) => one.in === 'query')
  const { properties = {}, required = [] } = body ? resolveRef(body) : {}
  const parts = [
    `method: '${method}'`,
    `path: '${path.slice(BASE.length)}'`,
    ...fieldsOf('query', query.map(parameterOf)),
    ...fieldsOf(
      'body',
      Object.entries(properties).map(([name, one]) => [name, one, required.includes(name)]),
    ),
    `row: ${text(result ? rowOf(result) : [])}`,
  ]
  return `{\n${parts.map((part) => `    ${part},\n`).join('')}  }`
}

function parameterOf({ name, description, schema, required }: Parameter): FieldEntry {
  return [name, { ...schema, description: description ?? '' }, required]
}

type FieldEntry = readonly [name: string, schema: Schema, isRequired: boolean]

function fieldsOf(place: string, entries: readonly FieldEntry[]): string[] {
  const written = entries.map(([name, schema, isRequired]) => {
    const parts = [
      `kind: '${kindOf(name, schema)}'`,
      ...(isRequired ? ['isRequired: true'] : []),
      ...(typesOf(schema).includes('null') ? ['isNullable: true'] : []),
      ...(schema.default === undefined ? [] : ['hasDefault: true']),
      ...(schema.enum ? [`values: ${text(schema.enum)}`] : []),
      `help: ${text(helpOf(schema))}`,
    ]
    return `      ${name}: { ${parts.join(', ')} },\n`
  })
  return written.length === 0 ? [] : [`${place}: {\n${written.join('')}    }`]
}

/** Returns the kind by which an argument of the command line is read; see `FieldKind`. */
function kindOf(name: string, schema: Schema): string {
  const types = typesOf(schema)
  if (types.includes('integer')) return 'whole'
  if (types.includes('number')) return 'decimal'
  if (types.includes('boolean')) return 'flag'
  if (types.includes('string')) return name === 'currency' ? 'currency' : 'text'
  const [item] = typesOf(schema.items ?? {})
  if (item === 'string') return 'texts'
  return item === 'number' ? 'decimals' : 'json'
}

function typesOf({ type, anyOf = [] }: Schema): readonly string[] {
  return [type ?? [], anyOf.flatMap(typesOf)].flat()
}

/** Returns the first line of a description, in words of a command line. */
function helpOf({ description = '' }: Schema): string {
  const line = (description.split('\n')[0] ?? '')
    .replaceAll('`', '')
    .replace(/:$/, '')
    .replace(': the value of meta.pagination.after', '')
    .replace(', with an offset', ', such as 2026-01-31T12:00:00Z')
  return line.replace(/^[A-Z](?=[a-z]|\b)/, (first) => first.toLowerCase())
}

/** Returns the printed fields: those of `data` or of each of its entries. */
function rowOf(result: Schema): readonly string[] {
  const data = resolveRef(result).properties?.data ?? result
  return namesOf(resolveRef(data).items ?? data)
}

function namesOf(schema: Schema): readonly string[] {
  const { properties = {}, anyOf = [] } = resolveRef(schema)
  return [...new Set([...Object.keys(properties), ...anyOf.flatMap(namesOf)])]
}

function resolveRef(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (DOCUMENT.schemas[name] ?? {})
}

function text(value: unknown): string {
  return JSON.stringify(value)
}
