import { Type, type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'
import {
  DETAILS_MAX,
  invalidFields,
  invalidPart,
  type FieldFault,
  type Refusal,
} from '../core/mod.ts'
import { fieldName } from './bodies/json-body.ts'

/** The validator stops after this many errors. One field can have several. */
Settings.Set({ maxErrors: 4 * DETAILS_MAX })

/** Checks bodies of one shape. Converts nothing. */
export interface BodyCheck<T> {
  /** Returns the body as its type. Refuses invalid_request, naming each field at fault. */
  read(body: unknown): T
}

export function compileBody<S extends TSchema>(schema: S): BodyCheck<Static<S>> {
  const validator = Compile(schema)
  return {
    read(body) {
      if (validator.Check(body)) return body
      requireObject(body)
      const { tooLong, shortened } = shorten(schema, body)
      const faults = [...faultsOf(validator.Errors(shortened)), ...tooLong]
      throw invalidBody(faults.slice(0, DETAILS_MAX))
    },
  }
}

/**
 * Cuts the arrays of a body that have too many entries, and returns their faults. The validator
 * would look at each entry to find its errors, which takes 0.3 s for the longest body.
 */
function shorten(schema: TSchema, body: unknown) {
  const { properties = {} } = schema as { properties?: Record<string, { maxItems?: number }> }
  const shortened: Record<string, unknown> = Object.assign({}, body)
  const tooLong: FieldFault[] = []
  for (const [field, { maxItems = Number.POSITIVE_INFINITY }] of Object.entries(properties)) {
    const value = shortened[field]
    if (!Array.isArray(value) || value.length <= maxItems) continue
    shortened[field] = value.slice(0, maxItems)
    tooLong.push({ field, message: `must have at most ${entries(maxItems)}` })
  }
  return { tooLong, shortened }
}

/**
 * Returns the schema with all objects closed, so that an unknown field is a fault. Partners may
 * send fields that we do not know yet; an operator must learn of a misspelled one.
 */
export function closed<S extends TSchema>(schema: S): S {
  const copy = Object.defineProperties(
    { ...schema },
    Object.getOwnPropertyDescriptors(schema),
  ) as S & { properties?: Record<string, TSchema>; items?: TSchema }
  const { properties, items } = copy
  if (items !== undefined) copy.items = nested(items)
  if (properties === undefined) return copy
  const inner = Object.entries(properties).map(([name, one]) => [name, nested(one)] as const)
  return Object.assign(copy, {
    properties: Object.fromEntries(inner),
    additionalProperties: false,
  })
}

/** A closed part loses its title, because responses may have the open shape under that name. */
function nested(schema: TSchema): TSchema {
  return Object.assign(closed(schema), { title: undefined })
}

/** Text of `min` to `max` UTF-16 units. The lengths of JSON Schema count code points. */
export function textField(description: string, max: number, min = 1) {
  return Type.Refine(
    Type.String({ description }),
    (value) => value.length >= min && value.length <= max,
    () => `must have ${min} to ${max} characters`,
  )
}

/** A rule about several fields names none. */
function invalidBody(details: readonly FieldFault[]): Refusal {
  if (details.length > 0) return invalidFields('invalid_request', details)
  return invalidPart('body', 'matches none of the allowed shapes')
}

/** Refuses a body that has no fields, naming the body. */
export function requireObject(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return
  throw invalidPart('body', 'must be an object')
}

/** Returns the first fault of each field, in the order of the schema. */
function faultsOf(errors: readonly TLocalizedValidationError[]): FieldFault[] {
  const faults = new Map<string, string>()
  for (const error of errors) {
    // Each unknown field of the object also has an error of its own.
    if (error.keyword === 'additionalProperties') continue
    for (const { field, message } of fieldFaults(error)) {
      if (field !== '' && !faults.has(field)) faults.set(field, message)
    }
  }
  return [...faults].slice(0, DETAILS_MAX).map(([field, message]) => ({ field, message }))
}

function fieldFaults(error: TLocalizedValidationError): FieldFault[] {
  const path = pathOf(error.instancePath)
  if (error.keyword !== 'required') return [{ field: fieldName(path), message: textOf(error) }]
  return error.params.requiredProperties.map((name) => ({
    field: fieldName([...path, name]),
    message: 'is required',
  }))
}

/** Splits a JSON pointer into the parts of a field name. */
function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
      return /^\d+$/.test(key) ? Number(key) : key
    })
}

function textOf(error: TLocalizedValidationError): string {
  const { keyword, params, message } = error
  if (keyword === 'type') return `must be ${[params.type].flat().map(withArticle).join(' or ')}`
  if (keyword === 'boolean') return 'is not known'
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  if (keyword === 'minItems') return `must have at least ${entries(params.limit)}`
  if (keyword === 'maxItems') return `must have at most ${entries(params.limit)}`
  if (keyword === 'minimum') return `must be at least ${params.limit}`
  if (keyword === 'maximum') return `must be at most ${params.limit}`
  return message
}

function withArticle(type: string): string {
  if (type === 'null') return 'null'
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}
