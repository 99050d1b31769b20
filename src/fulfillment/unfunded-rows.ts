import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { SupplierAccount } from './account.ts'

const PROBE_SECONDS = 30

export function markUnfunded(
  { supplier, account, productId, reason }: SupplierAccount & { productId: number; reason: string },
  at: number,
): Statement<never> {
  return sql`
    insert into supplier_health as known (
      product_id, supplier, account, unfunded_since, probe_at, last_fault, last_fault_at,
      changed_at)
    values (
      ${productId}, ${supplier}, ${account}, ${dateAt(at)},
      now() + make_interval(secs => ${PROBE_SECONDS}), ${reason}, ${dateAt(at)}, now())
    on conflict (product_id, supplier, account) do update
    set unfunded_since = coalesce(known.unfunded_since, excluded.unfunded_since),
        probe_at = coalesce(known.probe_at, excluded.probe_at),
        last_fault = excluded.last_fault, last_fault_at = excluded.last_fault_at,
        changed_at = clock_timestamp()`
}

export function unfundedProducts({
  supplier,
  account,
}: SupplierAccount): Statement<{ product_id: number }> {
  return sql`
    select product_id from supplier_health
    where unfunded_since is not null and supplier = ${supplier} and account = ${account}
    order by product_id`
}

export function unfundedAccounts(): Statement<SupplierAccount> {
  return sql`
    select distinct supplier, account from supplier_health where unfunded_since is not null`
}

/** By product, as whoever marks them; their batches are read in a later statement. */
export function lockUnfunded({
  supplier,
  account,
}: SupplierAccount): Statement<{ product_id: number }> {
  return sql`
    select product_id from supplier_health
    where unfunded_since is not null and supplier = ${supplier} and account = ${account}
    order by product_id
    for update`
}

/**
 * Of these, which are locked, those stay marked that an order waits for, or is about to: only a
 * mark is looked at again. Answers which.
 */
export function clearUnfunded(
  { supplier, account }: SupplierAccount,
  productIds: readonly number[],
): Statement<{ product_id: number }> {
  return sql`
    with waited as materialized (
      select asked.product_id, exists (
        select from fulfillments b
        where b.product_id = asked.product_id and b.waits_for = 'supplier'
          and (b.due_at is not null or exists (
            select from orders o
            where o.partner_id = b.partner_id and o.order_no = b.order_no
              and o.held_for_supplier))
        offset 0) as is_waited
      from unnest(${productIds}::integer[]) as asked (product_id)
    ), cleared as (
      update supplier_health h
      set unfunded_since = null, probe_at = null, changed_at = clock_timestamp()
      where h.supplier = ${supplier} and h.account = ${account}
        and h.product_id in (select product_id from waited where not is_waited)
    )
    select product_id from waited where is_waited`
}

/** Products whose turn it is to try; each is taken by one process. */
export function takeProbes(): Statement<SupplierAccount & { product_id: number }> {
  return sql`
    update supplier_health h set probe_at = now() + make_interval(secs => ${PROBE_SECONDS})
    where (h.product_id, h.supplier, h.account) in (
      select product_id, supplier, account from supplier_health
      where unfunded_since is not null and probe_at <= now()
      for update skip locked)
    returning h.product_id, h.supplier, h.account`
}

export interface HeldOrder {
  readonly ordered_at: Date
  readonly partner_id: number
  readonly order_no: bigint
}

const FIRST: HeldOrder = { ordered_at: dateAt(0), partner_id: 0, order_no: 0n }

/** Orders ON_HOLD for a supplier of this product, the oldest first over all partners. */
export function heldOrders(
  productId: number,
  max: number,
  after: HeldOrder = FIRST,
): Statement<HeldOrder> {
  return sql`
    select distinct b.ordered_at, b.partner_id, b.order_no
    from fulfillments b cross join lateral (
      select from orders o
      where o.partner_id = b.partner_id and o.order_no = b.order_no and o.held_for_supplier
      offset 0) as held
    where b.product_id = ${productId} and b.waits_for = 'supplier'
      and (b.ordered_at, b.partner_id, b.order_no) > (
        ${after.ordered_at}::timestamptz, ${after.partner_id}::integer, ${after.order_no}::bigint)
    order by b.ordered_at, b.partner_id, b.order_no
    limit ${max}`
}
