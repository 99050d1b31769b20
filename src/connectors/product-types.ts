import type { ProductType } from '../catalog/mod.ts'
import { sql, type Db } from '../db/mod.ts'

/** Returns the types of these products by id: they decide which request an adapter sends. */
export async function productTypes(
  db: Db,
  of: readonly { readonly productId: number }[],
): Promise<ReadonlyMap<number, ProductType>> {
  const ids = [...new Set(of.map(({ productId }) => productId))]
  const rows = await db.rows(
    sql<{ product_id: number; product_type: string }>`
      select product_id, product_type from products where product_id = any(${ids}::integer[])`,
  )
  return new Map(rows.map((row) => [row.product_id, row.product_type as ProductType]))
}
