import { isUtf8 } from 'node:buffer'
import { RECIPIENT_FIELDS_MAX } from '../../catalog/mod.ts'
import { changesPrototype, invalidField, invalidPart, Refusal } from '../../core/mod.ts'
import { isUtf8Of } from './content-type.ts'
import { cutAt, findExcess } from './json-scan.ts'

/** The most levels of nested objects and arrays. The body itself is the first. */
export const BODY_DEPTH_MAX = 16

/** The most values in any body; those of an order's lines are added to it. */
const BODY_VALUES_MAX = 2_048
const LINE_VALUES_MAX = 8 + RECIPIENT_FIELDS_MAX

/**
 * The number of lines that a body may have even if the setting allows fewer: a replay must still be
 * read if the setting was higher when its order was accepted.
 */
const LINES_MIN = 1_000

/** Returns the value limit. A line has its object, five fields, the recipient and its fields. */
export function valuesMaxOf(orderLinesMax: number): number {
  return BODY_VALUES_MAX + LINE_VALUES_MAX * Math.max(orderLinesMax, LINES_MIN)
}

/** The body is an object, and its rows an array. */
const ROW_DEPTH = 3

interface JsonBodyOptions {
  readonly valuesMax: number
  /** A field whose entries are refused one by one if their text cannot be stored. */
  readonly rowsAt?: string | undefined
}

const JSON_TYPES = ['application/json']
const BYTE_ORDER_MARK = '\uFEFF'
/** Not storable: PostgreSQL takes no NUL, and UTF-8 has no unpaired surrogates. */
const UNSTORABLE = /[\0\p{Cs}]/u

const FIELD_LENGTH_MAX = 200

/**
 * Returns the value of a JSON body. All its strings can be stored, and no key changes a prototype.
 * If an object has a key twice, the last value counts.
 *
 * Refuses, in this order:
 *   unsupported_media_type  the content type is not application/json in UTF-8
 *   invalid_request         not UTF-8, more than `valuesMax` values, a byte order mark, not JSON
 *   invalid_request         deeper than BODY_DEPTH_MAX, a key that changes a prototype, text
 *                           with NUL or an unpaired surrogate (named)
 */
export function readJsonBody(
  rawBody: Buffer,
  contentType: string | undefined,
  { valuesMax, rowsAt }: JsonBodyOptions,
): unknown {
  requireJson(contentType)
  const readBody = withinLimits(rawBody, valuesMax)
  const value = parse(readBody)
  const flaw = findFlaw(value, 1)
  if (!flaw) return value
  const isWhole = readBody === rawBody
  if (rowsAt !== undefined && isWhole && hasFlawsOfRows(value, rowsAt)) return value
  throw refusalOf(flaw)
}

/**
 * Replaces each row with unstorable text by its refusal. Returns false if the rest of the body is
 * at fault, or if it is too deep.
 */
function hasFlawsOfRows(body: unknown, rowsAt: string): boolean {
  if (typeof body !== 'object' || body === null) return false
  const rows: unknown = Reflect.get(body, rowsAt)
  if (!Array.isArray(rows) || findFlaw({ ...body, [rowsAt]: [] }, 1)) return false
  for (let at = 0; at < rows.length; at += 1) {
    const flaw = findFlaw(rows[at], ROW_DEPTH)
    if (flaw?.isTooDeep === true) return false
    if (flaw) rows[at] = refusalOf(flaw)
  }
  return true
}

function refusalOf({ path, message }: Flaw): Refusal {
  const field = fieldName(path.toReversed())
  return field === '' ? invalidPart('body', message) : invalidField(field, message)
}

function requireJson(contentType: string | undefined): void {
  if (contentType === 'application/json' || isUtf8Of(JSON_TYPES, contentType)) return
  throw new Refusal('unsupported_media_type', 'content-type must be application/json')
}

/** Returns the body, or if it is too deep, a part that shows where. Either is cheap to parse. */
function withinLimits(rawBody: Buffer, valuesMax: number): Buffer {
  if (!isUtf8(rawBody)) throw invalidPart('body', 'is not valid UTF-8')
  const excess = findExcess(rawBody, { depthMax: BODY_DEPTH_MAX, valuesMax })
  if (excess?.of === 'values') {
    throw invalidPart('body', `has more than ${valuesMax} values`)
  }
  if (!excess) return rawBody
  if (!excess.isClosed) throw notJson()
  return cutAt(rawBody, excess.at)
}

function parse(rawBody: Buffer): unknown {
  const text = rawBody.toString('utf8')
  if (text.startsWith(BYTE_ORDER_MARK)) {
    throw invalidPart('body', 'begins with a byte order mark')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

/** Returns the refusal. The parser's own message would quote the body, which may hold secrets. */
function notJson(): Refusal {
  return invalidPart('body', 'is not valid JSON')
}

/** `path` leads from the fault outwards, because it is built while the recursion returns. */
interface Flaw {
  readonly message: string
  readonly path: (string | number)[]
  readonly isTooDeep?: boolean
}

function findFlaw(value: unknown, depth: number): Flaw | undefined {
  if (typeof value === 'string') return stringFlaw(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > BODY_DEPTH_MAX) {
    return { message: `is nested deeper than ${BODY_DEPTH_MAX} levels`, path: [], isTooDeep: true }
  }
  return Array.isArray(value) ? arrayFlaw(value, depth) : objectFlaw(value, depth)
}

function stringFlaw(text: string): Flaw | undefined {
  if (!UNSTORABLE.test(text)) return undefined
  return { message: 'must be well-formed text without NUL', path: [] }
}

function arrayFlaw(values: readonly unknown[], depth: number): Flaw | undefined {
  for (let at = 0; at < values.length; at += 1) {
    const flaw = findFlaw(values[at], depth + 1)
    if (flaw) {
      flaw.path.push(at)
      return flaw
    }
  }
  return undefined
}

function objectFlaw(value: object, depth: number): Flaw | undefined {
  for (const key of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[key]
    if (changesPrototype(key, inner)) {
      return { message: 'must not have keys that reach for a prototype', path: [] }
    }
    const flaw = stringFlaw(key) ?? findFlaw(inner, depth + 1)
    if (flaw) {
      flaw.path.push(key)
      return flaw
    }
  }
  return undefined
}

const UNNAMED = '""'

/** Returns a field name such as `items[0].amount`, cut if the caller's keys make it long. */
export function fieldName(path: readonly (string | number)[]): string {
  let name = ''
  for (const part of path) {
    if (typeof part === 'number') name += `[${part}]`
    else name += name === '' ? part : `.${part}`
  }
  return name === '' && path.length > 0 ? UNNAMED : name.slice(0, FIELD_LENGTH_MAX)
}
