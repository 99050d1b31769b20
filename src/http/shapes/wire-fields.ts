import { Type } from 'typebox'
import {
  findStoredCurrency,
  INTEGER_MAX,
  invalidField,
  readCurrency,
  type Currency,
} from '../../core/mod.ts'
import { instantOf, NO_INSTANT } from '../queries/instants.ts'

/** Returns the currency of a field. Accepts one that is no longer listed but has stored amounts. */
export function readStoredCurrency(field: string, code: string): Currency {
  return findStoredCurrency(code) ?? readCurrency(field, code)
}

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

/** The number of an item of an order. */
export const ItemNo = Type.Integer({
  description: 'The number of the item in its order, from 1',
  minimum: 1,
  maximum: INTEGER_MAX,
})
