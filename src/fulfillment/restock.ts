import { dateAt, minorUnits } from '../core/mod.ts'
import { sql, type Db, type FulfillmentsRow, type Statement, type Tx } from '../db/mod.ts'
import {
  claimWithin,
  freeQuantity,
  lockShelves,
  stockedShelves,
  type Sale,
  type Shelf,
} from '../supply/mod.ts'

/** How many waiting batches are looked at in one statement. */
const WAITING_MAX = 1_000
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

function waitedFor(
  shelves: readonly Shelf[],
): Statement<Pick<FulfillmentsRow, 'product_id' | 'face_value_minor'>> {
  return sql`
    select shelf.product_id, shelf.face_value_minor
    from unnest(
      ${shelves.map((one) => one.productId)}::integer[],
      ${shelves.map((one) => one.faceMinor)}::bigint[]) as shelf (product_id, face_value_minor)
    where exists (
      select from fulfillments waiting
      where waiting.product_id = shelf.product_id
        and waiting.face_value_minor = shelf.face_value_minor
        and waiting.waits_for = 'stock' and waiting.supplier = 'vault'
      offset 0)`
}

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
    limit ${WAITING_MAX}`
}

/**
 * Locks those of the batches that still wait, so that they do when their claims are written: stock
 * that a batch claims as it goes to another supplier would be nobody's. By order and number, as a
 * cancellation locks them; answered in the order given.
 */
function lockWaiting(batches: readonly WaitingRow[]): Statement<WaitingRow> {
  return sql`
    select locked.* from (
      select waiting.*, one.place from (
        select * from unnest(
          ${batches.map((one) => one.partner_id)}::integer[],
          ${batches.map((one) => one.order_no)}::bigint[],
          ${batches.map((one) => one.batch_no)}::integer[]
        ) with ordinality as given (partner_id, order_no, batch_no, place)
        order by partner_id, order_no, batch_no) as one
      cross join lateral (
        select f.ordered_at, f.partner_id, f.order_no, f.batch_no, f.face_value_minor, f.quantity
        from fulfillments f
        where f.partner_id = one.partner_id and f.order_no = one.order_no
          and f.batch_no = one.batch_no and coalesce(f.waits_for, '') = 'stock'
          and f.supplier = 'vault'
        for update) as waiting
      offset 0) as locked
    order by locked.place`
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

/** They are locked, so each is where it was found. What they have claimed binds them. */
function wakeBatches(batches: readonly Place[]): Statement<never> {
  return sql`
    update fulfillments b set waits_for = null, due_at = now(), supplier_settings = '{}'
    from (
      select found.place from unnest(
        ${batches.map((one) => one.partner_id)}::integer[],
        ${batches.map((one) => one.order_no)}::bigint[],
        ${batches.map((one) => one.batch_no)}::integer[]) as one (partner_id, order_no, batch_no)
      cross join lateral (
        select f.ctid as place from fulfillments f
        where f.partner_id = one.partner_id and f.order_no = one.order_no
          and f.batch_no = one.batch_no
        offset 0) as found) as served
    where b.ctid = served.place`
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

/** Not those that have nothing but imported stock to wait for. */
const LEAVES = sql.raw(
  `(b.supplier <> 'vault' or p.supplier <> 'vault' or p.fallback_suppliers <> '[]')`,
)

/** By order and number, as a cancellation locks them. */
function lockLeaving(productId: number): Statement<{ batches: bigint }> {
  return sql`
    select count(*) as batches from (
      select from fulfillments b
      where b.product_id = ${productId} and b.waits_for = 'stock'
        and exists (select from products p where p.product_id = ${productId} and ${LEAVES})
      order by b.partner_id, b.order_no, b.batch_no
      for update) as locked`
}

function beginAnew(productId: number): Statement<{ partner_id: number }> {
  return sql`
    update fulfillments b
    set supplier = p.supplier, supplier_step = 0, waits_for = null, due_at = now()
    from products p
    where b.product_id = ${productId} and b.waits_for = 'stock'
      and p.product_id = b.product_id and ${LEAVES}
    returning b.partner_id`
}
