import {
  formatOrderId,
  minorUnits,
  storedCurrency,
  type Currency,
  type MinorUnits,
} from '../core/mod.ts'
import { sql, type Db, type OrderLinesRow, type OrdersRow, type Statement } from '../db/mod.ts'
import type { OrderStatus } from './transitions.ts'

/** An order of one unit, chosen by the person of a link or the owner of a wallet. */
export interface ClaimedOrder {
  readonly orderNo: number
  readonly orderId: string
  readonly status: OrderStatus
  readonly statusSinceMs: number
  readonly createdMs: number
  readonly productId: number
  readonly brand: string
  readonly currency: Currency
  readonly faceValueMinor: MinorUnits
}

/** Returns the orders that a link has paid or is to pay, oldest first. */
export async function listLinkOrders(
  db: Db,
  partnerId: number,
  linkNo: number,
): Promise<ClaimedOrder[]> {
  const rows = await db.rows(ordersPaidBy(partnerId, sql`o.link_no = ${linkNo}`))
  return rows.map((row) => toClaimed(partnerId, row))
}

/** Returns the orders that a wallet has paid or is to pay, oldest first. */
export async function listWalletOrders(
  db: Db,
  partnerId: number,
  walletId: number,
): Promise<ClaimedOrder[]> {
  const rows = await db.rows(ordersPaidBy(partnerId, sql`o.wallet_id = ${walletId}`))
  return rows.map((row) => toClaimed(partnerId, row))
}

function toClaimed(partnerId: number, row: ClaimedRow): ClaimedOrder {
  const createdMs = row.created_at.getTime()
  const orderNo = Number(row.order_no)
  return {
    orderNo,
    orderId: formatOrderId({ partnerId, orderNo, createdMs }),
    status: row.status as OrderStatus,
    statusSinceMs: row.status_since.getTime(),
    createdMs,
    productId: row.product_id,
    brand: row.brand,
    currency: storedCurrency(row.product_currency),
    faceValueMinor: minorUnits(row.face_value_minor),
  }
}

type ClaimedRow = Pick<OrdersRow, 'order_no' | 'status' | 'status_since' | 'created_at'> &
  Pick<OrderLinesRow, 'product_id' | 'brand' | 'product_currency' | 'face_value_minor'>

function ordersPaidBy(partnerId: number, payer: Statement<unknown>): Statement<ClaimedRow> {
  return sql`
    select o.order_no, o.status, o.status_since, o.created_at,
           l.product_id, l.brand, l.product_currency, l.face_value_minor
    from orders o
    join order_lines l on l.partner_id = ${partnerId} and l.order_no = o.order_no
    where o.partner_id = ${partnerId} and ${payer}
    order by o.order_no, l.line_no`
}
