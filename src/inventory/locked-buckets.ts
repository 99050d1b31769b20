import assert from 'node:assert/strict'
import { groupBy } from '../core/mod.ts'
import type { Tx, Writer } from '../db/mod.ts'
import type { BatchKey, Goods } from '../supply/mod.ts'
import { lockBucketsSkipLocked } from './bucket-rows.ts'
import {
  FreeRanges,
  goodsOf,
  quantityOf,
  saveReservations,
  rangesFor,
  toRange,
} from './free-ranges.ts'
import type { StockBucket } from './in-stock.ts'
import type { NewReservation } from './reservation-rows.ts'
import { readFree } from './stock-rows.ts'

/** Units of one product and face value. */
export interface StockUnits {
  readonly productId: number
  readonly faceValueMinor: bigint
  readonly quantity: number
}

/** A batch that nobody else knows of yet, so nothing can have been reserved under its key. */
export type NewStockBatch = BatchKey & StockUnits

/**
 * Locks the buckets of what is wanted until `tx` ends, but for those that somebody else holds, and
 * reads as much of their stock as usually is enough: what may be taken then, without waiting.
 */
export async function tryLockBuckets(
  tx: Tx,
  wanted: readonly StockUnits[],
  now: number,
): Promise<LockedBuckets> {
  const products = [...groupBy(wanted, ({ productId }) => productId)]
  return new LockedBuckets(
    new Map(await Promise.all(products.map((product) => openProduct(tx, product, now)))),
  )
}

/** The locked buckets of one product, by face value, and what was reserved of them. */
interface ProductBuckets {
  readonly byFace: Map<bigint, FreeRanges>
  readonly reservations: NewReservation[]
}

async function openProduct(
  tx: Tx,
  [productId, wanted]: readonly [number, readonly StockUnits[]],
  now: number,
): Promise<[number, ProductBuckets]> {
  const byFace = groupBy(wanted, ({ faceValueMinor }) => faceValueMinor)
  const faces = [...byFace.keys()]
  const rangesMax = rangesFor([...byFace.values()].map(quantityOf))
  // In one round trip: the second sees what the last holder of a lock left.
  const [locked, free] = await Promise.all([
    tx.rows(lockBucketsSkipLocked(productId, faces)),
    tx.rows(readFree({ productId, now, rangesMax }, faces)),
  ])
  const found = groupBy(free, (row) => row.face_value_minor)
  const buckets = locked.map(({ face_value_minor: face }) => {
    return [face, new FreeRanges((found.get(face) ?? []).map(toRange))] as const
  })
  return [productId, { byFace: new Map(buckets), reservations: [] }]
}

/** Stock that may be taken in one transaction, and what was taken of it. */
export class LockedBuckets {
  readonly #products: ReadonlyMap<number, ProductBuckets>

  constructor(products: ReadonlyMap<number, ProductBuckets>) {
    this.#products = products
  }

  /** Nothing may be taken of this one. */
  close({ productId, faceMinor }: StockBucket): void {
    this.#products.get(productId)?.byFace.delete(faceMinor)
  }

  /** Whether there is enough for all of these. */
  hasAll(wanted: readonly StockUnits[]): boolean {
    return [...groupBy(wanted, ({ productId }) => productId)].every(([productId, units]) =>
      [...groupBy(units, ({ faceValueMinor }) => faceValueMinor)].every(([face, same]) => {
        const ranges = this.#products.get(productId)?.byFace.get(face)
        return ranges !== undefined && quantityOf(same) <= ranges.available
      }),
    )
  }

  /** Reservations the whole of a batch for which there is enough. */
  take(batch: NewStockBatch): Goods[] {
    const buckets = this.#products.get(batch.productId)
    const ranges = buckets?.byFace.get(batch.faceValueMinor)?.take(batch.quantity)
    assert(ranges, 'what is taken lies in a bucket that is locked')
    buckets?.reservations.push({ key: batch, ranges })
    return goodsOf(batch.productId, ranges)
  }

  /** Whether what was taken of a bucket may have been its last. */
  hasEmptied(): boolean {
    return [...this.#products.values()].some(({ byFace }) =>
      [...byFace.values()].some((ranges) => ranges.isEmptied),
    )
  }

  /** Writes what was reserved. */
  save(tx: Writer): void {
    for (const [productId, { byFace, reservations }] of this.#products) {
      const takings = [...byFace.values()].flatMap((ranges) => ranges.takings())
      saveReservations(tx, productId, { reservations, takings })
    }
  }
}
