import { routesOf, type SupplierRoute } from '../catalog/mod.ts'
import { sql, type Db, type Statement, type Tx } from '../db/mod.ts'

/** The suppliers of products, each in its order. */
export type Routes = ReadonlyMap<number, readonly SupplierRoute[]>

/**
 * Locks products, shared, and returns their suppliers. So a change of suppliers waits until it can
 * see the batches that this transaction leaves waiting. These locks come before those of batches.
 */
export async function lockRoutes(tx: Tx, productIds: readonly number[]): Promise<Routes> {
  if (productIds.length === 0) return new Map()
  return routesIn(await tx.rows(lockProducts(productIds)))
}

/** Returns the suppliers of products in their order, without a lock. */
export async function readRoutes(db: Db, productIds: readonly number[]): Promise<Routes> {
  return routesIn(await db.rows(selectProducts(productIds)))
}

function routesIn(rows: readonly RouteRow[]): Routes {
  return new Map(
    rows.map((row) => {
      const { supplier_settings: supplierSettings, fallback_suppliers: fallbackSuppliers } = row
      return [
        row.product_id,
        routesOf({ supplier: row.supplier, supplierSettings, fallbackSuppliers }),
      ]
    }),
  )
}

interface RouteRow {
  product_id: number
  supplier: string
  supplier_settings: Record<string, unknown>
  fallback_suppliers: SupplierRoute[]
}

function selectProducts(productIds: readonly number[]): Statement<RouteRow> {
  return sql`
    select product_id, supplier, supplier_settings, fallback_suppliers
    from products where product_id = any(${productIds}::integer[])
    order by product_id`
}

function lockProducts(productIds: readonly number[]): Statement<RouteRow> {
  return sql`${selectProducts(productIds)} for share`
}
