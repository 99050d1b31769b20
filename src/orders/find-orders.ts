import { maybeRow, sql, type Db, type Statement } from '../db/mod.ts'
import type { TransferName } from '../ledger/mod.ts'
import type { Order } from './order.ts'
import { ORDER_COLUMNS, toOrder, type OrderRow } from './order-rows.ts'

/** Returns the orders that were created under an idempotency key: at most one of each partner. */
export async function findOrdersByKey(db: Db, key: string): Promise<Order[]> {
  return (await db.rows(ordersByKeyOfAll(key))).map(toOrder)
}

/** Returns the order that a hold belongs to, or belonged to before it was voided. */
export async function findOrderOfHold(db: Db, hold: TransferName): Promise<Order | undefined> {
  const row = await maybeRow(db, orderOfHold(hold))
  return row && toOrder(row)
}

function ordersByKeyOfAll(key: string): Statement<OrderRow> {
  return sql`
    select existing.* from books cross join lateral (
      select ${ORDER_COLUMNS} from orders
      where partner_id = books.partner_id and idempotency_key = ${key}
      offset 0) as existing`
}

function orderOfHold({ partnerId, number }: TransferName): Statement<OrderRow> {
  return sql`
    select ${ORDER_COLUMNS} from orders
    where partner_id = ${partnerId} and (hold_no = ${number} or order_no = (
      select order_no from order_holds where partner_id = ${partnerId} and hold_no = ${number}))`
}

/** Returns the holds of an order: several if it was suspended. */
export async function listHolds(
  db: Db,
  { partnerId, orderNo, holdNo }: Pick<Order, 'partnerId' | 'orderNo' | 'holdNo'>,
): Promise<number[]> {
  const rows = await db.rows(holdsOf(partnerId, orderNo))
  const holds = rows.map((row) => Number(row.hold_no))
  return [...new Set(holdNo === undefined ? holds : [...holds, holdNo])].toSorted((a, b) => a - b)
}

function holdsOf(partnerId: number, orderNo: number): Statement<{ hold_no: bigint }> {
  return sql`
    select hold_no from order_holds where partner_id = ${partnerId} and order_no = ${orderNo}`
}
