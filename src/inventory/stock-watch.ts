import { followAlerts, type AlertText } from '../alerts/mod.ts'
import type { Catalog, Product } from '../catalog/mod.ts'
import { MS_PER_DAY, daysLeft, formatAmount, type Clock } from '../core/mod.ts'
import type { Database, Tx } from '../db/mod.ts'
import { publishEvents } from '../events/mod.ts'
import { isFromStock } from './in-stock.ts'
import { deleteLevels, insertLevels } from './stock-count-rows.ts'
import { type ProductStock, type BucketStock, stockOf } from './stock-count.ts'
import { ALL_PRODUCTS, selectThresholds } from './stock-policy-rows.ts'

export interface StockWatchOptions {
  readonly db: Database
  readonly clock: Clock
  readonly catalog: Catalog
}

const LEVELS_KEPT_MS = 60 * MS_PER_DAY

/**
 * Records, once a day, the number of codes that have left stock, so that sales are counted by
 * subtraction. Raises an alert for each face value that is low on stock, updates its text at each
 * run, and resolves it when the face value is no longer low. Any number of processes may run this.
 */
export async function followStock(options: StockWatchOptions): Promise<void> {
  const { db, clock } = options
  const now = clock.now()
  const inserted = await db.rows(insertLevels(now - (now % MS_PER_DAY), now))
  if (inserted.length > 0) await db.rows(deleteLevels(now - LEVELS_KEPT_MS))
  await followLowStock(options, now)
}

async function followLowStock({ db, catalog }: StockWatchOptions, now: number): Promise<void> {
  const thresholds = await db.rows(selectThresholds())
  const ids = new Set(thresholds.map((row) => row.product_id))
  const { products } = await catalog.current()
  const watched = [...products.values()].filter(
    (one) => one.active && isFromStock(one) && (ids.has(ALL_PRODUCTS) || ids.has(one.productId)),
  )
  const stocks = watched.length > 0 ? await stockOf(db, watched, now) : []
  const low = new Map(
    stocks.flatMap((stock) =>
      stock.buckets
        .filter((bucket) => bucket.isLow)
        .map((bucket) => [subjectOf(stock.product, bucket), alertOf(stock, bucket)] as const),
    ),
  )
  const onOpened = (tx: Tx, alertSubject: string): void => {
    const productId = Number(alertSubject.split(':')[1])
    const subject = `product:${productId}`
    publishEvents(tx, [
      { audience: 'live', type: 'stock.low', subject, atMs: now, data: { productId } },
    ])
  }
  await followAlerts(db, { kind: 'low_stock', at: now, isCounted: false, onOpened }, low)
}

function subjectOf({ productId, currency }: Product, { faceMinor }: BucketStock): string {
  return `product:${productId}:${formatAmount(faceMinor, currency)}`
}

function alertOf({ product, effective }: ProductStock, bucket: BucketStock): AlertText {
  const { productId, brand, currency } = product
  const faceValue = formatAmount(bucket.faceMinor, currency)
  const free = Number(bucket.free)
  const name = `${brand} ${faceValue} ${currency.code}`
  const { lowStockThreshold } = effective
  return {
    severity: bucket.free === 0n ? 'critical' : 'warning',
    message: `${name} is low on stock: ${free} for sale, fewer than ${lowStockThreshold}`,
    details: {
      productId,
      faceValue,
      currency: currency.code,
      free,
      lowStockThreshold,
      daysLeft: daysLeft(bucket.free, bucket.sales),
    },
  }
}
