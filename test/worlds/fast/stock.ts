import { FreeRanges } from '../../../src/inventory/free-ranges.ts'
import { LockedBuckets } from '../../../src/inventory/locked-buckets.ts'
import type { FreeRange, StockRange } from '../../../src/inventory/stock-rows.ts'
import type { BatchKey } from '../../../src/supply/mod.ts'

function nameOf({ partnerId, orderNo, batchNo }: BatchKey): string {
  return `${partnerId}/${orderNo}/${batchNo}`
}

/** Codes of one product in memory: the free ones, and the owners of the others. */
export class MemoryStock {
  readonly #productId: number
  readonly #free = new Map<bigint, FreeRange[]>()
  readonly #holders = new Map<string, string>()
  #blocks = 0

  constructor(productId: number) {
    this.#productId = productId
  }

  add(faceMinor: bigint, quantity: number): void {
    this.#blocks += 1
    this.#freed(faceMinor, { blockId: `block ${this.#blocks}`, first: 0, quantity })
  }

  count(faceMinor: bigint): number {
    return this.#ranges(faceMinor).reduce((sum, { quantity }) => sum + quantity, 0)
  }

  /** All buckets, and what writes the reservations that are made of them. */
  lock(except: readonly bigint[] = []): { buckets: LockedBuckets; save(): void } {
    const faces = [...this.#free.keys()].filter((face) => !except.includes(face))
    const byFace = new Map(faces.map((face) => [face, new FreeRanges(this.#ranges(face))] as const))
    type Products = ConstructorParameters<typeof LockedBuckets>[0]
    type Own = Products extends ReadonlyMap<number, infer One> ? One : never
    const own: Own = { byFace, reservations: [] }
    return {
      buckets: new LockedBuckets(new Map([[this.#productId, own]])),
      save: () => {
        for (const { key, ranges } of own.reservations) {
          for (const range of ranges) this.#hold(range, nameOf(key))
        }
        for (const [face, ranges] of byFace) this.#cut(face, ranges)
      },
    }
  }

  /** Gives back the codes of a cancelled order, by the key of the batch. */
  giveBack(faceMinor: bigint, key: BatchKey): void {
    for (const [code, holder] of this.#holders) {
      if (holder !== nameOf(key)) continue
      this.#holders.delete(code)
      const [blockId = '', at] = code.split('/')
      this.#freed(faceMinor, { blockId, first: Number(at), quantity: 1 })
    }
  }

  #hold({ blockId, first, quantity }: StockRange, holder: string): void {
    for (let at = first; at < first + quantity; at += 1) {
      const code = `${blockId}/${at}`
      if (this.#holders.has(code)) throw new Error(`${code} has two holders`)
      this.#holders.set(code, holder)
    }
  }

  #cut(face: bigint, taken: FreeRanges): void {
    for (const { range, takenCodes: count } of taken.takings()) {
      const rest = { first: range.first + count, quantity: range.quantity - count }
      const kept = this.#ranges(face).filter((one) => one !== range)
      this.#free.set(face, rest.quantity > 0 ? [{ ...range, ...rest }, ...kept] : kept)
    }
  }

  #freed(face: bigint, range: StockRange): void {
    const place = `${range.blockId} ${range.first}`
    this.#free.set(face, [...this.#ranges(face), { ...range, place }])
  }

  #ranges(face: bigint): FreeRange[] {
    return this.#free.get(face) ?? []
  }
}
