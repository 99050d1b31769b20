import type { Product } from '../catalog/mod.ts'
import { invalidField } from '../core/mod.ts'
import { maybeRow, oneRow, sql, type ProductsRow, type Statement, type Tx } from '../db/mod.ts'

/**
 * Returns the namespace in which codes of a product are compared, and locks it against changes
 * until the transaction ends. A change of the namespace waits, and then sees the inserted codes.
 */
export async function shareCodeNamespace(tx: Tx, productId: number): Promise<string | undefined> {
  const row = await maybeRow(tx, shareProduct(productId))
  return row?.code_namespace ?? undefined
}

/**
 * Refuses invalid_request if the namespace of a product that ever had codes would change, because
 * their blinds depend on it. The caller has locked the product.
 */
export async function checkCodeNamespace(
  tx: Tx,
  { before, after }: { before: Product; after: Product },
): Promise<void> {
  if (before.codeNamespace === after.codeNamespace) return
  const { any } = await oneRow(tx, hasHadCodes(after.productId))
  if (!any) return
  throw invalidField(
    'codeNamespace',
    'cannot be changed: the product has had codes, which are compared in the one that it has',
  )
}

function shareProduct(productId: number): Statement<Pick<ProductsRow, 'code_namespace'>> {
  return sql`select code_namespace from products where product_id = ${productId} for share`
}

/** Returns true if there is a lot or a purchase: either has codes, or may get some. */
function hasHadCodes(productId: number): Statement<{ any: boolean }> {
  return sql`
    select exists (select 1 from stock_lots where product_id = ${productId})
        or exists (select 1 from supplier_creates where product_id = ${productId}) as any`
}
