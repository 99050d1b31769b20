import type {
  Content,
  OperationObject,
  Parameter,
  ReferenceDocument,
  Schema,
} from './reference-document.ts'

interface Operation extends OperationObject {
  readonly name: string
}

/** Fields that are deeper are in the document. */
const DEPTH_MAX = 4

/** Returns the reference of an OpenAPI document as Markdown: a section for each operation. */
export function referenceOf(document: ReferenceDocument, title: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Operation => ({
      ...one,
      name: `${method.toUpperCase()} ${path}`,
    })),
  )
  const groups = document.tags.map(({ name }) => ({
    name,
    own: operations.filter(({ tags }) => tags.includes(name)),
  }))
  const index = groups.map(
    ({ name, own }) => `- ${name}: ${own.map(({ operationId }) => linkTo(operationId)).join(', ')}`,
  )
  const sections = groups.flatMap(({ own }) => own.map((one) => sectionOf(one, document)))
  return [`# ${title}`, index.join('\n'), ...sections].join('\n\n')
}

function linkTo(operationId: string): string {
  return `[${operationId}](#${operationId.toLowerCase()})`
}

function sectionOf(operation: Operation, document: ReferenceDocument): string {
  const { operationId, name, summary, description, parameters = [], requestBody } = operation
  const body = requestBody && schemaOf(requestBody)
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  const response = success && schemaOf(success[1])
  return [
    `## ${operationId}`,
    `\`${name}\``,
    `${summary}.${description === undefined ? '' : ` ${description}`}`,
    table(['parameter', 'meaning', 'in', 'type', 'required'], parameters.map(parameterRow)),
    body && table(['field of the body', 'type', 'required'], fieldRows(body, document)),
    response && table(['field of the response', 'type', 'required'], fieldRows(response, document)),
    statusesOf(operation, document),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n')
}

function schemaOf({ content = {} }: Content): Schema | undefined {
  return content['application/json']?.schema
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function parameterRow({
  name,
  in: place,
  required,
  description = '',
  schema,
}: Parameter): string[] {
  const meaning = description.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')
  const type = schema ? typeOf(schema) : ''
  return [`\`${name}\``, meaning, place, type, required === true ? 'yes' : 'no']
}

/** Returns a row for each field of an object, those of objects within it included. */
function fieldRows(
  schema: Schema,
  document: ReferenceDocument,
  { prefix = '', depth = 1 } = {},
): string[][] {
  const { properties = {}, required = [] } = resolve(schema, document)
  return Object.entries(properties).flatMap(([name, field]) => {
    const given = resolve(field, document)
    const inner = given.items ? resolve(given.items, document) : given
    const path = `${prefix}${name}${given.items ? '[]' : ''}`
    const own = [`\`${path}\``, typeOf(given, inner), required.includes(name) ? 'yes' : 'no']
    if (depth === DEPTH_MAX) return [own]
    return [own, ...fieldRows(inner, document, { prefix: `${path}.`, depth: depth + 1 })]
  })
}

function resolve(schema: Schema, { components }: ReferenceDocument): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components.schemas[name] ?? schema)
}

function typeOf(schema: Schema, inner?: Schema): string {
  if (inner && schema.items) return `array of ${typeOf(inner)}`
  const values = schema.enum ?? schema.anyOf?.flatMap((one) => one.const ?? [])
  if (values && values.length > 0) return values.map((value) => `\`${String(value)}\``).join(' ')
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any')
  return schema.format === undefined ? type : `${type} (${schema.format})`
}

function statusesOf({ responses }: OperationObject, { components }: ReferenceDocument): string {
  const parts = Object.entries(responses).map(([status, response]) => {
    const name = response.$ref?.split('/').at(-1)
    const { description = '' } = name === undefined ? response : (components.responses[name] ?? {})
    return `- **${status}** ${description.replaceAll(/\n+/g, ' ')}`
  })
  return parts.join('\n')
}
