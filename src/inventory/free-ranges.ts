import assert from 'node:assert/strict'
import type { Writer } from '../db/mod.ts'
import type { Goods } from '../supply/mod.ts'
import { insertReservations, type NewReservation } from './reservation-rows.ts'
import {
  cutFree,
  deleteFree,
  type FreeRow,
  type FreeRange,
  type StockRange,
  type Taking,
} from './stock-rows.ts'

/** Free ranges of a bucket whose lock is held, from the front of which codes are taken. */
export class FreeRanges {
  readonly #rests: readonly Rest[]
  #front = 0
  #available: number

  constructor(ranges: readonly FreeRange[]) {
    this.#rests = ranges.map((range) => ({ range, taken: 0 }))
    this.#available = quantityOf(ranges)
  }

  /** How many codes may be taken. */
  get available(): number {
    return this.#available
  }

  /** Whether all that was read is taken: there may be more that was not. */
  get isEmptied(): boolean {
    return this.#available === 0 && this.#front > 0
  }

  take(quantity: number): StockRange[] {
    assert(quantity <= this.#available, 'nobody takes more than is available')
    this.#available -= quantity
    const taken: StockRange[] = []
    for (let missing = quantity; missing > 0;) {
      const rest = this.#rests[this.#front]
      assert(rest, 'what is available lies in the ranges')
      const part = takeFrom(rest, missing)
      missing -= part.quantity
      taken.push(part)
      if (rest.taken === rest.range.quantity) this.#front += 1
    }
    return taken
  }

  /** What was taken of each range. */
  takings(): Taking[] {
    return this.#rests.slice(0, this.#front + 1).filter((rest) => rest.taken > 0)
  }
}

/** What is left of a range, of which the first codes were taken. */
interface Rest {
  readonly range: FreeRange
  taken: number
}

function takeFrom(rest: Rest, atMost: number): StockRange {
  const { blockId, first, quantity } = rest.range
  const part = {
    blockId,
    first: first + rest.taken,
    quantity: Math.min(atMost, quantity - rest.taken),
  }
  rest.taken += part.quantity
  return part
}

export function toRange({ place, block_id: blockId, first, quantity }: FreeRow): FreeRange {
  return { place, blockId, first, quantity }
}

/** Ranges of a product as they are handed over: sealed, where they are. */
export function goodsOf(productId: number, ranges: readonly StockRange[]): Goods[] {
  return ranges.map(({ blockId, first, quantity }) => ({
    stock: { productId, blockId, first },
    quantity,
  }))
}

export function quantityOf(parts: readonly { readonly quantity: number }[]): number {
  return parts.reduce((sum, part) => sum + part.quantity, 0)
}

const RANGES_AT_FIRST = 4
/** Whole blocks have up to `BLOCK_CODES_MAX`; the last one of a segment of a file has fewer. */
const RANGE_CODES_USUAL = 400

/** How many ranges usually hold the largest of these quantities. */
export function rangesFor(quantities: readonly number[]): number {
  return RANGES_AT_FIRST + Math.ceil(Math.max(0, ...quantities) / RANGE_CODES_USUAL)
}

/** Reservations of a product's stock, and the free ranges that they were taken from. */
export interface TakenStock {
  readonly reservations: readonly NewReservation[]
  readonly takings: readonly Taking[]
}

/** Fails, and the transaction with it, where a range is not as it was read. */
export function saveReservations(
  tx: Writer,
  productId: number,
  { reservations, takings }: TakenStock,
): void {
  if (reservations.length === 0) return
  const whole = takings.filter(isWhole).map(({ range }) => range)
  const cuts = takings.filter((taking) => !isWhole(taking))
  if (whole.length > 0) tx.write(deleteFree(productId, whole))
  if (cuts.length > 0) tx.write(cutFree(productId, cuts))
  // Last: it takes the longest to put together, and the server is busy with the others by then.
  tx.write(insertReservations(productId, reservations))
}

const isWhole = ({ range, taken }: Taking): boolean => range.quantity === taken
