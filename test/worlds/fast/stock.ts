import { FreeRanges } from '../../../src/inventory/free-ranges.ts'
import { LockedBuckets, type NewStockBatch } from '../../../src/inventory/locked-buckets.ts'
import type { FreeRange, StockRange } from '../../../src/inventory/stock-rows.ts'
import { REQUIRED_DAYS } from '../catalog.ts'
import type { BatchKey } from '../../../src/supply/mod.ts'

const MS_PER_DAY = 86_400_000

function nameOf({ partnerId, orderNo, batchNo }: BatchKey): string {
  return `${partnerId}/${orderNo}/${batchNo}`
}

/** A product and a face value. */
export interface Bucket {
  readonly productId: number
  readonly faceMinor: bigint
}

type Products = ConstructorParameters<typeof LockedBuckets>[0]
type Locked = Products extends ReadonlyMap<number, infer One> ? One : never

/** Codes in memory: the free ones, and the owners of the others. */
export class MemoryStock {
  readonly #free = new Map<string, { readonly bucket: Bucket; ranges: FreeRange[] }>()
  readonly #holders = new Map<string, string>()
  readonly #expiries = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Adds codes that are valid for a number of days. */
  add(bucket: Bucket, quantity: number, days = Infinity): void {
    const blockId = `block ${this.#expiries.size}`
    this.#expiries.set(blockId, this.#now() + days * MS_PER_DAY)
    this.#freed(bucket, { blockId, first: 0, quantity })
  }

  /** Returns all buckets, and a function that stores the reservations made in them. */
  lock(except: readonly Bucket[] = []): { buckets: LockedBuckets; save(): void } {
    const locked = new Map<number, Locked>()
    for (const { bucket, ranges } of this.#free.values()) {
      if (except.some((one) => nameOfBucket(one) === nameOfBucket(bucket))) continue
      const own = locked.get(bucket.productId) ?? { byFace: new Map(), reservations: [] }
      own.byFace.set(bucket.faceMinor, this.#forSale(ranges))
      locked.set(bucket.productId, own)
    }
    return {
      buckets: new LockedBuckets(locked),
      save: () => {
        for (const [productId, { byFace, reservations }] of locked) {
          for (const { key, ranges } of reservations) {
            for (const range of ranges) this.#hold(range, nameOf(key))
          }
          for (const [faceMinor, ranges] of byFace) this.#cut({ productId, faceMinor }, ranges)
        }
      },
    }
  }

  /** Returns the codes that have not expired, soonest expiry first, as `readFree` does. */
  #forSale(ranges: readonly FreeRange[]): FreeRanges {
    const now = this.#now()
    const until = ({ blockId }: FreeRange) => this.#expiries.get(blockId) ?? 0
    const sold = ranges.filter((one) => until(one) > now)
    sold.sort((one, other) => until(one) - until(other))
    const firsts = REQUIRED_DAYS.map(
      (days) => [days, sold.findIndex((one) => until(one) >= now + days * MS_PER_DAY)] as const,
    )
    return new FreeRanges(sold, new Map(firsts.filter(([, at]) => at >= 0)))
  }

  /** Gives back the codes of a cancelled order, by the key of the batch. */
  giveBack(bucket: Bucket, key: BatchKey): void {
    for (const [code, holder] of this.#holders) {
      if (holder !== nameOf(key)) continue
      this.#holders.delete(code)
      const [blockId = '', at] = code.split('/')
      this.#freed(bucket, { blockId, first: Number(at), quantity: 1 })
    }
  }

  #hold({ blockId, first, quantity }: StockRange, holder: string): void {
    for (let at = first; at < first + quantity; at += 1) {
      const code = `${blockId}/${at}`
      if (this.#holders.has(code)) throw new Error(`${code} has two holders`)
      this.#holders.set(code, holder)
    }
  }

  #cut(bucket: Bucket, sold: FreeRanges): void {
    const free = this.#bucket(bucket)
    for (const { range, takenCodes: count } of sold.takings()) {
      if (count === 0) throw new Error(`nothing is taken of ${range.place}`)
      const rest = { first: range.first + count, quantity: range.quantity - count }
      const others = free.ranges.filter((one) => one !== range)
      free.ranges = rest.quantity > 0 ? [{ ...range, ...rest }, ...others] : others
    }
  }

  #freed(bucket: Bucket, range: StockRange): void {
    const place = `${range.blockId} ${range.first}`
    this.#bucket(bucket).ranges.push({ ...range, place })
  }

  #bucket(bucket: Bucket) {
    const entry = this.#free.get(nameOfBucket(bucket)) ?? { bucket, ranges: [] }
    this.#free.set(nameOfBucket(bucket), entry)
    return entry
  }
}

/** Reserves a batch, and checks that it gets all of its units. */
export function takeWhole(buckets: LockedBuckets, batch: NewStockBatch): void {
  const goods = buckets.take(batch)
  const own = goods.map((one) => {
    return 'stock' in one && one.stock.productId === batch.productId ? one.quantity : 0
  })
  if (own.reduce((sum, units) => sum + units, 0) !== batch.quantity)
    throw new Error(`got ${JSON.stringify(goods)}`)
}

function nameOfBucket({ productId, faceMinor }: Bucket): string {
  return `${productId} ${faceMinor}`
}
