import { dateAt } from '../core/mod.ts'
import {
  bigint,
  boolean,
  integer,
  jsonb,
  relation,
  sql,
  table,
  text,
  timestamptz,
  type EventOutboxRow,
  type Statement,
  type Writer,
  twinned,
} from '../db/mod.ts'
import type { EventType, NewEvent } from './event.ts'
import { HAS_IMPLIED_CHANGES, IMPLIED_CHANGES } from './implied-changes.ts'

/**
 * Returns an insert into the outbox, for the statement that inserts the rows `recorded` into
 * `order_events`. If the partner does not listen, it costs only a lookup. PENDING is not an event:
 * partners learn of a new order from the response, and a resumed order will be PROCESSING soon.
 */
export function publishOrders(partnerId: number): Statement<never> {
  return sql`
    insert into order_outbox (partner_id, order_no, event_no)
    select partner_id, order_no, event_no from recorded
    where to_status <> 'PENDING'
      and exists (select 1 from feeds where partner_id = ${partnerId} and is_followed)`
}

/** Publishes the changes of those new orders (the rows `placed`) that are COMPLETED already. */
export function publishPlaced(partnerId: number): Statement<never> {
  return sql`
    insert into order_outbox (partner_id, order_no, event_no)
    select ${partnerId}::integer, placed.order_no, implied.event_no
    from placed cross join ${IMPLIED_CHANGES}
    where placed.status = 'COMPLETED' and implied.to_status <> 'PENDING'
      and exists (select 1 from feeds where partner_id = ${partnerId} and is_followed)`
}

/** Puts the named events of orders into the outbox. */
export function publishNamed(
  partnerId: number,
  events: readonly { readonly orderNo: number; readonly eventNo: number; readonly to: string }[],
): Statement<never> {
  const published = events.filter(({ to }) => to !== 'PENDING')
  return sql`
    insert into order_outbox (partner_id, order_no, event_no)
    select f.partner_id, input.order_no, input.event_no
    from feeds f cross join unnest(
      ${published.map(({ orderNo }) => orderNo)}::bigint[],
      ${published.map(({ eventNo }) => eventNo)}::integer[]) as input (order_no, event_no)
    where f.partner_id = ${partnerId} and f.is_followed`
}

/** The listening partners that get an event: one, those of a kind, or all. */
export type EventAudience = number | 'live' | 'test' | 'all'

export type AnyEvent = Omit<NewEvent, 'partnerId'> & { readonly audience: EventAudience }

const TEST_ONLY: Readonly<Record<EventAudience, boolean | undefined>> = {
  live: false,
  test: true,
  all: undefined,
}

const PUBLISHED = table<EventOutboxRow, AnyEvent>('event_outbox', {
  for_partner: integer(({ audience }) => (typeof audience === 'number' ? audience : null)),
  for_test: boolean(({ audience }) => TEST_ONLY[audience] ?? null),
  type: text((one) => one.type),
  subject: text((one) => one.subject),
  occurred_at: timestamptz((one) => dateAt(one.atMs)),
  data: jsonb((one) => JSON.stringify(one.data)),
})

/** Publishes rare events in the transaction that causes them. */
export function publishEvents(tx: Writer, events: readonly AnyEvent[]): void {
  if (events.length > 0) tx.write(PUBLISHED.insert(events))
}

export interface OutboxRow {
  outbox_no: bigint
  for_partner: number | null
  for_test: boolean | null
  type: EventType
  subject: string
  occurred_at: Date
  data: Record<string, unknown>
}

/** Reads the oldest rows. `removeEvents` follows. */
export function readOutbox(limit: number): Statement<OutboxRow> {
  return sql`
    select outbox_no, for_partner, for_test, type, subject, occurred_at, data
    from event_outbox order by outbox_no limit ${limit}`
}

export function removeEvents(rows: readonly OutboxRow[]): Statement<never> {
  return sql`
    delete from event_outbox where outbox_no = any(${rows.map((row) => row.outbox_no)}::bigint[])`
}

/** The change of the status of an order, with the data of the order for its event. */
export interface OrderChangeRow {
  partner_id: number
  order_no: bigint
  event_no: number
  from_status: string | null
  to_status: 'PROCESSING' | 'ON_HOLD' | 'OUT_OF_STOCK' | 'COMPLETED' | 'CANCELLED'
  occurred_at: Date
  reason: string | null
  held_for: string | null
  client_reference: string
  currency: string
  total_minor: bigint
  unit_count: number
  created_at: Date
}

/**
 * Reads changes of orders, for each order in sequence. `removeChanges` follows. Each row is looked
 * up by its key: a join would be planned while the tables are small.
 */
export const readChanges = twinned('readChanges', (limit: number): Statement<OrderChangeRow> => {
  return sql<OrderChangeRow>`
    select change.partner_id, change.order_no, change.event_no, e.from_status, e.to_status,
      e.occurred_at, e.reason, e.held_for, o.client_reference, o.currency, o.total_minor,
      o.unit_count, o.created_at
    from (
      select partner_id, order_no, event_no from order_outbox
      order by partner_id, order_no, event_no limit ${limit}) as change
    cross join lateral (
      select client_reference, currency, total_minor, unit_count, created_at, completed_at,
        status, last_event
      from orders
      where partner_id = change.partner_id and order_no = change.order_no
      offset 0) as o
    cross join lateral (
      select from_status, to_status, occurred_at, reason, held_for from order_events
      where partner_id = change.partner_id and order_no = change.order_no
        and event_no = change.event_no
      union all
      select implied.from_status, implied.to_status, o.completed_at, null, null
      from ${IMPLIED_CHANGES}
      where implied.event_no = change.event_no and ${HAS_IMPLIED_CHANGES}
      offset 0) as e
    order by change.partner_id, change.order_no, change.event_no`
})

type ChangeKey = Pick<OrderChangeRow, 'partner_id' | 'order_no' | 'event_no'>

const CHANGES = relation<ChangeKey>('relayed', {
  partner_id: integer((one) => one.partner_id),
  order_no: bigint((one) => one.order_no),
  event_no: integer((one) => one.event_no),
})

export function removeChanges(changes: readonly ChangeKey[]): Statement<never> {
  return sql`
    delete from order_outbox as published
    using ${CHANGES.of(changes)}
    where published.partner_id = relayed.partner_id and published.order_no = relayed.order_no
      and published.event_no = relayed.event_no`
}
