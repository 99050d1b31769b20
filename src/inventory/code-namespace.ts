import type { Product } from '../catalog/mod.ts'
import { invalidField } from '../core/mod.ts'
import { maybeRow, oneRow, sql, type ProductsRow, type Statement, type Tx } from '../db/mod.ts'

/**
 * The namespace that codes of a product are compared in. It stays as it is until the transaction
 * ends: whoever changes it waits, and then sees the codes that were entered under it.
 */
export async function shareCodeNamespace(tx: Tx, productId: number): Promise<string | undefined> {
  const row = await maybeRow(tx, shareProduct(productId))
  return row?.code_namespace ?? undefined
}

/**
 * Refuses invalid_request where a product that has had codes changes its namespace: their hashes
 * name the old one. The product is locked.
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

/** True if there is a lot or a purchase: either may have had codes, or may get some. */
function hasHadCodes(productId: number): Statement<{ any: boolean }> {
  return sql`
    select exists (select from stock_lots where product_id = ${productId})
        or exists (select from upstream_purchases where product_id = ${productId}) as any`
}
