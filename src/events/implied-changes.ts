import { sql } from '../db/mod.ts'

const WAY = ['PENDING', 'PROCESSING', 'COMPLETED'] as const

/**
 * The changes of an order that was completed by the group that placed it. They happened at one
 * instant and have no rows of their own: an order that is COMPLETED with `last_event` 0 implies
 * them. The alias of the rows is `implied`.
 */
export const IMPLIED_CHANGES = sql.raw(`(values ${WAY.map(impliedRow).join(', ')})
  as implied (event_no, from_status, to_status)`)

function impliedRow(to: string, at: number): string {
  const from = WAY[at - 1]
  return `(${at + 1}, ${from === undefined ? 'null' : `'${from}'`}, '${to}')`
}

export function impliedChanges(orderNo: number) {
  return WAY.map((to, at) => ({ orderNo, eventNo: at + 1, to }))
}

/** Selects the orders whose rows imply their changes. */
export const HAS_IMPLIED_CHANGES = sql.raw(
  `(o.status = 'COMPLETED' and o.last_event = 0 and o.completed_at = o.created_at)`,
)
