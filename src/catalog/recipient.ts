import type { FieldFault } from '../core/mod.ts'
import { isIrrevocable, type Product, type RecipientField } from './product.ts'
import { matchesPattern } from './recipient-pattern.ts'

export const RECIPIENT_VALUE_LENGTH_MAX = 256

/** Where a recipient stands in the body, and the faults that were found so far. */
interface Found {
  readonly field: string
  readonly faults: FieldFault[]
}

/**
 * Checks a line's recipient against the product's fields and returns what is stored: the fields
 * that the product knows. A gift card has no recipient, whatever the body says. Adds a fault for each
 * field that does not hold, or one for the whole where it is no object.
 */
export function readRecipient(
  product: Product,
  recipient: unknown,
  { field, faults }: Found,
): Readonly<Record<string, string>> | undefined {
  if (!isIrrevocable(product.productType)) return undefined
  if (typeof recipient !== 'object' || recipient === null || Array.isArray(recipient)) {
    const isMissing = recipient === undefined
    const message = isMissing
      ? `is required for ${product.productType}`
      : 'must be an object of strings'
    faults.push({ field, message })
    return undefined
  }
  const given = new Map<string, unknown>(Object.entries(recipient))
  const stored: [string, string][] = []
  for (const wanted of product.recipientFields) {
    const value = given.get(wanted.name)
    if (value === undefined && !wanted.required) continue
    const message = valueFault(wanted, value)
    if (message !== undefined) faults.push({ field: `${field}.${wanted.name}`, message })
    else if (typeof value === 'string') stored.push([wanted.name, value])
  }
  return Object.fromEntries(stored)
}

function valueFault(wanted: RecipientField, value: unknown): string | undefined {
  if (value === undefined) return 'is required'
  if (typeof value !== 'string') return 'must be a string'
  if (value.length > RECIPIENT_VALUE_LENGTH_MAX) {
    return `must have at most ${RECIPIENT_VALUE_LENGTH_MAX} characters`
  }
  return matchesPattern(wanted.pattern, value)
    ? undefined
    : `must match ${wanted.pattern} as a whole`
}
