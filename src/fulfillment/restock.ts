import { minorUnits } from '../core/mod.ts'
import type { Db, Tx } from '../db/mod.ts'
import {
  reserveWithin,
  freeQuantity,
  lockBuckets,
  type Sale,
  type StockBucket,
  stockedBuckets,
} from '../inventory/mod.ts'
import {
  restartRouting,
  FIRST,
  lockRerouted,
  lockWaiting,
  waitedFor,
  waitingFaces,
  waitingForStock,
  waitingBuckets,
  WAITING_MAX,
  wakeBatches,
  type Place,
  type WaitingRow,
} from './restock-rows.ts'

/** The most batches that one transaction serves; a worker's next sweep serves the rest. */
const SERVED_MAX = 20_000

/**
 * Gives stock of a product to the batches that wait for it, oldest order first over all partners,
 * and returns the partners to wake. A batch that needs more than there is in stock is skipped in
 * favor of smaller ones. Runs in the transaction in which stock arrives, so that no later order is
 * served first.
 *
 * Locks all buckets before any batch, and batches by order and number.
 */
export async function serveWaiting(tx: Tx, productId: number, sale: Sale): Promise<Set<number>> {
  const nowMs = sale.now
  const waiting = await tx.rows(waitingFaces(productId))
  const buckets = waiting.map((row) => ({ productId, faceMinor: row.face_value_minor }))
  const stocked = await stockedBuckets(tx, buckets, nowMs)
  if (stocked.length === 0) return new Set()
  const faces = stocked.map((bucket) => bucket.faceMinor)
  await tx.rows(lockBuckets(productId, faces))
  const picked: WaitingRow[] = []
  for (const bucket of stocked) {
    picked.push(...(await pickServed(tx, bucket, { nowMs, countMax: SERVED_MAX - picked.length })))
  }
  const rows = inOrderOf(picked, await tx.rows(lockWaiting(picked)))
  const outcomes = await reserveWithin(tx, productId, rows.map(toRequest), sale)
  const served = rows.filter((_, at) => outcomes[at]?.outcome === 'issued')
  if (served.length > 0) await tx.rows(wakeBatches(served))
  return new Set(served.map((row) => row.partner_id))
}

/** Returns the locked batches in the order in which they were picked. */
function inOrderOf(picked: readonly WaitingRow[], locked: readonly WaitingRow[]): WaitingRow[] {
  const byKey = new Map(locked.map((row) => [keyOf(row), row]))
  return picked.flatMap((row) => byKey.get(keyOf(row)) ?? [])
}

function keyOf({ partner_id: partnerId, order_no: orderNo, batch_no: batchNo }: Place): string {
  return `${partnerId} ${orderNo} ${batchNo}`
}

/** Returns the batches that get the stock of a locked bucket, oldest order first. */
async function pickServed(
  tx: Tx,
  bucket: StockBucket,
  { nowMs, countMax }: { nowMs: number; countMax: number },
): Promise<WaitingRow[]> {
  const picked: WaitingRow[] = []
  let free = await freeQuantity(tx, bucket, nowMs)
  for (let after: Place = FIRST; free > 0;) {
    const rows = await tx.rows(waitingForStock(bucket, { after, quantityMax: free }))
    for (const row of rows) {
      if (picked.length === countMax) return picked
      if (row.quantity > free) continue
      free -= row.quantity
      picked.push(row)
    }
    const last = rows.at(-1)
    if (!last || rows.length < WAITING_MAX) return picked
    after = last
  }
  return picked
}

/** Returns the buckets that a batch waits for, whether they have enough for it or not. */
export async function waitedForBuckets(
  db: Db,
  buckets: readonly StockBucket[],
): Promise<StockBucket[]> {
  if (buckets.length === 0) return []
  const rows = await db.rows(waitedFor(buckets))
  return rows.map((row) => ({ productId: row.product_id, faceMinor: row.face_value_minor }))
}

/** Returns the face values, in minor units, that batches of a product wait for. */
export async function waitedForFaces(db: Db, productId: number): Promise<bigint[]> {
  const waiting = await db.rows(waitingFaces(productId))
  const buckets = waiting.map((row) => ({ productId, faceMinor: row.face_value_minor }))
  return (await waitedForBuckets(db, buckets)).map(({ faceMinor }) => faceMinor)
}

/** Returns the products with stock and waiting batches: a worker ended before it served them. */
export async function unservedProducts(db: Db, nowMs: number): Promise<Set<number>> {
  const waiting = await db.rows(waitingBuckets())
  const buckets = waiting.map((row) => ({
    productId: row.product_id,
    faceMinor: row.face_value_minor,
  }))
  const stocked = await stockedBuckets(db, buckets, nowMs)
  return new Set(stocked.map((bucket) => bucket.productId))
}

function toRequest(row: WaitingRow) {
  return {
    partnerId: row.partner_id,
    orderNo: Number(row.order_no),
    batchNo: row.batch_no,
    faceValueMinor: minorUnits(row.face_value_minor),
    quantity: row.quantity,
  }
}

/**
 * Makes batches that wait for stock due at the first supplier that the product has now, and returns
 * the partners to wake. Leaves batches that only imported stock can serve. Runs in the transaction
 * that changes the product, so that no batch is missed.
 */
export async function rerouteBatches(tx: Tx, productId: number): Promise<Set<number>> {
  await tx.rows(lockRerouted(productId))
  const woken = await tx.rows(restartRouting(productId))
  return new Set(woken.map((row) => row.partner_id))
}
