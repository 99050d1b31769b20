import { maybeRow, sql, type Db, type Statement } from '../db/mod.ts'
import type { TransferName } from '../ledger/mod.ts'
import type { Order } from './order.ts'
import { ORDER_COLUMNS, toOrder, type OrderRow } from './order-rows.ts'

/** Returns the orders that were created under an idempotency key: at most one of each partner. */
export async function findOrdersByKey(db: Db, key: string): Promise<Order[]> {
  return (await db.rows(ordersByKeyOfAll(key))).map(toOrder)
}

/** Returns the order that a hold pays for. A hold that its order gave up again is nobody's. */
export async function findOrderOfHold(db: Db, hold: TransferName): Promise<Order | undefined> {
  const row = await maybeRow(db, orderOfHold(hold))
  return row && toOrder(row)
}

function ordersByKeyOfAll(key: string): Statement<OrderRow> {
  return sql`
    select found.* from books cross join lateral (
      select ${ORDER_COLUMNS} from orders
      where partner_id = books.partner_id and idempotency_key = ${key}
      offset 0) as found`
}

function orderOfHold({ partnerId, no }: TransferName): Statement<OrderRow> {
  return sql`
    select ${ORDER_COLUMNS} from orders where partner_id = ${partnerId} and hold_no = ${no}`
}
