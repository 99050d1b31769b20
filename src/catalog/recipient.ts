import { invalidField } from '../core/mod.ts'
import { isIrrevocable, type Product, type RecipientField } from './product.ts'
import { matchesPattern } from './recipient-pattern.ts'

export const RECIPIENT_VALUE_LENGTH_MAX = 256

/**
 * Checks a line's recipient against the product's fields and answers what is kept: the fields that
 * the product knows. A gift card has no recipient, whatever the body says.
 * Refuses with invalid_request, naming `field` or the field within it.
 */
export function checkRecipient(
  product: Product,
  recipient: unknown,
  field: string,
): Readonly<Record<string, string>> | undefined {
  if (!isIrrevocable(product.productType)) return undefined
  if (recipient === undefined) throw invalidField(field, `is required for ${product.productType}`)
  if (typeof recipient !== 'object' || recipient === null || Array.isArray(recipient)) {
    throw invalidField(field, 'must be an object of strings')
  }
  const given = new Map<string, unknown>(Object.entries(recipient))
  const kept: [string, string][] = []
  for (const wanted of product.recipientFields) {
    const value = given.get(wanted.name)
    if (value === undefined && !wanted.required) continue
    kept.push([wanted.name, checkValue(wanted, value, `${field}.${wanted.name}`)])
  }
  return Object.fromEntries(kept)
}

function checkValue(wanted: RecipientField, value: unknown, field: string): string {
  if (value === undefined) throw invalidField(field, 'is required')
  if (typeof value !== 'string') throw invalidField(field, 'must be a string')
  if (value.length > RECIPIENT_VALUE_LENGTH_MAX) {
    throw invalidField(field, `must have at most ${RECIPIENT_VALUE_LENGTH_MAX} characters`)
  }
  if (!matchesPattern(wanted.pattern, value)) {
    throw invalidField(field, `must match ${wanted.pattern} as a whole`)
  }
  return value
}
