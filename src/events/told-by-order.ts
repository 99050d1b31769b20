import { sql } from '../db/mod.ts'

const WAY = ['PENDING', 'PROCESSING', 'COMPLETED'] as const

/**
 * The changes of an order that was completed by the group that placed it. They happened at one
 * instant and have no rows of their own: an order that is COMPLETED with `last_event` 0 implies
 * them.
 */
export const TOLD_BY_ORDER = sql.raw(`(values ${WAY.map(toldRow).join(', ')})
  as told (event_no, from_status, to_status)`)

function toldRow(to: string, at: number): string {
  const from = WAY[at - 1]
  return `(${at + 1}, ${from === undefined ? 'null' : `'${from}'`}, '${to}')`
}

/** Returns these changes of one order, by the id of the order. */
export function toldChanges(orderNo: number) {
  return WAY.map((to, at) => ({ orderNo, eventNo: at + 1, to }))
}

/** Selects the orders whose rows imply their changes. */
export const TELLS_CHANGES = sql.raw(
  `(o.status = 'COMPLETED' and o.last_event = 0 and o.completed_at = o.created_at)`,
)
