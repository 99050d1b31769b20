import type { RepeatedLine } from './cart-line.ts'

/** A cart that is saved under a name. */
export interface SavedCart {
  readonly name: string
  readonly lines: readonly RepeatedLine[]
}

/** The most carts that a browser saves for a user. */
export const CARTS_MAX = 20

/** Reads stored carts. Leaves out entries that are not carts, because something else wrote them. */
export function readCarts(stored: string | undefined): readonly SavedCart[] {
  try {
    const read: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(read) ? read.filter(isCart).slice(0, CARTS_MAX) : []
  } catch {
    return []
  }
}

/** Returns the carts with one added, or replaced by name; undefined if there is no room. */
export function withCart(
  carts: readonly SavedCart[],
  { name, lines }: SavedCart,
): readonly SavedCart[] | undefined {
  // A line of the cart has more, such as a recipient, which is never stored here.
  const repeated = lines.map(({ productId, brand, amount, quantity }) => ({
    productId,
    brand,
    amount,
    quantity,
  }))
  const cart = { name, lines: repeated }
  const at = carts.findIndex((one) => one.name === name)
  if (at !== -1) return carts.with(at, cart)
  return carts.length < CARTS_MAX ? [...carts, cart] : undefined
}

function isCart(value: unknown): value is SavedCart {
  if (typeof value !== 'object' || value === null) return false
  const { name, lines } = value as Readonly<Record<string, unknown>>
  return typeof name === 'string' && Array.isArray(lines) && lines.every(isLine)
}

function isLine(value: unknown): value is RepeatedLine {
  if (typeof value !== 'object' || value === null) return false
  const { productId, brand, amount, quantity } = value as Readonly<Record<string, unknown>>
  return (
    Number.isSafeInteger(productId) &&
    typeof brand === 'string' &&
    typeof amount === 'string' &&
    /^\d+(\.\d+)?$/.test(amount) &&
    Number.isSafeInteger(quantity) &&
    Number(quantity) > 0
  )
}
