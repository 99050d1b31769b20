import { Type } from 'typebox'
import {
  findStoredCurrency,
  INTEGER_MAX,
  invalidField,
  isoTime,
  parseInstant,
  readCurrency,
  type Currency,
} from '../../core/mod.ts'

/** Returns the currency of a field. Accepts one that is no longer listed but has stored amounts. */
export function readStoredCurrency(field: string, code: string): Currency {
  return findStoredCurrency(code) ?? readCurrency(field, code)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/
const DAY_LENGTH = 'YYYY-MM-DD'.length

/** 9999-12-31T23:59:59.999Z. Later instants could need a five-digit year. */
const INSTANT_MAX = 253_402_300_799_999

/** Reads an ISO 8601 instant with offset, of a valid calendar day, as milliseconds. */
function readInstant(field: string, text: string): number {
  const at = instantOf(text)
  if (at === undefined) throw invalidField(field, NO_INSTANT)
  return at
}

/** Returns the instant of a field that may be left out. Refuses as `readInstant` does. */
export function optionalInstant(field: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : readInstant(field, text)
}

export const NO_INSTANT = 'must be a time such as 2026-01-31T12:00:00Z'

export function instantOf(text: string): number | undefined {
  const at = INSTANT.test(text) ? parseInstant(text) : undefined
  const day = parseInstant(`${text.slice(0, DAY_LENGTH)}T00:00:00Z`)
  if (
    at === undefined ||
    at > INSTANT_MAX ||
    day === undefined ||
    !isoTime(day).startsWith(text.slice(0, DAY_LENGTH))
  ) {
    return undefined
  }
  return at
}

/** The number of an item of an order. */
export const ItemNo = Type.Integer({
  description: 'The number of the item in its order, from 1',
  minimum: 1,
  maximum: INTEGER_MAX,
})
