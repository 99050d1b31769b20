/** A schema of the document. It is an object type, an array, a union or a plain value. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly example?: unknown
  readonly description?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** A body of one content type. */
export interface Media {
  readonly schema?: Schema
  readonly example?: unknown
}

export interface Content {
  readonly content?: Readonly<Record<string, Media>>
}

export interface Response extends Content {
  readonly description?: string
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

export interface OperationObject {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly tags: readonly string[]
  /** Empty if anyone may call it. */
  readonly security: readonly object[]
  /** The permission that an operation for people needs. */
  readonly 'x-permission'?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Response>>
}

/** The parts of an OpenAPI document that the reference reads. */
export interface ReferenceDocument {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Returns the schema that a reference names, or the schema itself. */
export function resolve(schema: Schema, { components }: ReferenceDocument): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components.schemas[name] ?? schema)
}
