import { dateAt } from '../core/mod.ts'
import { sql, type Statement, twinned } from '../db/mod.ts'
import { FAULT_LENGTH_MAX, type ProductAccount, type SupplierAccount } from './account.ts'

const PROBE_SECONDS_MIN = 30
const PROBE_SECONDS_MAX = 900
/**
 * The time between two probes is this part of the time that the account has been without funds. The
 * partner sees each probe, because it makes and voids the hold of an order.
 */
const PROBE_PART = 20
/** After this time without a refusal, an account counts as funded. */
const SILENT_SECONDS = 3_600

/** Marks a product as one that the account could not pay. */
export function markUnfunded(
  { supplier, account, productId }: ProductAccount,
  { reason, at }: { reason: string; at: number },
): Statement<never> {
  const fault = reason.slice(0, FAULT_LENGTH_MAX)
  return sql`
    insert into supplier_health as existing (
      product_id, supplier, account, unfunded_since, last_fault, last_fault_at, changed_at)
    values (
      ${productId}, ${supplier}, ${account}, ${dateAt(at)}, ${fault}, ${dateAt(at)}, now())
    on conflict (product_id, supplier, account) do update
    set unfunded_since = coalesce(existing.unfunded_since, excluded.unfunded_since),
        last_fault = excluded.last_fault, last_fault_at = excluded.last_fault_at`
}

/** Returns the products that are marked for an account. */
export function markedProducts({
  supplier,
  account,
}: SupplierAccount): Statement<{ product_id: number }> {
  return sql`
    select product_id from supplier_health
    where unfunded_since is not null and supplier = ${supplier} and account = ${account}
    order by product_id`
}

/** Locks the marks of an account, in the order in which they are made. */
export function lockMarks(account: SupplierAccount): Statement<{ product_id: number }> {
  return sql`${markedProducts(account)} for update`
}

export function clearMarksOfAccount({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`
    update supplier_health set unfunded_since = null
    where unfunded_since is not null and supplier = ${supplier} and account = ${account}`
}

/**
 * Clears the marks of a product whose suppliers change, so that its orders are resumed. Its row in
 * `products` is locked: nobody marks it meanwhile.
 */
export function clearMarksOfProduct(productId: number): Statement<never> {
  return sql`
    update supplier_health set unfunded_since = null
    where unfunded_since is not null and product_id = ${productId}`
}

export function selectUnfundedAccounts(): Statement<SupplierAccount> {
  return sql`select supplier, account from unfunded_accounts`
}

/** Records that the account could not pay. */
export function upsertUnfundedAccount({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`
    insert into unfunded_accounts (supplier, account, refused_at, probed_at)
    values (${supplier}, ${account}, now(), now())
    on conflict (supplier, account) do update set refused_at = clock_timestamp()`
}

/** Makes the next probe of the account due at once. */
export function expireProbe({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`
    update unfunded_accounts set is_due = true
    where supplier = ${supplier} and account = ${account}`
}

/** The time after the last probe of an account at which its next one is due. */
const PROBE_INTERVAL = sql`
  greatest(make_interval(secs => ${PROBE_SECONDS_MIN}), least(
    make_interval(secs => ${PROBE_SECONDS_MAX}),
    coalesce((
      select now() - min(h.unfunded_since) from supplier_health h
      where h.unfunded_since is not null
        and h.supplier = unfunded_accounts.supplier and h.account = unfunded_accounts.account
    ), interval '0') / ${PROBE_PART}::integer))`

/** Begins the probes that are due and returns their accounts, each to one process only. */
export function beginDueProbes(): Statement<SupplierAccount & { is_silent: boolean }> {
  return sql`
    update unfunded_accounts set probed_at = now(), is_due = false
    where ctid = any(array(
      select ctid from unfunded_accounts
      where is_due or probed_at <= now() - ${PROBE_INTERVAL}
      for update skip locked))
    returning supplier, account,
      refused_at < now() - make_interval(secs => ${SILENT_SECONDS}) as is_silent`
}

/** Locks the account if it has refused nothing since its last probe began. Follows `lockMarks`. */
export function lockUnrefused({ supplier, account }: SupplierAccount): Statement<SupplierAccount> {
  return sql`
    select supplier, account from unfunded_accounts
    where supplier = ${supplier} and account = ${account} and refused_at < probed_at
    for update`
}

export function deleteUnfundedAccount({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`delete from unfunded_accounts where supplier = ${supplier} and account = ${account}`
}

/** Returns the unmarked products whose batches wait for a supplier, each by one index probe. */
export const unmarkedProducts = twinned(
  'unmarkedProducts',
  (): Statement<{ product_id: number }> => {
    return sql<{ product_id: number }>`
    with recursive waiting as (
      (select product_id from fulfillments where waits_for = 'supplier'
       order by product_id limit 1)
      union all
      select (select next.product_id from fulfillments next
              where next.waits_for = 'supplier' and next.product_id > waiting.product_id
              order by next.product_id limit 1)
      from waiting where waiting.product_id is not null
    )
    select product_id from waiting
    where product_id is not null and not exists (
      select from supplier_health h
      where h.product_id = waiting.product_id and h.unfunded_since is not null
      offset 0)`
  },
)

/** The position of an order among those that wait. */
export interface HeldOrder {
  readonly ordered_at: Date
  readonly partner_id: number
  readonly order_no: bigint
}

const FIRST: HeldOrder = { ordered_at: dateAt(0), partner_id: 0, order_no: 0n }

export function isAfter(after: HeldOrder = FIRST): Statement<never> {
  return sql`
    (b.ordered_at, b.partner_id, b.order_no) > (
      ${after.ordered_at}::timestamptz, ${after.partner_id}::integer, ${after.order_no}::bigint)`
}

/** Returns orders that wait for a supplier of these products, oldest first over all partners. */
export const heldOrders = twinned(
  'heldOrders',
  (
    productIds: readonly number[],
    page: { max: number; after?: HeldOrder | undefined },
  ): Statement<HeldOrder> => {
    const { max, after } = page
    return sql<HeldOrder>`
    select distinct waiting.*
    from unnest(${productIds}::integer[]) as input (product_id) cross join lateral (
      select distinct b.ordered_at, b.partner_id, b.order_no
      from fulfillments b cross join lateral (
        select from orders o
        where o.partner_id = b.partner_id and o.order_no = b.order_no and o.held_for_supplier
        offset 0) as held_order
      where b.product_id = input.product_id and b.waits_for = 'supplier'
        and ${isAfter(after)}
      order by b.ordered_at, b.partner_id, b.order_no
      limit ${max}) as waiting
    order by ordered_at, partner_id, order_no
    limit ${max}`
  },
)
