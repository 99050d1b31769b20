import { LosslessNumber, parse, stringify } from 'lossless-json'

/**
 * JSON with its numbers as text: a card number of 20 digits and a price of five decimals arrive as
 * they were sent.
 */
export type ExactJson =
  | string
  | boolean
  | null
  | readonly ExactJson[]
  | { readonly [field: string]: ExactJson }

/** Returns undefined for a text that is not JSON. */
export function parseExact(text: string): ExactJson | undefined {
  try {
    return parse(text, undefined, (digits) => digits) as ExactJson
  } catch {
    return undefined
  }
}

/** Makes a number of a body from decimal text, never through a double. */
export function exactNumber(decimal: string): LosslessNumber {
  return new LosslessNumber(decimal)
}

/** A body to send. Fields that are undefined are left out. */
export type Sent =
  | string
  | boolean
  | null
  | LosslessNumber
  | readonly Sent[]
  | { readonly [field: string]: Sent | undefined }

/** Returns the text of a body. */
export function stringifyExact(body: Sent): string {
  return stringify(body) ?? 'null'
}

/** Returns the value below these fields; undefined where one of them is missing. */
export function at(
  json: ExactJson | undefined,
  ...fields: readonly string[]
): ExactJson | undefined {
  let found = json
  for (const field of fields) {
    if (typeof found !== 'object' || found === null || isList(found)) return undefined
    found = Object.hasOwn(found, field) ? found[field] : undefined
  }
  return found
}

/** Returns the text or number below these fields as text; undefined where there is none. */
export function textAt(
  json: ExactJson | undefined,
  ...fields: readonly string[]
): string | undefined {
  const found = at(json, ...fields)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** Returns the list below these fields; an empty one where there is none. */
export function listAt(
  json: ExactJson | undefined,
  ...fields: readonly string[]
): readonly ExactJson[] {
  const found = at(json, ...fields)
  return found !== undefined && isList(found) ? found : []
}

/** Returns the texts in the list below these fields. */
export function textsAt(json: ExactJson | undefined, ...fields: readonly string[]): string[] {
  return listAt(json, ...fields).flatMap((one) => (typeof one === 'string' ? one : []))
}

export function isList(json: ExactJson | undefined): json is readonly ExactJson[] {
  return Array.isArray(json)
}
