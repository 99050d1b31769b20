import type { Product } from '../catalog/mod.ts'
import { MS_PER_DAY, groupBy, type Usage } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import {
  type BaselineRow,
  baselines,
  type CountKind,
  type CountRow,
  countStock,
} from './stock-count-rows.ts'
import { policiesOf, type StockPolicy } from './stock-policy.ts'

/** The numbers of codes of one product and face value, by their state. */
export interface BucketStock {
  readonly faceMinor: bigint
  /** For sale. */
  readonly free: bigint
  /** The part of `free` that expires within EXPIRING_SOON_DAYS. */
  readonly expiringSoon: bigint
  /** Not sold, because they expire within the margin. */
  readonly withheld: bigint
  readonly expired: bigint
  readonly quarantined: bigint
  readonly recalled: bigint
  /** Reserved for orders. */
  readonly reservedOrSold: bigint
  readonly sales: Usage
  /** True if partners can order the face value and fewer codes than the threshold are for sale. */
  readonly isLow: boolean
}

export interface ProductStock {
  readonly product: Product
  readonly productPolicy: StockPolicy
  readonly effective: StockPolicy
  /**
   * The counts by face value. Includes face values that partners can order, even if there is no
   * code.
   */
  readonly buckets: readonly BucketStock[]
}

const EXPIRING_SOON_DAYS = 30
/** A whole week, because weekdays differ. */
const SALES_DAYS = 7

/** Returns the stock of these products as of `now` (milliseconds). */
export async function stockOf(
  db: Db,
  products: readonly Product[],
  now: number,
): Promise<ProductStock[]> {
  const ids = products.map((product) => product.productId)
  const [policies, counts, bases] = await Promise.all([
    policiesOf(db, ids),
    db.rows(countStock(ids, { now, soon: now + EXPIRING_SOON_DAYS * MS_PER_DAY })),
    db.rows(baselines(ids, now - SALES_DAYS * MS_PER_DAY)),
  ])
  const countsOf = groupBy(counts, (row) => row.product_id)
  const baseOf = new Map(bases.map((row) => [placeOf(row), row]))
  return products.map((product) => {
    const { productId } = product
    const { productPolicy, effective } = policies(productId)
    const rows = countsOf.get(productId) ?? []
    const buckets = facesOf(product, rows).map((faceMinor) => {
      const bucket = bucketOf(faceMinor, rows)
      const base = baseOf.get(`${productId}/${faceMinor}`)
      const threshold = isSold(product, faceMinor) ? effective.lowStockThreshold : null
      const isLow = threshold !== null && bucket.free < threshold
      return { ...bucket, sales: salesSince(base, bucket.reservedOrSold, now), isLow }
    })
    return { product, productPolicy, effective, buckets }
  })
}

function salesSince(base: BaselineRow | undefined, reservedOrSold: bigint, now: number): Usage {
  if (!base) return { units: reservedOrSold, elapsedMs: 0n }
  return { units: reservedOrSold - base.taken, elapsedMs: BigInt(now - base.seen_at.getTime()) }
}

function placeOf(row: BaselineRow): string {
  return `${row.product_id}/${row.face_value_minor}`
}

function bucketOf(faceMinor: bigint, rows: readonly CountRow[]) {
  const codes = (kind: CountKind): bigint =>
    rows.find((row) => row.face_value_minor === faceMinor && row.kind === kind)?.codes ?? 0n
  const expiringSoon = codes('expiring')
  const free = codes('lasting') + expiringSoon
  const [withheld, expired] = [codes('withheld'), codes('expired')]
  const [quarantined, recalled] = [codes('QUARANTINED'), codes('RECALLED')]
  const unsold = free + withheld + expired + quarantined + recalled
  const reservedOrSold = codes('imported') - unsold
  return { faceMinor, free, expiringSoon, withheld, expired, quarantined, recalled, reservedOrSold }
}

/** Lowest first. */
function facesOf(product: Product, rows: readonly { face_value_minor: bigint }[]): bigint[] {
  const ordered = product.denomination.type === 'FIXED' ? product.denomination.fixedMinor : []
  const faces = new Set([...ordered, ...rows.map((row) => row.face_value_minor)])
  return [...faces].toSorted((one, other) => (one < other ? -1 : 1))
}

function isSold({ active, denomination }: Product, faceMinor: bigint): boolean {
  if (!active) return false
  if (denomination.type === 'FIXED') return denomination.fixedMinor.includes(faceMinor)
  return faceMinor >= denomination.minMinor && faceMinor <= denomination.maxMinor
}
