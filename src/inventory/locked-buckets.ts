import assert from 'node:assert/strict'
import { groupBy } from '../core/mod.ts'
import type { Tx, Writer } from '../db/mod.ts'
import type { BatchKey, Goods } from '../supply/mod.ts'
import { lockFreeShelves } from './bucket-rows.ts'
import { FreeSlices, goodsOf, quantityOf, saveClaims, slicesFor, toSlice } from './free-ranges.ts'
import type { Shelf } from './in-stock.ts'
import type { NewClaim } from './reservation-rows.ts'
import { readFree } from './stock-rows.ts'

/** Units of one product and face value. */
export interface StockUnits {
  readonly productId: number
  readonly faceValueMinor: bigint
  readonly quantity: number
}

/** A batch that nobody else knows of yet, so nothing can have been claimed under its key. */
export type NewStockBatch = BatchKey & StockUnits

/**
 * Locks the shelves of what is wanted until `tx` ends, but for those that somebody else holds, and
 * reads as much of their stock as usually is enough: what may be taken then, without waiting.
 */
export async function openShelves(
  tx: Tx,
  wanted: readonly StockUnits[],
  now: number,
): Promise<OpenShelves> {
  const products = [...groupBy(wanted, ({ productId }) => productId)]
  return new OpenShelves(
    new Map(await Promise.all(products.map((product) => openProduct(tx, product, now)))),
  )
}

/** The locked shelves of one product, by face value, and what was claimed of them. */
interface ProductShelves {
  readonly byFace: Map<bigint, FreeSlices>
  readonly claims: NewClaim[]
}

async function openProduct(
  tx: Tx,
  [productId, wanted]: readonly [number, readonly StockUnits[]],
  now: number,
): Promise<[number, ProductShelves]> {
  const byFace = groupBy(wanted, ({ faceValueMinor }) => faceValueMinor)
  const faces = [...byFace.keys()]
  const slicesMax = slicesFor([...byFace.values()].map(quantityOf))
  // In one round trip: the second sees what the last holder of a lock left.
  const [locked, free] = await Promise.all([
    tx.rows(lockFreeShelves(productId, faces)),
    tx.rows(readFree({ productId, now, slicesMax }, faces)),
  ])
  const found = groupBy(free, (row) => row.face_value_minor)
  const shelves = locked.map(({ face_value_minor: face }) => {
    return [face, new FreeSlices((found.get(face) ?? []).map(toSlice))] as const
  })
  return [productId, { byFace: new Map(shelves), claims: [] }]
}

/** Stock that may be taken in one transaction, and what was taken of it. */
export class OpenShelves {
  readonly #products: ReadonlyMap<number, ProductShelves>

  constructor(products: ReadonlyMap<number, ProductShelves>) {
    this.#products = products
  }

  /** Nothing may be taken of this one. */
  close({ productId, faceMinor }: Shelf): void {
    this.#products.get(productId)?.byFace.delete(faceMinor)
  }

  /** Whether there is enough for all of these. */
  hasAll(wanted: readonly StockUnits[]): boolean {
    return [...groupBy(wanted, ({ productId }) => productId)].every(([productId, units]) =>
      [...groupBy(units, ({ faceValueMinor }) => faceValueMinor)].every(([face, same]) => {
        const slices = this.#products.get(productId)?.byFace.get(face)
        return slices !== undefined && quantityOf(same) <= slices.available
      }),
    )
  }

  /** Claims the whole of a batch for which there is enough. */
  take(batch: NewStockBatch): Goods[] {
    const shelves = this.#products.get(batch.productId)
    const slices = shelves?.byFace.get(batch.faceValueMinor)?.take(batch.quantity)
    assert(slices, 'what is taken lies on a shelf that is locked')
    shelves?.claims.push({ key: batch, slices })
    return goodsOf(batch.productId, slices)
  }

  /** Whether what was taken of a shelf may have been its last. */
  hasEmptied(): boolean {
    return [...this.#products.values()].some(({ byFace }) =>
      [...byFace.values()].some((slices) => slices.isEmptied),
    )
  }

  /** Writes what was claimed. */
  save(tx: Writer): void {
    for (const [productId, { byFace, claims }] of this.#products) {
      const takings = [...byFace.values()].flatMap((slices) => slices.takings())
      saveClaims(tx, productId, { claims, takings })
    }
  }
}
