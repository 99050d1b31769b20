import { printableJson } from './terminal.ts'

/** A value of `JSON.parse`. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [field: string]: JsonValue }

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** Returns a field of an object; undefined if it lacks the field, or is not an object. */
export function fieldOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, JsonValue>>)[name]
}

/** Returns the entries of an array, or none if the value is not an array. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : []
}

export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function pretty(value: JsonValue): string {
  return printableJson(JSON.stringify(value, undefined, 2))
}
