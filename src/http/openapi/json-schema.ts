import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The shapes of a document. Each shape with a title is written once, under that name. */
export class Shapes {
  readonly #named = new Map<string, JsonSchema>()

  /** Returns a shape as plain JSON Schema, or a reference to it if it has a title. */
  schemaOf(shape: TSchema): JsonSchema {
    return this.#plain(shape) as JsonSchema
  }

  /** Returns the shapes that were referred to, by name. */
  named(): Readonly<Record<string, JsonSchema>> {
    const entries = [...this.#named].toSorted(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(entries)
  }

  #plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#plain(one))
    if (typeof value !== 'object' || value === null) return value
    // Names of what the validator stores in a shape begin with ~.
    const entries = Object.entries(value).filter(([name]) => !name.startsWith('~'))
    const copy = Object.fromEntries(entries.map(([name, one]) => [name, this.#plain(one)]))
    const { title, ...schema } = withEnumType(copy)
    return typeof title === 'string' ? this.#refer(title, schema) : schema
  }

  #refer(name: string, schema: JsonSchema): JsonSchema {
    const named = this.#named.get(name)
    if (named && !isDeepStrictEqual(named, schema)) throw new Error(`two shapes are named ${name}`)
    this.#named.set(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }
}

/** The validator's enums have no type. A generated client needs one. */
function withEnumType(schema: Record<string, unknown>): Record<string, unknown> {
  const { enum: values } = schema
  if (!Array.isArray(values) || schema['type'] !== undefined) return schema
  const isText = values.every((one) => typeof one === 'string')
  return isText ? { type: 'string', ...schema } : schema
}
