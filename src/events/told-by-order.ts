import { sql } from '../db/mod.ts'

const WAY = ['PENDING', 'PROCESSING', 'COMPLETED'] as const

/**
 * The changes of an order that the group that placed it also completed. All have one instant, and
 * its row tells them: it is COMPLETED since it was created, and its `last_event` is 0. So they have
 * no rows of their own.
 */
export const TOLD_BY_ORDER = sql.raw(`(values ${WAY.map(toldRow).join(', ')})
  as told (event_no, from_status, to_status)`)

function toldRow(to: string, at: number): string {
  const from = WAY[at - 1]
  return `(${at + 1}, ${from === undefined ? 'null' : `'${from}'`}, '${to}')`
}

/** Returns the same of one order, by name. */
export function toldChanges(orderNo: number) {
  return WAY.map((to, at) => ({ orderNo, eventNo: at + 1, to }))
}

/** The orders that tell of their changes. */
export const TELLS_CHANGES = sql.raw(
  `(o.status = 'COMPLETED' and o.last_event = 0 and o.completed_at = o.created_at)`,
)
