import { maybeRow, oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import { TRANSFER_CODES, type BookDifference } from '../ledger/mod.ts'
import { compareHolds } from './held-rows.ts'

/** They take the database about a second. */
const ORDERS_PER_READ = 20_000

/**
 * Returns where a partner's orders differ from its book: the sum of the holds of open orders, the
 * charge of each COMPLETED or CANCELLED order, the number of orders that wait for funds; and orders
 * whose last event has another status. Each statement sees one snapshot, and one commit changes an
 * order with its transfers and events. `signal` stops it before its next statement.
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
    for (const row of await db.rows(statusOtherwise(partnerId, { after, last }))) {
      differences.push({
        currency: row.currency,
        account: `order ${row.order_no}`,
        field: 'status',
        stored: row.status,
        recomputed: row.event_status ?? 'no such event',
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

/** Returns the final orders that were charged another amount than their hold posted. */
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

interface StatusRow {
  order_no: bigint
  currency: string
  status: string
  event_status: string | null
}

/** Returns the orders whose last event has another status than they have. */
function statusOtherwise(
  partnerId: number,
  { after, last }: { after: bigint; last: bigint },
): Statement<StatusRow> {
  return sql`
    select o.order_no, o.currency, o.status, event.to_status as event_status
    from orders o
    left join lateral (
      select e.to_status from order_events e
      where e.partner_id = ${partnerId} and e.order_no = o.order_no and e.event_no = o.last_event
      offset 0) as event on true
    where o.partner_id = ${partnerId} and o.order_no > ${after} and o.order_no <= ${last}
      and o.last_event > 0 and event.to_status is distinct from o.status
    order by o.order_no`
}
