import assert from 'node:assert/strict'
import { groupBy } from '../core/mod.ts'
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

const NO_DAYS: ReadonlyMap<number, number> = new Map()

/**
 * The free ranges of a locked bucket, soonest expiry first. Codes are taken from the front or, if
 * they must be valid for some days, from the first range that is.
 */
export class FreeRanges {
  readonly #rests: readonly Rest[]
  readonly #validFrom: ReadonlyMap<number, number>

  /** `validFrom` maps a number of days to the first range whose codes are valid for that long. */
  constructor(ranges: readonly FreeRange[], validFrom: ReadonlyMap<number, number> = NO_DAYS) {
    this.#validFrom = validFrom
    this.#rests = ranges.map((range) => ({ range, takenCodes: 0 }))
  }

  /** Returns the number of codes that are valid for `days` and can be taken. */
  available(days?: number): number {
    const rests = this.#restsOf(days)
    return rests.reduce((sum, { range, takenCodes }) => sum + range.quantity - takenCodes, 0)
  }

  /** True if all ranges that were read are used up. The bucket may have more. */
  get isEmptied(): boolean {
    return this.#rests.length > 0 && this.available() === 0
  }

  take(quantity: number, days?: number): StockRange[] {
    assert(quantity <= this.available(days), 'nobody takes more than is available')
    let missing = quantity
    const parts = this.#restsOf(days).map((rest) => {
      const part = takeFrom(rest, missing)
      missing -= part.quantity
      return part
    })
    return parts.filter((part) => part.quantity > 0)
  }

  /** Returns the ranges from which codes were taken, with the numbers of these codes. */
  takings(): Taking[] {
    return this.#rests.filter((rest) => rest.takenCodes > 0)
  }

  #restsOf(days: number | undefined): readonly Rest[] {
    if (days === undefined) return this.#rests
    return this.#rests.slice(this.#validFrom.get(days) ?? this.#rests.length)
  }
}

/** A range without its first codes, which were taken. */
interface Rest {
  readonly range: FreeRange
  takenCodes: number
}

function takeFrom(rest: Rest, atMost: number): StockRange {
  const { blockId, first, quantity } = rest.range
  const part = {
    blockId,
    first: first + rest.takenCodes,
    quantity: Math.min(atMost, quantity - rest.takenCodes),
  }
  rest.takenCodes += part.quantity
  return part
}

/** Groups free ranges by face value. */
export function rangesByFace(rows: readonly FreeRow[]): Map<bigint, FreeRange[]> {
  const byFace = groupBy(rows, (row) => row.face_value_minor)
  return new Map([...byFace].map(([face, group]) => [face, group.map(toRange)]))
}

function toRange({ place, block_id: blockId, first, quantity }: FreeRow): FreeRange {
  return { place, blockId, first, quantity }
}

/** Returns ranges of a product as goods, which stay sealed in their blocks. */
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
/** Whole blocks have up to `BLOCK_CODES_MAX`; the last block of a part of a file has fewer. */
const RANGE_CODES_USUAL = 400

/** Returns a number of ranges of a face value that is usually enough for each of these groups. */
export function rangesFor(groups: Iterable<readonly { readonly quantity: number }[]>): number {
  const largest = Math.max(0, ...[...groups].map(quantityOf))
  return RANGES_AT_FIRST + Math.ceil(largest / RANGE_CODES_USUAL)
}

/** Reservations of one product, and the codes that were taken from its free ranges for them. */
export interface TakenStock {
  readonly reservations: readonly NewReservation[]
  readonly takings: readonly Taking[]
}

/** Writes reservations. Fails the transaction if a range has changed since it was read. */
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
  // This statement is last because building it takes longest: the server executes the others
  // meanwhile.
  tx.write(insertReservations(productId, reservations))
}

const isWhole = ({ range, takenCodes }: Taking): boolean => range.quantity === takenCodes
