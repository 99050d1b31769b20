import { denominationFault, type Product } from '../catalog/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'
import { isFromStock } from './in-stock.ts'

/**
 * Returns the number of unsold codes of the product that cannot be sold, because their face value
 * is not on offer, or the product is not sold from stock.
 */
export async function countUnsellable(db: Db, product: Product): Promise<number> {
  const rows = await db.rows(freeByFace(product.productId))
  const unsellable = rows.filter(
    (row) =>
      !isFromStock(product) || denominationFault(product, row.face_value_minor) !== undefined,
  )
  return unsellable.reduce((sum, row) => sum + Number(row.codes), 0)
}

interface FreeRow {
  readonly face_value_minor: bigint
  readonly codes: bigint
}

function freeByFace(productId: number): Statement<FreeRow> {
  return sql`
    select face_value_minor, sum(quantity)::bigint as codes
    from stock_free where product_id = ${productId}
    group by face_value_minor`
}
