import { sql, type Db, type Statement } from '../db/mod.ts'

/** How many batches are in each status that is not the end of it. */
export async function countOpenBatches(db: Db): Promise<Map<string, number>> {
  const rows = await db.rows(openBatches())
  return new Map(rows.map((row) => [row.status, Number(row.batches)]))
}

function openBatches(): Statement<{ status: string; batches: bigint }> {
  return sql`
    select status, count(*) as batches from fulfillments
    where status <> 'COMPLETED' group by status`
}
