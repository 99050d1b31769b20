import { readPage } from '../docs/markdown.ts'

/** The parts of the OpenAPI document of partners that a client needs. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly string[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: boolean
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  /** The JSON of a success, or undefined if there is none. */
  readonly result: Schema | undefined
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const DOCUMENT = JSON.parse(readPage('docs/openapi.json')) as Document

export const SCHEMAS = DOCUMENT.components.schemas

export const OPERATIONS: readonly Operation[] = Object.entries(DOCUMENT.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      parameters: operation.parameters ?? [],
      body: jsonOf(operation.requestBody),
      result: jsonOf(
        Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1],
      ),
    })),
)

function jsonOf(holder: Content | undefined): Schema | undefined {
  return holder?.content?.['application/json']?.schema
}

/** Returns the schema that a reference names, or the schema itself. */
export function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  if (name === undefined) return schema
  const found = SCHEMAS[name]
  if (!found) throw new Error(`the document has no schema ${name}`)
  return found
}
