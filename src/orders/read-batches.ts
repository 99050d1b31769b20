import { offsetOf } from '../core/mod.ts'
import { oneRow, sql, type Db, type FulfillmentsRow, type Statement } from '../db/mod.ts'

export type BatchStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'

/** One batch; the fields from `attempt` on are for the operator only. */
export interface Batch {
  readonly batchNo: number
  readonly lineNo: number
  readonly status: BatchStatus
  readonly firstItemNo: number
  readonly quantity: number
  readonly completedMs: number | undefined
  readonly attempt: number
  readonly waitsFor: string | undefined
  readonly lastFault: string | undefined
  /** The supplier from which the batch is being, or was last, requested. */
  readonly supplier: string
  /** The supplier's settings; undefined if no supplier is known to have the batch. */
  readonly supplierSettings: Readonly<Record<string, unknown>> | undefined
}

/** Returns a page of an order's batches. They are numbered 1..n, so a page is a range. */
export async function listBatches(
  db: Db,
  order: { partnerId: number; orderNo: number },
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ batches: Batch[]; totalRecords: number }> {
  const first = offsetOf({ page, pageSize }) + 1
  const rows = await db.rows(batchesBetween(order, first, first + pageSize - 1))
  const { total } = await oneRow(db, countBatches(order))
  return { batches: rows.map(toBatch), totalRecords: total }
}

type BatchRow = Pick<
  FulfillmentsRow,
  | 'batch_no'
  | 'line_no'
  | 'first_item_no'
  | 'quantity'
  | 'completed_at'
  | 'attempt'
  | 'waits_for'
  | 'last_fault'
  | 'supplier'
> & { status: BatchStatus; supplier_settings: Record<string, unknown> | null }

function toBatch(row: BatchRow): Batch {
  return {
    batchNo: row.batch_no,
    lineNo: row.line_no,
    status: row.status,
    firstItemNo: row.first_item_no,
    quantity: row.quantity,
    completedMs: row.completed_at?.getTime(),
    attempt: row.attempt,
    waitsFor: row.waits_for ?? undefined,
    lastFault: row.last_fault ?? undefined,
    supplier: row.supplier,
    supplierSettings: row.supplier_settings ?? undefined,
  }
}

/** The bounds may exceed the type of the column, because a page may lie far past the end. */
function batchesBetween(
  { partnerId, orderNo }: { partnerId: number; orderNo: number },
  first: number,
  last: number,
): Statement<BatchRow> {
  return sql`
    select batch_no, line_no, status, first_item_no, quantity, completed_at, attempt, waits_for,
           last_fault, supplier, supplier_settings
    from fulfillments
    where partner_id = ${partnerId} and order_no = ${orderNo}
      and batch_no between ${first}::bigint and ${last}::bigint
    order by batch_no`
}

function countBatches(order: { partnerId: number; orderNo: number }): Statement<{ total: number }> {
  return sql`
    select coalesce(max(batch_no), 0) as total from fulfillments
    where partner_id = ${order.partnerId} and order_no = ${order.orderNo}`
}
