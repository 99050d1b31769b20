import { readPage } from '../docs/markdown.ts'

/** The parts of the OpenAPI document of partners that a client needs. */
export interface Schema {
  readonly $ref?: string
  readonly format?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  /** The schema of the values of an object whose keys the caller chooses. */
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly 'x-permission'?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  /** The permission that a user of the operator needs. */
  readonly permission: string | undefined
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  /** The JSON of a success, or undefined if there is none. */
  readonly result: Schema | undefined
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The parts of a document that a generator of clients needs. */
export interface ReadDocument {
  readonly file: string
  readonly schemas: Readonly<Record<string, Schema>>
  readonly operations: readonly Operation[]
}

export const PARTNER_DOCUMENT = readDocument('docs/openapi.json')

export const { schemas: SCHEMAS, operations: OPERATIONS } = PARTNER_DOCUMENT

export function readDocument(file: string): ReadDocument {
  const { paths, components } = JSON.parse(readPage(file)) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      permission: operation['x-permission'],
      parameters: operation.parameters ?? [],
      body: jsonOf(operation.requestBody),
      result: jsonOf(
        Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1],
      ),
    })),
  )
  return { file, schemas: components.schemas, operations }
}

function jsonOf(holder: Content | undefined): Schema | undefined {
  return holder?.content?.['application/json']?.schema
}

/** Fields that have the result of a success, whatever else stands beside them. */
const RESULTS = ['data', 'content']

/** Returns the fields without which a success is not one of the operation. */
export function fieldsOfSuccess({ result }: Operation): readonly string[] {
  const required = (result && resolved(result))?.required ?? []
  const results = required.filter((name) => RESULTS.includes(name))
  return results.length > 0 ? results : required
}

/** Returns the schema that a reference names, or the schema itself. */
export function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  if (name === undefined) return schema
  const found = SCHEMAS[name]
  if (!found) throw new Error(`the document has no schema ${name}`)
  return found
}
