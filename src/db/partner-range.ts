import { oneRow, type Db, type Tx } from './db.ts'
import { sql } from './sql.ts'

/** Partners in the order of their ids: those after `after`, up to `last`. */
export interface PartnerRange {
  readonly after: number
  readonly last: number
  /** Where the range after this one begins: `last`, or 0 if there are no more partners. */
  readonly next: number
}

/**
 * Returns the next `limit` partners after an id, from a table that has a row for each. A sweep that
 * goes from range to range costs the same however many partners there are.
 */
export async function nextPartners(
  db: Db | Tx,
  table: 'books' | 'feeds',
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<PartnerRange> {
  const { last, count } = await oneRow(
    db,
    sql<{ last: number | null; count: bigint }>`
      select max(partner_id) as last, count(*) as count from (
        select partner_id from ${sql.raw(table)} where partner_id > ${after}::integer
        order by partner_id limit ${limit}) as next`,
  )
  const end = last ?? after
  return { after, last: end, next: Number(count) === limit ? end : 0 }
}
