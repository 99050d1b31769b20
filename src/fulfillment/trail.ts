import { groupBy } from '../core/mod.ts'
import { sql, type Db, type Statement, type SupplierAttemptsRow } from '../db/mod.ts'

/** One time that a supplier was asked for a batch. */
export interface Attempt {
  readonly supplier: string
  readonly outcome: string
  readonly reason: string | undefined
  readonly atMs: number
}

/**
 * What was tried for batches of an order that issued nothing, by batch, in the order in which it
 * was tried; the latest of each, and not those that only heard that their supplier still works.
 */
export async function listAttempts(
  db: Db,
  order: { partnerId: number; orderNo: number },
  batchNos: readonly number[],
): Promise<Map<number, Attempt[]>> {
  const trails = groupBy(await db.rows(attemptsOf(order, batchNos)), (row) => row.batch_no)
  return new Map([...trails].map(([batchNo, rows]) => [batchNo, rows.map(toAttempt)]))
}

function toAttempt({ supplier, outcome, reason, occurred_at: at }: SupplierAttemptsRow): Attempt {
  return { supplier, outcome, reason: reason ?? undefined, atMs: at.getTime() }
}

function attemptsOf(
  { partnerId, orderNo }: { partnerId: number; orderNo: number },
  batchNos: readonly number[],
): Statement<SupplierAttemptsRow> {
  return sql`
    select partner_id, order_no, batch_no, lease_epoch, supplier, outcome, reason, occurred_at
    from supplier_attempts
    where partner_id = ${partnerId} and order_no = ${orderNo}
      and batch_no = any(${batchNos}::integer[])
    order by batch_no, lease_epoch`
}
