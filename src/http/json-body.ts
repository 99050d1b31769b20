import { isUtf8 } from 'node:buffer'
import { RECIPIENT_FIELDS_MAX } from '../catalog/mod.ts'
import { reachesForPrototype, Refusal } from '../core/mod.ts'
import { isUtf8Of } from './content-type.ts'
import { cutAt, findExcess } from './json-scan.ts'

/** Objects and arrays within each other, the body itself being the first. */
export const BODY_DEPTH_MAX = 16

/** Values of any body, and of those of an order for each line that it may have. */
const BODY_VALUES_MAX = 2_048
const LINE_VALUES_MAX = 8 + RECIPIENT_FIELDS_MAX

/**
 * Lines that are counted on where the setting is less, too: it may have been more when an order was
 * accepted, and the same order again is answered as it was then.
 */
const LINES_MIN = 1_000

/** A line counts its object, five fields, the recipient's object, and the fields of that. */
export function valuesMaxOf(orderLinesMax: number): number {
  return BODY_VALUES_MAX + LINE_VALUES_MAX * Math.max(orderLinesMax, LINES_MIN)
}

const JSON_TYPES = ['application/json']
const BYTE_ORDER_MARK = '\uFEFF'
/** Neither can be kept as text: PostgreSQL takes no NUL, UTF-8 no half of a surrogate pair. */
const UNKEEPABLE = /[\0\p{Cs}]/u

const FIELD_LENGTH_MAX = 200

/**
 * The value of a JSON body whose every string can be kept and whose every object is what it seems.
 * Where a key stands twice in one object, its last value counts.
 *
 * Refuses, in this order:
 *   unsupported_media_type  the content type is not application/json in UTF-8
 *   invalid_request         not UTF-8, more than `valuesMax` values, a byte order mark, not JSON
 *   invalid_request         deeper than BODY_DEPTH_MAX, a key that reaches for a prototype, text
 *                           with NUL or an unpaired surrogate (named)
 */
export function readJsonBody(
  rawBody: Buffer,
  contentType: string | undefined,
  valuesMax: number,
): unknown {
  requireJson(contentType)
  const value = parse(withinLimits(rawBody, valuesMax))
  const flaw = findFlaw(value, 1)
  if (!flaw) return value
  const field = fieldName(flaw.path.toReversed())
  throw new Refusal('invalid_request', `${field === '' ? 'the body' : field} ${flaw.message}`, {
    details: field === '' ? [] : [{ field, message: flaw.message }],
  })
}

function requireJson(contentType: string | undefined): void {
  if (contentType === 'application/json' || isUtf8Of(JSON_TYPES, contentType)) return
  throw new Refusal('unsupported_media_type', 'content-type must be application/json')
}

/** The body, or what shows where it is too deep: whatever it costs to parse, that is bounded. */
function withinLimits(rawBody: Buffer, valuesMax: number): Buffer {
  if (!isUtf8(rawBody)) throw new Refusal('invalid_request', 'the body is not valid UTF-8')
  const excess = findExcess(rawBody, { depthMax: BODY_DEPTH_MAX, valuesMax })
  if (excess?.of === 'values') {
    throw new Refusal('invalid_request', `the body has more than ${valuesMax} values`)
  }
  if (!excess) return rawBody
  if (!excess.isClosed) throw notJson()
  return cutAt(rawBody, excess.at)
}

function parse(rawBody: Buffer): unknown {
  const text = rawBody.toString('utf8')
  if (text.startsWith(BYTE_ORDER_MARK)) {
    throw new Refusal('invalid_request', 'the body begins with a byte order mark')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

/** What the parser says quotes the body; the body may hold what must not be repeated. */
function notJson(): Refusal {
  return new Refusal('invalid_request', 'the body is not valid JSON')
}

/** `path` leads from the flaw outwards, because it is made while returning. */
interface Flaw {
  readonly message: string
  readonly path: (string | number)[]
}

function findFlaw(value: unknown, depth: number): Flaw | undefined {
  if (typeof value === 'string') return stringFlaw(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > BODY_DEPTH_MAX) {
    return { message: `is nested deeper than ${BODY_DEPTH_MAX} levels`, path: [] }
  }
  return Array.isArray(value) ? arrayFlaw(value, depth) : objectFlaw(value, depth)
}

function stringFlaw(text: string): Flaw | undefined {
  if (!UNKEEPABLE.test(text)) return undefined
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
    if (reachesForPrototype(key, inner)) {
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

/** `items[0].amount`, as details name fields; cut where a caller's own keys make it long. */
export function fieldName(path: readonly (string | number)[]): string {
  let name = ''
  for (const part of path) {
    if (typeof part === 'number') name += `[${part}]`
    else name += name === '' ? part : `.${part}`
  }
  return name === '' && path.length > 0 ? UNNAMED : name.slice(0, FIELD_LENGTH_MAX)
}
