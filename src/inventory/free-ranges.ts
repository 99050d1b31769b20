import assert from 'node:assert/strict'
import type { Writer } from '../db/mod.ts'
import type { Goods } from '../supply/mod.ts'
import { insertClaims, type NewClaim } from './reservation-rows.ts'
import {
  cutFree,
  deleteFree,
  type FreeRow,
  type FreeSlice,
  type Slice,
  type Taking,
} from './stock-rows.ts'

/** Free slices of a shelf whose lock is held, from the front of which codes are taken. */
export class FreeSlices {
  readonly #rests: readonly Rest[]
  #front = 0
  #available: number

  constructor(slices: readonly FreeSlice[]) {
    this.#rests = slices.map((slice) => ({ slice, taken: 0 }))
    this.#available = quantityOf(slices)
  }

  /** How many codes may be taken. */
  get available(): number {
    return this.#available
  }

  /** Whether all that was read is taken: there may be more that was not. */
  get isEmptied(): boolean {
    return this.#available === 0 && this.#front > 0
  }

  take(quantity: number): Slice[] {
    assert(quantity <= this.#available, 'nobody takes more than is available')
    this.#available -= quantity
    const pieces: Slice[] = []
    for (let missing = quantity; missing > 0;) {
      const rest = this.#rests[this.#front]
      assert(rest, 'what is available lies in the slices')
      const piece = takePiece(rest, missing)
      missing -= piece.quantity
      pieces.push(piece)
      if (rest.taken === rest.slice.quantity) this.#front += 1
    }
    return pieces
  }

  /** What was taken of each slice. */
  takings(): Taking[] {
    return this.#rests.slice(0, this.#front + 1).filter((rest) => rest.taken > 0)
  }
}

/** What is left of a slice, of which the first codes were taken. */
interface Rest {
  readonly slice: FreeSlice
  taken: number
}

function takePiece(rest: Rest, atMost: number): Slice {
  const { blockId, first, quantity } = rest.slice
  const piece = {
    blockId,
    first: first + rest.taken,
    quantity: Math.min(atMost, quantity - rest.taken),
  }
  rest.taken += piece.quantity
  return piece
}

export function toSlice({ place, block_id: blockId, first, quantity }: FreeRow): FreeSlice {
  return { place, blockId, first, quantity }
}

/** Slices of a product as they are handed over: sealed, where they are. */
export function goodsOf(productId: number, slices: readonly Slice[]): Goods[] {
  return slices.map(({ blockId, first, quantity }) => ({
    stock: { productId, blockId, first },
    quantity,
  }))
}

export function quantityOf(parts: readonly { readonly quantity: number }[]): number {
  return parts.reduce((sum, part) => sum + part.quantity, 0)
}

const SLICES_AT_FIRST = 4
/** Whole blocks have up to `BLOCK_CODES_MAX`; the last one of a piece of a file has fewer. */
const SLICE_CODES_USUAL = 400

/** How many slices usually hold the largest of these quantities. */
export function slicesFor(quantities: readonly number[]): number {
  return SLICES_AT_FIRST + Math.ceil(Math.max(0, ...quantities) / SLICE_CODES_USUAL)
}

/** Claims of a product's stock, and the free slices that they were taken from. */
export interface Claimed {
  readonly claims: readonly NewClaim[]
  readonly takings: readonly Taking[]
}

/** Fails, and the transaction with it, where a slice is not as it was read. */
export function saveClaims(tx: Writer, productId: number, { claims, takings }: Claimed): void {
  if (claims.length === 0) return
  const whole = takings.filter(isWhole).map(({ slice }) => slice)
  const cuts = takings.filter((taking) => !isWhole(taking))
  if (whole.length > 0) tx.write(deleteFree(productId, whole))
  if (cuts.length > 0) tx.write(cutFree(productId, cuts))
  // Last: it takes the longest to put together, and the server is busy with the others by then.
  tx.write(insertClaims(productId, claims))
}

const isWhole = ({ slice, taken }: Taking): boolean => slice.quantity === taken
