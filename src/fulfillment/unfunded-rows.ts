import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { FAULT_LENGTH_MAX, type ProductAccount, type SupplierAccount } from './account.ts'

export function markUnfunded(
  { supplier, account, productId }: ProductAccount,
  { reason, at }: { reason: string; at: number },
): Statement<never> {
  const fault = reason.slice(0, FAULT_LENGTH_MAX)
  return sql`
    insert into supplier_health as known (
      product_id, supplier, account, unfunded_since, last_fault, last_fault_at, changed_at)
    values (
      ${productId}, ${supplier}, ${account}, ${dateAt(at)}, ${fault}, ${dateAt(at)}, now())
    on conflict (product_id, supplier, account) do update
    set unfunded_since = coalesce(known.unfunded_since, excluded.unfunded_since),
        last_fault = excluded.last_fault, last_fault_at = excluded.last_fault_at`
}

/** Products whose batches an account could not pay. */
export function unfundedProducts({
  supplier,
  account,
}: SupplierAccount): Statement<{ product_id: number }> {
  return sql`
    select product_id from supplier_health
    where unfunded_since is not null and supplier = ${supplier} and account = ${account}
    order by product_id`
}

/** As `unfundedProducts`; in the order in which they are marked. */
export function lockUnfunded(account: SupplierAccount): Statement<{ product_id: number }> {
  return sql`${unfundedProducts(account)} for update`
}

export function clearUnfunded({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`
    update supplier_health set unfunded_since = null
    where unfunded_since is not null and supplier = ${supplier} and account = ${account}`
}

/** As `clearUnfunded`, of these products only. */
export function clearMarks(
  { supplier, account }: SupplierAccount,
  productIds: readonly number[],
): Statement<never> {
  return sql`
    update supplier_health set unfunded_since = null
    where unfunded_since is not null and supplier = ${supplier} and account = ${account}
      and product_id = any(${productIds}::integer[])`
}

/**
 * Those of the products that an order waits for, or is about to, because an account is unfunded.
 */
export function waitedProducts(productIds: readonly number[]): Statement<{ product_id: number }> {
  return sql`
    select asked.product_id from unnest(${productIds}::integer[]) as asked (product_id)
    where exists (
      select from fulfillments b
      where b.product_id = asked.product_id and b.waits_for = 'supplier'
        and (b.due_at is not null or exists (
          select from orders o
          where o.partner_id = b.partner_id and o.order_no = b.order_no and o.held_for_supplier))
      offset 0)`
}

/**
 * Products that batches wait for a supplier of, though no account of theirs is unfunded; each found
 * by one index probe.
 */
export function unmarkedProducts(): Statement<{ product_id: number }> {
  return sql`
    with recursive waited as (
      (select product_id from fulfillments where waits_for = 'supplier'
       order by product_id limit 1)
      union all
      select (select next.product_id from fulfillments next
              where next.waits_for = 'supplier' and next.product_id > waited.product_id
              order by next.product_id limit 1)
      from waited where waited.product_id is not null
    )
    select product_id from waited
    where product_id is not null and not exists (
      select from supplier_health h
      where h.product_id = waited.product_id and h.unfunded_since is not null
      offset 0)`
}

/** Where an order stands among those that wait. */
export interface HeldOrder {
  readonly ordered_at: Date
  readonly partner_id: number
  readonly order_no: bigint
}

const FIRST: HeldOrder = { ordered_at: dateAt(0), partner_id: 0, order_no: 0n }

/** Orders ON_HOLD for a supplier of these products, the oldest first over all partners. */
export function heldOrders(
  productIds: readonly number[],
  max: number,
  after: HeldOrder = FIRST,
): Statement<HeldOrder> {
  return sql`
    select distinct waiting.*
    from unnest(${productIds}::integer[]) as asked (product_id) cross join lateral (
      select distinct b.ordered_at, b.partner_id, b.order_no
      from fulfillments b cross join lateral (
        select from orders o
        where o.partner_id = b.partner_id and o.order_no = b.order_no and o.held_for_supplier
        offset 0) as held
      where b.product_id = asked.product_id and b.waits_for = 'supplier'
        and (b.ordered_at, b.partner_id, b.order_no) > (
          ${after.ordered_at}::timestamptz, ${after.partner_id}::integer,
          ${after.order_no}::bigint)
      order by b.ordered_at, b.partner_id, b.order_no
      limit ${max}) as waiting
    order by ordered_at, partner_id, order_no
    limit ${max}`
}
