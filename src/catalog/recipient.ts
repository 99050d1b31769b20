import { setImmediate } from 'node:timers/promises'
import type { FieldFault } from '../core/mod.ts'
import { isIrrevocable, type Product, type RecipientField } from './product.ts'
import { matchesPattern } from './recipient-pattern.ts'
import type { CatalogSnapshot } from './snapshot.ts'

export const RECIPIENT_VALUE_LENGTH_MAX = 256

/** The place of a recipient in the body, and the faults so far. */
interface Place {
  readonly field: string
  readonly faults: FieldFault[]
}

/**
 * Checks a line's recipient against the product's fields, and returns what is stored: the fields
 * that the product has. A gift card has no recipient, whatever the body says. Adds a fault for each
 * invalid field, or a single one if the recipient is not an object.
 */
export function readRecipient(
  product: Product,
  recipient: unknown,
  { field, faults }: Place,
): Readonly<Record<string, string>> | undefined {
  if (!isIrrevocable(product.productType)) return undefined
  if (typeof recipient !== 'object' || recipient === null || Array.isArray(recipient)) {
    const isMissing = recipient === undefined
    const message = isMissing ? requiredBy(product) : 'must be an object of strings'
    faults.push({ field, message })
    return undefined
  }
  const stored: [string, string][] = []
  const ahead = matchCache.get(recipient)
  for (const recipientField of product.recipientFields) {
    const value = ownValue(recipient, recipientField.name)
    if (value === undefined && !recipientField.required) continue
    const message = valueFault(recipientField, value, ahead)
    if (message !== undefined) faults.push({ field: `${field}.${recipientField.name}`, message })
    else if (typeof value === 'string') stored.push([recipientField.name, value])
  }
  return Object.fromEntries(stored)
}

function requiredBy({ productType, recipientFields }: Product): string {
  const names = recipientFields.filter((one) => one.required).map(({ name }) => name)
  return `is required for ${productType}${names.length > 0 ? `, with ${names.join(', ')}` : ''}`
}

type FieldMatches = Map<RecipientField, boolean>

/**
 * Caches, by recipient, whether its values match. An entry is garbage-collected with the recipient.
 */
const matchCache = new WeakMap<object, FieldMatches>()

/** The number of characters that take up to 20 ms to match with the worst pattern. */
const TEXT_AT_ONCE = 2_048

/**
 * Matches the recipients of an order before the order is decided, and yields to the event loop in
 * between. A pattern can take 2 ms for one value and an order has up to 4,000 values: matched
 * without yielding, they block all other requests for 8 s.
 */
export async function matchAhead(
  { products }: CatalogSnapshot,
  lines: readonly { readonly productId: unknown; readonly recipient: unknown }[],
): Promise<void> {
  let length = 0
  for (const { productId, recipient } of lines) {
    const product = typeof productId === 'number' ? products.get(productId) : undefined
    if (!product || typeof recipient !== 'object' || recipient === null) continue
    for (const recipientField of product.recipientFields) {
      const value = ownValue(recipient, recipientField.name)
      if (typeof value !== 'string' || value.length > RECIPIENT_VALUE_LENGTH_MAX) continue
      length += value.length
      if (length > TEXT_AT_ONCE) {
        await setImmediate()
        length = value.length
      }
      const matched: FieldMatches = matchCache.get(recipient) ?? new Map()
      matchCache.set(
        recipient,
        matched.set(recipientField, matchesPattern(recipientField.pattern, value)),
      )
    }
  }
}

/** Reads requested fields only, because a recipient may have thousands of others. */
function ownValue(recipient: object, name: string): unknown {
  return Object.hasOwn(recipient, name) ? Reflect.get(recipient, name) : undefined
}

function valueFault(
  recipientField: RecipientField,
  value: unknown,
  ahead: FieldMatches | undefined,
): string | undefined {
  if (value === undefined) return 'is required'
  if (typeof value !== 'string') return 'must be a string'
  if (value.length > RECIPIENT_VALUE_LENGTH_MAX) {
    return `must have at most ${RECIPIENT_VALUE_LENGTH_MAX} characters`
  }
  return (ahead?.get(recipientField) ?? matchesPattern(recipientField.pattern, value))
    ? undefined
    : `must match ${recipientField.pattern} as a whole`
}
