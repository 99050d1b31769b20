import { expect } from 'vitest'
import type { Database } from '../../src/db/mod.ts'
import { TRANSITIONS, type OrderStatus } from '../../src/orders/transitions.ts'

interface OrderWithEvents {
  readonly name: string
  readonly status: string
  readonly last_event: number
  /** Number, status before, status after; sorted by number. */
  readonly events: readonly (readonly [number, OrderStatus | null, OrderStatus])[] | null
  /** True if the row of the order implies all its changes, so that it has no events. */
  readonly is_implied: boolean
}

/**
 * Replays the events of each order: they begin with no status, follow transitions of the table, and
 * end in the status of the order. Orders that were completed when they were placed have no
 * events. One statement reads all orders, so workers may go on meanwhile.
 */
export async function expectEventsReplay(db: Database): Promise<void> {
  const { rows } = await db.pool.query<OrderWithEvents>(
    `select partner_id || '/' || order_no as name, status, last_event, (
       select json_agg(json_build_array(event_no, from_status, to_status) order by event_no)
       from order_events e
       where (e.partner_id, e.order_no) = (o.partner_id, o.order_no)) as events,
       status = 'COMPLETED' and completed_at = created_at and previous_status = 'PROCESSING'
         and last_event = 0 as is_implied
     from orders o order by partner_id, order_no`,
  )
  const replayed = rows.map(({ name, events }) => ({ name, ...replay(events ?? []) }))
  expect(replayed).toEqual(
    rows.map(({ name, status, last_event: lastEvent, is_implied: isImplied }) => {
      return { name, status: isImplied ? NO_STATUS : status, lastEvent }
    }),
  )
}

const NO_STATUS = 'none'

function replay(events: NonNullable<OrderWithEvents['events']>) {
  let [status, lastEvent]: [string, number] = [NO_STATUS, 0]
  for (const [eventNo, from, to] of events) {
    const isAllowed = from === null ? to === 'PENDING' : TRANSITIONS[from].includes(to)
    const follows = eventNo === lastEvent + 1 && (from ?? NO_STATUS) === status && isAllowed
    if (!follows) return { status: `${status}, then ${eventNo}: ${from} -> ${to}`, lastEvent }
    ;[status, lastEvent] = [to, eventNo]
  }
  return { status, lastEvent }
}
