import { dateAt, minorUnits } from '../core/mod.ts'
import { sql, type Db, type FulfillmentsRow, type Statement, type Tx } from '../db/mod.ts'
import {
  claimWithin,
  freeQuantity,
  lockShelves,
  stockedShelves,
  type Shelf,
} from '../supply/mod.ts'

/** How many waiting batches are served at a time; the next ones follow while there is stock. */
const WAITING_MAX = 1_000

/**
 * Gives stock of a product to the batches that wait for it, oldest order first over all partners.
 * In the transaction in which stock arrives, nobody who came later is served before. A batch that
 * finds too little lets smaller ones pass. Answers the partners to wake.
 */
export async function serveWaiting(tx: Tx, productId: number, nowMs: number): Promise<Set<number>> {
  const woken = new Set<number>()
  for (const { face_value_minor: faceMinor } of await tx.rows(waitingFaces(productId))) {
    for (const partnerId of await serveShelf(tx, { productId, faceMinor }, nowMs)) {
      woken.add(partnerId)
    }
  }
  return woken
}

/** Shelf before batches, as everywhere. */
async function serveShelf(tx: Tx, shelf: Shelf, nowMs: number): Promise<number[]> {
  const woken: number[] = []
  if ((await freeQuantity(tx, shelf, nowMs)) === 0) return woken
  await tx.rows(lockShelves(shelf.productId, [shelf.faceMinor]))
  for (let after: Place = FIRST; ;) {
    const free = await freeQuantity(tx, shelf, nowMs)
    if (free === 0) return woken
    const rows = await tx.rows(waitingForStock(shelf, { after, quantityMax: free }))
    const requests = rows.map(toRequest)
    const outcomes = await claimWithin(tx, shelf.productId, requests, nowMs)
    const served = rows.filter((_, at) => outcomes[at]?.outcome === 'issued')
    if (served.length > 0) await tx.rows(wakeBatches(served))
    woken.push(...served.map((row) => row.partner_id))
    const last = rows.at(-1)
    if (!last || rows.length < WAITING_MAX) return woken
    after = last
  }
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

/** Where a batch stands among those that wait. */
type Place = Pick<FulfillmentsRow, 'ordered_at' | 'partner_id' | 'order_no' | 'batch_no'>

const FIRST: Place = { ordered_at: dateAt(0), partner_id: 0, order_no: 0n, batch_no: 0 }

type WaitingRow = Place & Pick<FulfillmentsRow, 'face_value_minor' | 'quantity'>

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
 * Locked, so that they still wait when their claims are written: stock that a batch claims as it
 * goes to another supplier would be nobody's.
 */
function waitingForStock(
  { productId, faceMinor }: Shelf,
  { after, quantityMax }: { after: Place; quantityMax: number },
): Statement<WaitingRow> {
  return sql`
    select ordered_at, partner_id, order_no, batch_no, face_value_minor, quantity
    from fulfillments
    where product_id = ${productId} and face_value_minor = ${faceMinor}
      and waits_for = 'stock' and supplier = 'vault' and quantity <= ${quantityMax}
      and (ordered_at, partner_id, order_no, batch_no) > (
        ${after.ordered_at}::timestamptz, ${after.partner_id}::integer,
        ${after.order_no}::bigint, ${after.batch_no}::integer)
    order by ordered_at, partner_id, order_no, batch_no
    limit ${WAITING_MAX}
    for update`
}

/** Found by one index probe per face value, however many wait. */
function waitingFaces(productId: number): Statement<{ face_value_minor: bigint }> {
  return sql`
    with recursive found as (
      (select face_value_minor from fulfillments
       where product_id = ${productId} and waits_for = 'stock'
       order by face_value_minor limit 1)
      union all
      select (select next.face_value_minor from fulfillments next
              where next.product_id = ${productId} and next.waits_for = 'stock'
                and next.face_value_minor > found.face_value_minor
              order by next.face_value_minor limit 1)
      from found where found.face_value_minor is not null
    )
    select face_value_minor from found where face_value_minor is not null`
}

/** As `waitingFaces`, of all products. */
function waitingShelves(): Statement<{ product_id: number; face_value_minor: bigint }> {
  return sql`
    with recursive found as (
      (select product_id, face_value_minor from fulfillments
       where waits_for = 'stock'
       order by product_id, face_value_minor limit 1)
      union all
      select next.product_id, next.face_value_minor
      from found cross join lateral (
        select product_id, face_value_minor from fulfillments
        where waits_for = 'stock'
          and (product_id, face_value_minor) > (found.product_id, found.face_value_minor)
        order by product_id, face_value_minor limit 1) as next
    )
    select product_id, face_value_minor from found`
}

/** They are locked, so each is where it was found. */
function wakeBatches(batches: readonly Place[]): Statement<never> {
  return sql`
    update fulfillments b set waits_for = null, due_at = now()
    from (
      select found.place, one.partner_id from unnest(
        ${batches.map((one) => one.partner_id)}::integer[],
        ${batches.map((one) => one.order_no)}::bigint[],
        ${batches.map((one) => one.batch_no)}::integer[]) as one (partner_id, order_no, batch_no)
      cross join lateral (
        select f.ctid as place from fulfillments f
        where f.partner_id = one.partner_id and f.order_no = one.order_no
          and f.batch_no = one.batch_no
        offset 0) as found) as served
    where b.partner_id = served.partner_id and b.ctid = served.place and b.waits_for = 'stock'`
}

/**
 * Asks suppliers without a stock of ours again, at once: those that the products have by now. In
 * the transaction that changes the product, so that nobody stays behind. Answers whom to wake.
 */
export async function wakeOthers(tx: Tx, productId: number): Promise<Set<number>> {
  const woken = await tx.rows(moveToSupplier(productId))
  return new Set(woken.map((row) => row.partner_id))
}

function moveToSupplier(productId: number): Statement<{ partner_id: number }> {
  return sql`
    update fulfillments b set supplier = p.supplier, waits_for = null, due_at = now()
    from products p
    where b.product_id = ${productId} and b.waits_for = 'stock'
      and p.product_id = b.product_id and (p.supplier <> 'vault' or b.supplier <> 'vault')
    returning b.partner_id`
}
