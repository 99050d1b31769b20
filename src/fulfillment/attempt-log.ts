import { groupBy } from '../core/mod.ts'
import { sql, type Db, type Statement, type SupplierAttemptsRow, twinned } from '../db/mod.ts'
import { subjectOf, type SupplierAccount } from './account.ts'

/** One request of a batch to a supplier. */
export interface Attempt extends SupplierAccount {
  readonly outcome: string
  readonly reason: string | undefined
  readonly atMs: number
}

/**
 * Returns the latest attempts for batches of an order that issued nothing, by batch, in order.
 * Leaves out attempts whose response was that the supplier is still working.
 */
export async function listAttempts(
  db: Db,
  order: { partnerId: number; orderNo: number },
  batchNos: readonly number[],
): Promise<Map<number, Attempt[]>> {
  const logs = groupBy(await db.rows(attemptsOf(order, batchNos)), (row) => row.batch_no)
  return new Map([...logs].map(([batchNo, rows]) => [batchNo, rows.map(toAttempt)]))
}

function toAttempt({ supplier, account, outcome, reason, ...row }: SupplierAttemptsRow): Attempt {
  const atMs = row.occurred_at.getTime()
  return { supplier, account, outcome, reason: reason ?? undefined, atMs }
}

function attemptsOf(
  { partnerId, orderNo }: { partnerId: number; orderNo: number },
  batchNos: readonly number[],
): Statement<SupplierAttemptsRow> {
  return sql`
    select partner_id, order_no, batch_no, lease_epoch, supplier, account, outcome, reason,
           occurred_at
    from supplier_attempts
    where partner_id = ${partnerId} and order_no = ${orderNo}
      and batch_no = any(${batchNos}::integer[])
    order by batch_no, occurred_at`
}

export interface OrderKey {
  readonly partnerId: number
  readonly orderNo: number
}

/** Waiting batches of an order whose accounts are shown. */
const WAITING_BATCHES_MAX = 10

/**
 * Returns the unfunded accounts that orders wait for, as their alerts name them: those that last
 * refused the order's waiting batches. The map is keyed by `orderKeyText`.
 */
export async function unfundedAccounts(
  db: Db,
  orders: readonly OrderKey[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (orders.length === 0) return new Map()
  const rows = groupBy(await db.rows(lastUnfunded(orders)), (row) =>
    orderKeyText({ partnerId: row.partner_id, orderNo: Number(row.order_no) }),
  )
  return new Map([...rows].map(([key, accounts]) => [key, accounts.map(subjectOf)]))
}

export function orderKeyText({ partnerId, orderNo }: OrderKey): string {
  return `${partnerId} ${orderNo}`
}

type UnfundedRow = Pick<SupplierAttemptsRow, 'partner_id' | 'order_no' | 'supplier' | 'account'>

export const lastUnfunded = twinned(
  'lastUnfunded',
  (orders: readonly OrderKey[]): Statement<UnfundedRow> =>
    lastUnfundedOf(
      sql`input.partner_id`,
      sql`
        unnest(
          ${orders.map((one) => one.partnerId)}::integer[],
          ${orders.map((one) => one.orderNo)}::bigint[]) as input (partner_id, order_no)`,
    ),
)

/** Reads rows of one partner, or of the partner of each requested order. */
export function lastUnfundedOf(
  partner: Statement<unknown>,
  requestedOrders: Statement<unknown>,
): Statement<UnfundedRow> {
  return sql`
    select distinct ${partner} as partner_id, input.order_no, refusal.supplier, refusal.account
    from ${requestedOrders}
    cross join lateral (
      select b.batch_no from fulfillments b
      where b.partner_id = ${partner} and b.order_no = input.order_no
        and b.status <> 'COMPLETED' and b.waits_for = 'supplier'
      order by b.batch_no limit ${WAITING_BATCHES_MAX}) as waiting
    cross join lateral (
      select t.supplier, t.account from supplier_attempts t
      where t.partner_id = ${partner} and t.order_no = input.order_no
        and t.batch_no = waiting.batch_no and t.outcome = 'unfunded'
      order by t.occurred_at desc, t.lease_epoch desc limit 1) as refusal
    order by input.order_no, refusal.supplier, refusal.account`
}
