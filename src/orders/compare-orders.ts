import { maybeRow, oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import { TRANSFER_CODES, type BookDifference } from '../ledger/mod.ts'
import { compareHolds } from './held-rows.ts'

/** Half a second of work for the database. */
const ORDERS_PER_READ = 20_000

/**
 * Where the orders of a partner do not agree with its book: what is held back for open ones, what
 * each that is COMPLETED or CANCELLED was charged, and how many wait for money. Each statement sees
 * one snapshot, and an order changes together with its transfers. Ends before its next statement
 * when it is told to.
 */
export async function compareOrders(
  db: Db,
  partnerId: number,
  signal?: AbortSignal,
): Promise<BookDifference[]> {
  const differences = await compareHolds(db, partnerId)
  const { stored, counted } = await oneRow(db, countHeld(partnerId))
  differences.push({
    currency: '',
    account: 'book',
    field: 'orders_on_hold',
    stored,
    recomputed: counted,
  })
  for (let after = 0n; ;) {
    signal?.throwIfAborted()
    const last = (await maybeRow(db, lastOfNext(partnerId, after)))?.last
    if (last === undefined || last === null) return differences
    for (const row of await db.rows(chargedOtherwise(partnerId, { after, last }))) {
      differences.push({
        currency: row.currency,
        account: `order ${row.order_no}`,
        field: 'charged',
        stored: row.charged,
        recomputed: row.posted,
      })
    }
    after = last
  }
}

function countHeld(partnerId: number): Statement<{ stored: string; counted: string }> {
  return sql`
    select orders_on_hold::text as stored, (
      select count(*) from orders
      where partner_id = ${partnerId} and status = 'ON_HOLD' and not held_for_supplier
    )::text as counted
    from books where partner_id = ${partnerId}`
}

function lastOfNext(partnerId: number, after: bigint): Statement<{ last: bigint | null }> {
  return sql`
    select max(order_no) as last from (
      select order_no from orders
      where partner_id = ${partnerId} and order_no > ${after}
      order by order_no limit ${ORDERS_PER_READ}) as next`
}

interface ChargedRow {
  order_no: bigint
  currency: string
  charged: string
  posted: string
}

/** Final orders that had a hold at their end, of which that posted something else. */
function chargedOtherwise(
  partnerId: number,
  { after, last }: { after: bigint; last: bigint },
): Statement<ChargedRow> {
  return sql`
    select o.order_no, o.currency, coalesce(o.charged_minor::text, 'nothing') as charged,
           coalesce(ending.posted::text, 'no such transfer') as posted
    from orders o
    left join lateral (
      select case when t.code = ${TRANSFER_CODES.order_charge}::smallint then t.amount else 0 end
        as posted
      from transfers t
      where t.partner_id = ${partnerId} and t.pending_no = o.hold_no
      offset 0) as ending on true
    where o.partner_id = ${partnerId} and o.order_no > ${after} and o.order_no <= ${last}
      and o.status in ('COMPLETED', 'CANCELLED') and o.hold_no is not null
      and o.charged_minor is distinct from ending.posted
    order by o.order_no`
}
