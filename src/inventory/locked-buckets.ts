import assert from 'node:assert/strict'
import { groupBy } from '../core/mod.ts'
import type { Tx, Writer } from '../db/mod.ts'
import type { BatchKey, Goods } from '../supply/mod.ts'
import { lockBuckets, lockBucketsSkipLocked } from './bucket-rows.ts'
import {
  FreeRanges,
  goodsOf,
  quantityOf,
  rangesByFace,
  rangesFor,
  saveReservations,
} from './free-ranges.ts'
import type { StockBucket } from './in-stock.ts'
import type { NewReservation } from './reservation-rows.ts'
import { type FreeRange, readFree, validUntil } from './stock-rows.ts'

/** Units of one product and face value. */
export interface StockUnits {
  readonly productId: number
  readonly faceValueMinor: bigint
  readonly quantity: number
  /** The least number of days for which the codes must be valid; undefined: any code for sale. */
  readonly minValidityDays?: number | undefined
}

/** A new batch, unknown to other transactions: nothing can be reserved under its key yet. */
export type NewStockBatch = BatchKey & StockUnits

/**
 * Locks the buckets of these units until `tx` ends, except those that another transaction has
 * locked, and reads as much of their stock as is usually enough. Never waits.
 */
export async function tryLockBuckets(
  tx: Tx,
  requiredUnits: readonly StockUnits[],
  now: number,
): Promise<LockedBuckets> {
  return await openBuckets(tx, requiredUnits, { now, lock: lockBucketsSkipLocked })
}

/** Locks the buckets of these units, and waits for those that another transaction has locked. */
export async function waitForBuckets(
  tx: Tx,
  requiredUnits: readonly StockUnits[],
  now: number,
): Promise<LockedBuckets> {
  return await openBuckets(tx, requiredUnits, { now, lock: lockBuckets })
}

interface Opening {
  readonly now: number
  readonly lock: typeof lockBuckets
}

/** Locks the buckets of the lowest product first. */
async function openBuckets(
  tx: Tx,
  requiredUnits: readonly StockUnits[],
  opening: Opening,
): Promise<LockedBuckets> {
  const products = [...groupBy(requiredUnits, ({ productId }) => productId)]
  const inOrder = products.toSorted(([one], [other]) => one - other)
  return new LockedBuckets(
    new Map(await Promise.all(inOrder.map((product) => openProduct(tx, product, opening)))),
  )
}

/** The locked buckets of one product by face value, and the reservations made of them. */
interface ProductBuckets {
  readonly byFace: Map<bigint, FreeRanges>
  readonly reservations: NewReservation[]
}

async function openProduct(
  tx: Tx,
  [productId, requiredUnits]: readonly [number, readonly StockUnits[]],
  { now, lock }: Opening,
): Promise<[number, ProductBuckets]> {
  const byFace = groupBy(requiredUnits, ({ faceValueMinor }) => faceValueMinor)
  const faces = [...byFace.keys()]
  const rangesMax = rangesFor(byFace.values())
  const leastDays = new Set(requiredUnits.flatMap(({ minValidityDays: days }) => days ?? []))
  const readValid = async (days: number): Promise<[number, FreeOfFaces]> => {
    const validMs = validUntil(days, now)
    const rows = await tx.rows(readFree({ productId, now, validMs, rangesMax }, faces))
    return [days, rangesByFace(rows)]
  }
  // All statements are sent in one round trip. Each later one sees what the last holder of a lock
  // has committed.
  const [locked, free, ...valid] = await Promise.all([
    tx.rows(lock(productId, faces)),
    tx.rows(readFree({ productId, now, rangesMax }, faces)),
    ...[...leastDays].map(readValid),
  ])
  const freeByFace = rangesByFace(free)
  const buckets = locked.map(({ face_value_minor: face }) => {
    const ofDays = valid.map(([days, ranges]) => [days, ranges.get(face) ?? []] as const)
    return [face, joinRanges(freeByFace.get(face) ?? [], ofDays)] as const
  })
  return [productId, { byFace: new Map(buckets), reservations: [] }]
}

type FreeOfFaces = ReadonlyMap<bigint, readonly FreeRange[]>

/**
 * Joins the first ranges of a bucket with the first ones that are valid for some days. Both lists
 * are sorted by expiry, so the second continues the first.
 */
function joinRanges(
  first: readonly FreeRange[],
  ofDays: readonly (readonly [days: number, ranges: readonly FreeRange[]])[],
): FreeRanges {
  const byPlace = new Map(first.map((range) => [range.place, range]))
  const ascending = ofDays.toSorted(([one], [other]) => one - other)
  for (const range of ascending.flatMap(([, ranges]) => ranges)) byPlace.set(range.place, range)
  const places = [...byPlace.keys()]
  const starts = ascending.flatMap(([days, [range]]) =>
    range ? [[days, places.indexOf(range.place)] as const] : [],
  )
  return new FreeRanges([...byPlace.values()], new Map(starts))
}

/** Stock that one transaction can reserve, and its reservations so far. */
export class LockedBuckets {
  readonly #products: ReadonlyMap<number, ProductBuckets>

  constructor(products: ReadonlyMap<number, ProductBuckets>) {
    this.#products = products
  }

  /** Excludes a bucket. */
  close({ productId, faceMinor }: StockBucket): void {
    this.#products.get(productId)?.byFace.delete(faceMinor)
  }

  /** Returns true if there is enough for all of these. */
  hasAll(requiredUnits: readonly StockUnits[]): boolean {
    return [...groupBy(requiredUnits, ({ productId }) => productId)].every(([productId, units]) =>
      [...groupBy(units, ({ faceValueMinor }) => faceValueMinor)].every(([face, same]) => {
        const ranges = this.#products.get(productId)?.byFace.get(face)
        return ranges !== undefined && areAvailable(ranges, same)
      }),
    )
  }

  /** Reserves the whole quantity of a batch. The caller has checked that there is enough. */
  take(batch: NewStockBatch): Goods[] {
    const buckets = this.#products.get(batch.productId)
    const ranges = buckets?.byFace
      .get(batch.faceValueMinor)
      ?.take(batch.quantity, batch.minValidityDays)
    assert(ranges, 'what is taken lies in a bucket that is locked')
    buckets?.reservations.push({ key: batch, ranges })
    return goodsOf(batch.productId, ranges)
  }

  /** Returns true if the last code of a bucket may have been taken. */
  hasEmptied(): boolean {
    return [...this.#products.values()].some(({ byFace }) =>
      [...byFace.values()].some((ranges) => ranges.isEmptied),
    )
  }

  /** Writes the reservations. */
  save(tx: Writer): void {
    for (const [productId, { byFace, reservations }] of this.#products) {
      const takings = [...byFace.values()].flatMap((ranges) => ranges.takings())
      saveReservations(tx, productId, { reservations, takings })
    }
  }
}

/**
 * Returns true if there are enough codes. A code that is valid for longer also serves a request for
 * fewer days.
 */
function areAvailable(ranges: FreeRanges, units: readonly StockUnits[]): boolean {
  const leastDays = new Set(units.map(({ minValidityDays }) => minValidityDays))
  return [...leastDays].every((days) => {
    const asLong = units.filter((one) => (one.minValidityDays ?? 0) >= (days ?? 0))
    return quantityOf(asLong) <= ranges.available(days)
  })
}
