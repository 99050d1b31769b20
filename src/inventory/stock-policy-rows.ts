import { dateAt } from '../core/mod.ts'
import { sql, type Statement, type StockPoliciesRow } from '../db/mod.ts'

/** The key of the policy of all products. */
export const ALL_PRODUCTS = 0

/**
 * Returns an expression over a product's id: the instant until which stock must be valid to be sold
 * at `now` (milliseconds). It reads the policy in the same statement, so all processes agree.
 */
export function goodUntil(productId: Statement<unknown>, now: number): Statement<never> {
  return sql`(${dateAt(now)}::timestamptz + make_interval(secs => coalesce(
    (select own.expiry_margin_seconds from stock_policies own where own.product_id = ${productId}),
    (select every.expiry_margin_seconds from stock_policies every
     where every.product_id = ${ALL_PRODUCTS}),
    0)))`
}

export function selectPolicies(productIds: readonly number[]): Statement<StockPoliciesRow> {
  return sql`
    select product_id, expiry_margin_seconds, low_stock_threshold
    from stock_policies
    where product_id = any(${productIds}::integer[])`
}

/** Returns the policies that have a threshold. */
export function selectThresholds(): Statement<StockPoliciesRow> {
  return sql`
    select product_id, expiry_margin_seconds, low_stock_threshold
    from stock_policies
    where low_stock_threshold is not null`
}

/** Inserts an empty policy if there is none, so that it can be locked. */
export function insertPolicy(productId: number): Statement<never> {
  return sql`
    insert into stock_policies (product_id) values (${productId})
    on conflict do nothing`
}

export function lockPolicy(productId: number): Statement<StockPoliciesRow> {
  return sql`
    select product_id, expiry_margin_seconds, low_stock_threshold
    from stock_policies where product_id = ${productId}
    for update`
}

export function updatePolicy(policy: StockPoliciesRow): Statement<never> {
  return sql`
    update stock_policies
    set expiry_margin_seconds = ${policy.expiry_margin_seconds},
        low_stock_threshold = ${policy.low_stock_threshold}
    where product_id = ${policy.product_id}`
}
