import { minorUnits } from '../core/mod.ts'
import type { Db, Tx } from '../db/mod.ts'
import {
  claimWithin,
  freeQuantity,
  lockShelves,
  type Sale,
  type Shelf,
  stockedShelves,
} from '../inventory/mod.ts'
import {
  beginAnew,
  FIRST,
  lockLeaving,
  lockWaiting,
  waitedFor,
  waitingFaces,
  waitingForStock,
  waitingShelves,
  WAITING_MAX,
  wakeBatches,
  type Place,
  type WaitingRow,
} from './restock-rows.ts'

/** How many are served in one transaction; a worker comes by for the rest. */
const SERVED_MAX = 20_000

/**
 * Gives stock of a product to the batches that wait for it, oldest order first over all partners.
 * In the transaction in which stock arrives, nobody who came later is served before. A batch that
 * finds too little lets smaller ones pass. Answers the partners to wake.
 *
 * Locks all shelves before any batch, and batches by order and number, as everywhere.
 */
export async function serveWaiting(tx: Tx, productId: number, sale: Sale): Promise<Set<number>> {
  const nowMs = sale.now
  const waiting = await tx.rows(waitingFaces(productId))
  const shelves = waiting.map((row) => ({ productId, faceMinor: row.face_value_minor }))
  const stocked = await stockedShelves(tx, shelves, nowMs)
  if (stocked.length === 0) return new Set()
  const faces = stocked.map((shelf) => shelf.faceMinor)
  await tx.rows(lockShelves(productId, faces))
  const picked: WaitingRow[] = []
  for (const shelf of stocked) {
    picked.push(...(await pickServed(tx, shelf, { nowMs, countMax: SERVED_MAX - picked.length })))
  }
  const rows = await tx.rows(lockWaiting(picked))
  const outcomes = await claimWithin(tx, productId, rows.map(toRequest), sale)
  const served = rows.filter((_, at) => outcomes[at]?.outcome === 'issued')
  if (served.length > 0) await tx.rows(wakeBatches(served))
  return new Set(served.map((row) => row.partner_id))
}

/** Those that the stock of a shelf, which is locked, is for; oldest order first. */
async function pickServed(
  tx: Tx,
  shelf: Shelf,
  { nowMs, countMax }: { nowMs: number; countMax: number },
): Promise<WaitingRow[]> {
  const picked: WaitingRow[] = []
  let free = await freeQuantity(tx, shelf, nowMs)
  for (let after: Place = FIRST; free > 0;) {
    const rows = await tx.rows(waitingForStock(shelf, { after, quantityMax: free }))
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

/** Those of the shelves that a batch waits for, whether there is enough for it or not. */
export async function waitedForShelves(db: Db, shelves: readonly Shelf[]): Promise<Shelf[]> {
  if (shelves.length === 0) return []
  const rows = await db.rows(waitedFor(shelves))
  return rows.map((row) => ({ productId: row.product_id, faceMinor: row.face_value_minor }))
}

/** Face values of the product that batches wait for the stock of, in minor units. */
export async function waitedForFaces(db: Db, productId: number): Promise<bigint[]> {
  const waiting = await db.rows(waitingFaces(productId))
  const shelves = waiting.map((row) => ({ productId, faceMinor: row.face_value_minor }))
  return (await waitedForShelves(db, shelves)).map(({ faceMinor }) => faceMinor)
}

/** Products that somebody waits for although there is stock: whoever was to serve them did not. */
export async function neglectedProducts(db: Db, nowMs: number): Promise<Set<number>> {
  const waiting = await db.rows(waitingShelves())
  const shelves = waiting.map((row) => ({
    productId: row.product_id,
    faceMinor: row.face_value_minor,
  }))
  const stocked = await stockedShelves(db, shelves, nowMs)
  return new Set(stocked.map((shelf) => shelf.productId))
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
 * Asks those again, at once, that are or were not stock of ours: the suppliers that the product has
 * by now. In the transaction that changes it, so that nobody stays behind. Answers whom to wake.
 */
export async function wakeOthers(tx: Tx, productId: number): Promise<Set<number>> {
  await tx.rows(lockLeaving(productId))
  const woken = await tx.rows(beginAnew(productId))
  return new Set(woken.map((row) => row.partner_id))
}
