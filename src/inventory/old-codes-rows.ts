import { sql, type Statement } from '../db/mod.ts'

/** The lock of who works; it lets nobody else add or remove rows. */
export function lockBacklog(): Statement<never> {
  return sql`lock table codes_to_index in share row exclusive mode`
}

export interface BacklogRow {
  readonly row_no: bigint
  readonly product_id: number
  readonly lot: string | null
  readonly purchase: string | null
  /** What the codes are bound to. */
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
