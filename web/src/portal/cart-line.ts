import type { Decimal } from '../format/format.ts'

/** A line of the cart. The order has the same lines in the same sequence. */
export interface CartLine {
  readonly productId: number
  readonly brand: string
  /** The currency of the product and its value. */
  readonly currency: string
  /** In major units; as text, so that it stays exact. */
  readonly amount: Decimal
  readonly quantity: number
  readonly itemReference?: string
  readonly recipient?: Readonly<Record<string, string>>
}

/** A line to order again, without its reference and its recipient, which belong to people. */
export type RepeatedLine = Pick<CartLine, 'productId' | 'brand' | 'amount' | 'quantity'>
