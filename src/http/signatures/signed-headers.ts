import type { IncomingHttpHeaders } from 'node:http'
import { isoTime, isUuid, parseInstant, type FieldFault } from '../../core/mod.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'

/** The five headers. */
export interface SignedHeaders {
  readonly apiKey: string
  readonly clientId: string
  /** The literal text, which is signed, and the instant that it names, in milliseconds. */
  readonly timestamp: string
  readonly timestampMs: number
  /** 32 bytes each, in canonical Base64. */
  readonly bodyHash: string
  readonly signature: string
}

/** Our keys have 47 characters. The bound leaves room for keys that were migrated. */
const API_KEY = /^[A-Za-z0-9._~+/=-]{1,256}$/
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/
const SECONDS_LENGTH = 'YYYY-MM-DDTHH:MM:SS'.length
const DAY_AT = 'YYYY-MM-'.length
const HOUR_AT = 'YYYY-MM-DDT'.length
/** 43 characters and padding. The last one holds 4 bits, so its 2 lowest bits are zero. */
const DIGEST = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

/**
 * Reads the five headers. A header that was sent twice arrives joined by a comma, which no form
 * allows. Refuses unauthenticated, naming every header at fault.
 */
export function readSignedHeaders(headers: IncomingHttpHeaders): SignedHeaders {
  const faults: FieldFault[] = []
  const text = (
    name: string,
    isWellFormed: (value: string) => boolean,
    form: string | ((value: string) => string),
  ): string => {
    const value = headers[name]
    if (typeof value === 'string' && isWellFormed(value)) return value
    const isGiven = value !== undefined && value !== ''
    const spelling = typeof form === 'string' ? form : form(String(value))
    faults.push({ field: name, message: isGiven ? `must be ${spelling}` : 'is required' })
    return ''
  }
  const apiKey = text('x-api-key', (value) => API_KEY.test(value), 'an API key, sent once')
  const clientId = text('x-client-id', isUuid, 'a UUID, sent once')
  let timestampMs = Number.NaN
  const isTimestamp = (value: string): boolean => {
    timestampMs = instantOf(value)
    return !Number.isNaN(timestampMs)
  }
  const timestamp = text('x-timestamp', isTimestamp, TIMESTAMP_FORM)
  const bodyHash = text('x-body-hash', isDigest, digestForm)
  const signature = text('x-signature', isDigest, digestForm)
  const [first] = faults
  if (first) {
    const message = `${first.field} ${first.message}`
    throw new AuthenticationRefusal({ check: 'headers', message, details: faults })
  }
  return { apiKey, clientId, timestamp, timestampMs, bodyHash, signature }
}

const TIMESTAMP_FORM = 'a UTC time that ends in Z, such as 2026-01-31T12:00:00.000Z'
const DIGEST_FORM = '32 bytes as Base64 (44 characters)'
const HEXADECIMAL = /^[0-9a-f]{64}$/i

/** Returns the form of a digest, for the message about a text that does not have it. */
export function digestForm(text: string): string {
  return HEXADECIMAL.test(text) ? `${DIGEST_FORM}, not as hexadecimal` : DIGEST_FORM
}

/**
 * Returns the UTC instant of a valid calendar date and time, with 0 to 9 fraction digits, or NaN.
 */
function instantOf(text: string): number {
  if (!TIMESTAMP.test(text)) return Number.NaN
  const at = parseInstant(text)
  if (at === undefined) return Number.NaN
  // Date parsing accepts 30 February and 24:00, and rolls them over to a later day.
  const canRoll = text.slice(DAY_AT, DAY_AT + 2) >= '29' || text.startsWith('24', HOUR_AT)
  if (canRoll && !isoTime(at).startsWith(text.slice(0, SECONDS_LENGTH))) return Number.NaN
  return at
}

export function isDigest(text: string): boolean {
  return DIGEST.test(text)
}
