import { lockProduct, reorderSuppliers, routesOf, type SupplierRoute } from '../catalog/mod.ts'
import { recordAudit } from '../audit/mod.ts'
import { sql, transact, type Statement } from '../db/mod.ts'
import { ACTOR, ADAPTER, type AccountTakenOver, type TakeOverContext } from './accounts.ts'
import { FORMER_SUPPLIER, settingsOf } from './former-settings.ts'

/** Replaces the former supplier by the adapter in all products that name it. */
export async function takeOverProducts(
  { db, clock }: TakeOverContext,
  accounts: readonly AccountTakenOver[],
): Promise<void> {
  for (const { product_id: productId } of await db.rows(formerProducts())) {
    await transact(db, async (tx) => {
      const product = await lockProduct(tx, productId)
      const before = product ? routesOf(product) : []
      // Another process may have changed the product already.
      if (!product || !before.some(isFormer)) return
      const after = before.map((route) => routeNow(route, accounts))
      await reorderSuppliers(tx, product, after)
      recordAudit(tx, {
        actor: ACTOR,
        action: 'product.update',
        target: `product:${productId}`,
        valueOut: 'none',
        before: JSON.parse(JSON.stringify({ suppliers: before })),
        after: JSON.parse(JSON.stringify({ suppliers: after })),
        at: clock.now(),
      })
    })
  }
}

function isFormer({ supplier }: SupplierRoute): boolean {
  return supplier === FORMER_SUPPLIER
}

function routeNow(route: SupplierRoute, accounts: readonly AccountTakenOver[]): SupplierRoute {
  if (!isFormer(route)) return route
  return { supplier: ADAPTER, settings: settingsOf(route.settings, accounts) }
}

function formerProducts(): Statement<{ product_id: number }> {
  return sql`
    select product_id from products
    where supplier = ${FORMER_SUPPLIER}
      or fallback_suppliers @> ${JSON.stringify([{ supplier: FORMER_SUPPLIER }])}::jsonb
    order by product_id`
}
