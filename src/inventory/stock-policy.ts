import { oneRow, type Db, type StockPoliciesRow, type Tx } from '../db/mod.ts'
import {
  ALL_PRODUCTS,
  insertPolicy,
  lockPolicy,
  selectPolicies,
  updatePolicy,
} from './stock-policy-rows.ts'

/** The rules for selling stock. For null, the policy of all products applies. */
export interface StockPolicy {
  /** Codes that expire within this time are not sold. */
  readonly expiryMarginSeconds: number | null
  /** A face value with fewer codes for sale is low on stock. */
  readonly lowStockThreshold: number | null
}

/** Ten years. */
export const EXPIRY_MARGIN_SECONDS_MAX = 315_360_000
export const LOW_STOCK_THRESHOLD_MAX = 1_000_000_000

/** Returns the policy of products that have none of their own. */
export function defaultPolicy(db: Db): Promise<StockPolicy> {
  return readPolicy(db, ALL_PRODUCTS)
}

/** Returns a function that gives the own policy of a product, and the policy that applies to it. */
export async function policiesOf(
  db: Db,
  productIds: readonly number[],
): Promise<(productId: number) => { productPolicy: StockPolicy; effective: StockPolicy }> {
  const rows = await db.rows(selectPolicies([ALL_PRODUCTS, ...productIds]))
  const policies = new Map(rows.map((row) => [row.product_id, toPolicy(row)]))
  const all = policies.get(ALL_PRODUCTS) ?? EMPTY_POLICY
  return (productId) => {
    const productPolicy = policies.get(productId) ?? EMPTY_POLICY
    const effective = {
      expiryMarginSeconds: productPolicy.expiryMarginSeconds ?? all.expiryMarginSeconds ?? 0,
      lowStockThreshold: productPolicy.lowStockThreshold ?? all.lowStockThreshold,
    }
    return { productPolicy, effective }
  }
}

/**
 * Changes the given fields of a product's policy, or of the policy of all products (undefined). A
 * smaller margin puts stock on sale: the caller serves the orders that wait for it.
 */
export async function changePolicy(
  tx: Tx,
  productId: number | undefined,
  change: Partial<StockPolicy>,
): Promise<{ before: StockPolicy; after: StockPolicy }> {
  const key = productId ?? ALL_PRODUCTS
  tx.write(insertPolicy(key))
  const row = await oneRow(tx, lockPolicy(key))
  const before = toPolicy(row)
  const {
    expiryMarginSeconds = before.expiryMarginSeconds,
    lowStockThreshold = before.lowStockThreshold,
  } = change
  const after = { expiryMarginSeconds, lowStockThreshold }
  tx.write(
    updatePolicy({
      product_id: key,
      expiry_margin_seconds: after.expiryMarginSeconds,
      low_stock_threshold: after.lowStockThreshold,
    }),
  )
  return { before, after }
}

const EMPTY_POLICY: StockPolicy = { expiryMarginSeconds: null, lowStockThreshold: null }

async function readPolicy(db: Db, productId: number): Promise<StockPolicy> {
  const [row] = await db.rows(selectPolicies([productId]))
  return row ? toPolicy(row) : EMPTY_POLICY
}

function toPolicy(row: StockPoliciesRow): StockPolicy {
  return {
    expiryMarginSeconds: row.expiry_margin_seconds,
    lowStockThreshold: row.low_stock_threshold,
  }
}
