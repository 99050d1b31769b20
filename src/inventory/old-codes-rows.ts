import { sql, type Statement } from '../db/mod.ts'

/** Locks the backlog: one process works on it, and none adds or removes rows meanwhile. */
export function lockBacklog(): Statement<never> {
  return sql`lock table codes_to_index in share row exclusive mode`
}

export interface BacklogRow {
  readonly row_no: bigint
  readonly product_id: number
  readonly lot: string | null
  readonly purchase: string | null
  /** The context that the codes were sealed with. */
  readonly context: string
  readonly sealed: Buffer
}

export function firstOfBacklog(limit: number): Statement<BacklogRow> {
  return sql`
    select row_no, product_id, lot, purchase, context, sealed from codes_to_index
    order by row_no limit ${limit}`
}

export function deleteBacklog(rowNos: readonly bigint[]): Statement<never> {
  return sql`delete from codes_to_index where row_no = any(${rowNos}::bigint[])`
}
