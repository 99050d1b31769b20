import { invalidField } from '../core/mod.ts'
import type { OrderWriteOptions, PlaceInput } from './order-input.ts'

type SizeLimits = Pick<OrderWriteOptions, 'linesPerOrderMax' | 'unitsPerOrderMax'>

/** Refuses invalid_request if an order has too many lines, then if it has too many units. */
export function requireSize(
  { items }: Pick<PlaceInput, 'items'>,
  { linesPerOrderMax, unitsPerOrderMax }: SizeLimits,
): void {
  if (items.length > linesPerOrderMax) {
    throw invalidField('items', `must have at most ${linesPerOrderMax} entries`)
  }
  if (countUnits(items) > unitsPerOrderMax) {
    const field = items.length === 1 ? 'items[0].quantity' : 'items'
    throw invalidField(field, `must have at most ${unitsPerOrderMax} units in all`)
  }
}

/** Returns true if a new order is within the limits of lines and units. */
export function isOfSize({ items }: PlaceInput, limits: SizeLimits): boolean {
  return items.length <= limits.linesPerOrderMax && countUnits(items) <= limits.unitsPerOrderMax
}

export function countUnits(items: PlaceInput['items']): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}
