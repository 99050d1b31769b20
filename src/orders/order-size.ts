import { invalidFields, type FieldFault } from '../core/mod.ts'
import type { OrdersToPlace, OrderWriteOptions, PlaceInput } from './order-input.ts'

type SizeLimits = Pick<OrderWriteOptions, 'linesPerOrderMax' | 'unitsPerOrderMax'>

/** Refuses invalid_request if an order has too many lines, then if it has too many units. */
export function requireSize({ items }: Pick<PlaceInput, 'items'>, limits: SizeLimits): void {
  const fault = findSizeFault(items, limits)
  if (fault) throw invalidFields('invalid_request', [fault])
}

/** Refuses invalid_request if an order has too many lines. Their faults are not looked for. */
export function requireLines({ items }: Pick<PlaceInput, 'items'>, limits: SizeLimits): void {
  const fault = findLinesFault(items, limits)
  if (fault) throw invalidFields('invalid_request', [fault])
}

/** Returns the fault of too many lines or, if there is none, of too many units. */
export function findSizeFault(
  items: PlaceInput['items'],
  limits: SizeLimits,
): FieldFault | undefined {
  return findLinesFault(items, limits) ?? findUnitsFault(items, limits)
}

function findLinesFault(
  { length }: PlaceInput['items'],
  { linesPerOrderMax }: SizeLimits,
): FieldFault | undefined {
  if (length <= linesPerOrderMax) return undefined
  return { field: 'items', message: `must have at most ${linesPerOrderMax} entries` }
}

export function findUnitsFault(
  items: PlaceInput['items'],
  { unitsPerOrderMax }: SizeLimits,
): FieldFault | undefined {
  if (countUnits(items) <= unitsPerOrderMax) return undefined
  const field = items.length === 1 ? 'items[0].quantity' : 'items'
  return { field, message: `must have at most ${unitsPerOrderMax} units in all` }
}

/** Returns true if a new order is within the limits of lines and units. */
export function isOfSize({ items }: PlaceInput, limits: SizeLimits): boolean {
  return findSizeFault(items, limits) === undefined
}

/** Returns true if a new order is within the limit of lines, so that its faults are looked for. */
export function hasAllowedLines({ items }: PlaceInput, limits: SizeLimits): boolean {
  return findLinesFault(items, limits) === undefined
}

/** Leaves out orders of too many units: they are refused, and need no stock. */
export function withoutOversized(orders: OrdersToPlace, limits: SizeLimits): OrdersToPlace {
  return { ...orders, places: orders.places.filter((place) => isOfSize(place, limits)) }
}

export function countUnits(items: PlaceInput['items']): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}
