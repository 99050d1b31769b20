import { offsetOf, type PageRequest } from '../core/mod.ts'
import { sql, type Statement, type UpstreamPurchasesRow } from '../db/mod.ts'
import { type PurchaseKey, type PurchaseStatus } from './purchase-rows.ts'
import type { PurchaseName } from './reference.ts'

/** The row of a purchase, and when its order was placed here. */
export type ListedRow = UpstreamPurchasesRow & { readonly ordered_at: Date }

/** Purchases of one upstream. */
export interface PurchaseFilter {
  readonly upstreamId: number
  /** The statuses of the purchases. */
  readonly statuses: readonly PurchaseStatus[]
}

export const COLUMNS = sql.raw(
  `partner_id, order_no, batch_no, purchase_no, upstream_id, reference, idempotency_key,
   their_product_id, wallet_currency, product_id, currency, face_value_minor, quantity, status,
   send_no, unsure_until, upstream_order_id, upstream_status, cost_minor, released, due_at,
   begun_at, fault, faulted_at, faults, stocked`,
)
const LISTED_COLUMNS = sql.raw(COLUMNS.texts[0]?.replaceAll(/\w+/g, 'listed.$&') ?? '')
/** The reverse order of the index, for each status. */
export const NEWEST_FIRST = sql.raw(
  'begun_at desc, partner_id desc, order_no desc, batch_no desc, purchase_no desc',
)

/** An order of ours. */
export type OrderKey = Pick<PurchaseKey, 'partnerId' | 'orderNo'>

/** Returns a page, newest first: reads as many purchases of each status as the page needs. */
export function newestPurchases(filter: PurchaseFilter, page: PageRequest): Statement<ListedRow> {
  const { upstreamId, statuses } = filter
  const offset = offsetOf(page)
  const plain = sql<ListedRow>`
    select listed.*, ${ORDERED_AT} from (
      select made.* from unnest(${statuses}::text[]) as wanted (status) cross join lateral (
        select ${COLUMNS} from upstream_purchases
        where upstream_id = ${upstreamId} and status = wanted.status
        order by ${NEWEST_FIRST} limit ${offset + page.pageSize}) as made
      order by ${NEWEST_FIRST} limit ${page.pageSize} offset ${offset}) as listed
    order by ${NEWEST_FIRST}`
  return sql.twin(newestPurchases, [filter, page], plain)
}

export function countPurchases({
  upstreamId,
  statuses,
}: PurchaseFilter): Statement<{ total: bigint }> {
  return sql`
    select count(*) as total from upstream_purchases
    where upstream_id = ${upstreamId} and status = any(${statuses}::text[])`
}

export function purchasesOfOrder(
  filter: PurchaseFilter,
  order: OrderKey,
  page: PageRequest,
): Statement<ListedRow> {
  return sql`
    select listed.*, o.created_at as ordered_at from (
      select ${COLUMNS} from upstream_purchases where ${isOfOrder(filter, order)}
      order by ${NEWEST_FIRST} limit ${page.pageSize} offset ${offsetOf(page)}) as listed
    join orders o using (partner_id, order_no)
    order by ${NEWEST_FIRST}`
}

export function countPurchasesOfOrder(
  filter: PurchaseFilter,
  order: OrderKey,
): Statement<{ total: bigint }> {
  return sql`
    select count(*) as total from upstream_purchases where ${isOfOrder(filter, order)}`
}

const ORDERED_AT = sql`(
  select created_at from orders
  where orders.partner_id = listed.partner_id and orders.order_no = listed.order_no) as ordered_at`

function isOfOrder(
  { upstreamId, statuses }: PurchaseFilter,
  { partnerId, orderNo }: OrderKey,
): Statement<never> {
  return sql`partner_id = ${partnerId} and order_no = ${orderNo}
    and upstream_id = ${upstreamId} and status = any(${statuses}::text[])`
}

/** Returns the newest order that the upstream has, also one that has ended. */
export function newestOrderThere(upstreamId: number): Statement<{ upstream_order_id: string }> {
  const plain = sql<{ upstream_order_id: string }>`
    select made.upstream_order_id
    from unnest(array['PLACED', 'STOCKED', 'CANCELLED']) as known (status) cross join lateral (
      select upstream_order_id, begun_at, partner_id, order_no, batch_no, purchase_no
      from upstream_purchases
      where upstream_id = ${upstreamId} and status = known.status
        and (fault is null or status = 'STOCKED')
      order by ${NEWEST_FIRST} limit 1) as made
    order by ${NEWEST_FIRST} limit 1`
  return sql.twin(newestOrderThere, [upstreamId], plain)
}

/** Locks a purchase that is to be closed. */
export function lockPurchase(upstreamId: number, name: PurchaseName): Statement<ListedRow> {
  return sql`${purchaseNamed(upstreamId, name)} for update of listed`
}

export function purchaseNamed(upstreamId: number, name: PurchaseName): Statement<ListedRow> {
  return sql`
    select ${LISTED_COLUMNS}, o.created_at as ordered_at
    from upstream_purchases listed
    join orders o on o.partner_id = listed.partner_id and o.order_no = listed.order_no
    where listed.partner_id = ${name.partnerId} and listed.order_no = ${name.orderNo}
      and listed.batch_no = ${name.batchNo} and listed.reference = ${name.reference}
      and listed.upstream_id = ${upstreamId}`
}

export function closePurchaseRow(key: PurchaseKey): Statement<ListedRow> {
  const { partnerId, orderNo, batchNo, purchaseNo, reference } = key
  return sql`
    update upstream_purchases listed set status = 'CLOSED', due_at = null
    from orders o
    where listed.partner_id = ${partnerId} and listed.order_no = ${orderNo}
      and listed.batch_no = ${batchNo} and listed.purchase_no = ${purchaseNo}
      and listed.reference = ${reference}
      and o.partner_id = listed.partner_id and o.order_no = listed.order_no
    returning ${LISTED_COLUMNS}, o.created_at as ordered_at`
}
