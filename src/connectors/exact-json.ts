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

/**
 * Returns undefined for a text that is not JSON, or has one field of an object twice with different
 * values.
 */
export function parseExact(text: string): ExactJson | undefined {
  try {
    return parseQuoted(text) ?? (parse(text, undefined, (digits) => digits) as ExactJson)
  } catch {
    return undefined
  }
}

const STRING_OR_NUMBER = /["\d-]/g
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y
const COLON = /\s*:/y
/** Not before a colon: quotes would turn such a number into the name of a further field. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\s*:)/y

/**
 * Puts numbers between quotes, and parses the text by V8. Returns undefined if `parse` has to
 * decide: if the text is not JSON, or may have a field twice. `parse` builds texts character by
 * character, which takes twice as long. With `replaceAll`, each token becomes a text: 100,000
 * listings then take 8 s, not 5 s.
 */
function parseQuoted(text: string): ExactJson | undefined {
  const parts: string[] = []
  let [names, copied] = [0, 0]
  for (let begin = nextToken(text, 0); begin !== undefined;) {
    const isString = text[begin] === '"'
    const end = endOf(isString ? STRING : NUMBER, text, begin)
    if (end === undefined) return undefined
    if (isString && endOf(COLON, text, end) !== undefined) names += 1
    if (!isString) {
      parts.push(text.slice(copied, begin), text.slice(begin, end))
      copied = end
    }
    begin = nextToken(text, end)
  }
  parts.push(text.slice(copied))
  try {
    const json = JSON.parse(parts.join('"')) as ExactJson
    return fieldsIn(json) === names ? json : undefined
  } catch {
    return undefined
  }
}

/** Returns the place of the next string or number. */
function nextToken(text: string, from: number): number | undefined {
  const end = endOf(STRING_OR_NUMBER, text, from)
  return end === undefined ? undefined : end - 1
}

/** Returns where the match of a pattern ends; undefined if there is none. */
function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function fieldsIn(json: ExactJson): number {
  if (typeof json !== 'object' || json === null) return 0
  const values = Object.values(json)
  let count = isList(json) ? 0 : values.length
  for (const value of values) count += fieldsIn(value)
  return count
}

/** Makes a number of a body from decimal text, never through a double. */
export function exactNumber(decimal: string): LosslessNumber {
  return new LosslessNumber(decimal)
}

/** A body to send. Fields that are undefined are left out. */
export type JsonBody =
  | string
  | boolean
  | null
  | LosslessNumber
  | readonly JsonBody[]
  | { readonly [field: string]: JsonBody | undefined }

/** Returns the text of a body. */
export function stringifyExact(body: JsonBody): string {
  return stringify(body) ?? 'null'
}

/** Returns the value below these fields; undefined where one of them is missing. */
export function at(
  json: ExactJson | undefined,
  ...fields: readonly string[]
): ExactJson | undefined {
  let value = json
  for (const field of fields) {
    if (typeof value !== 'object' || value === null || isList(value)) return undefined
    value = Object.hasOwn(value, field) ? value[field] : undefined
  }
  return value
}

/** Returns the text or number below these fields as text; undefined where there is none. */
export function textAt(
  json: ExactJson | undefined,
  ...fields: readonly string[]
): string | undefined {
  const value = at(json, ...fields)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the list below these fields; an empty one where there is none. */
export function listAt(
  json: ExactJson | undefined,
  ...fields: readonly string[]
): readonly ExactJson[] {
  const value = at(json, ...fields)
  return value !== undefined && isList(value) ? value : []
}

/** Returns the texts in the list below these fields. */
export function textsAt(json: ExactJson | undefined, ...fields: readonly string[]): string[] {
  return listAt(json, ...fields).flatMap((one) => (typeof one === 'string' ? one : []))
}

export function isList(json: ExactJson | undefined): json is readonly ExactJson[] {
  return Array.isArray(json)
}
