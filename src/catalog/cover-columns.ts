import { findStoredCurrency } from '../core/mod.ts'
import { sql } from '../db/mod.ts'
import type { PriceRulesRow, Statement } from '../db/mod.ts'
import type { Cover } from './cover.ts'
import type { ProductType } from './product.ts'

/** The columns of a rule's owner and cover. */
export const COVER = sql.raw('partner_id, product_id, brand, product_type, currency')

export interface RuleFilter {
  readonly partnerId?: number | undefined
  readonly productId?: number | undefined
}

interface Covering {
  readonly partnerId: number | undefined
  readonly cover: Cover
}

export function coverOf(
  row: Pick<PriceRulesRow, 'product_id' | 'brand' | 'product_type' | 'currency'>,
): Cover {
  return {
    productId: row.product_id ?? undefined,
    brand: row.brand ?? undefined,
    // A check of the table allows no other type.
    productType: (row.product_type as ProductType | null) ?? undefined,
    currency: row.currency === null ? undefined : findStoredCurrency(row.currency),
  }
}

/** Returns the values of COVER. */
export function coverValues({ partnerId, cover }: Covering): Statement<unknown> {
  return sql`
    ${partnerId ?? null}, ${cover.productId ?? null}, ${cover.brand ?? null},
    ${cover.productType ?? null}, ${cover.currency?.code ?? null}`
}

/** Returns the condition that a row has this owner and cover. */
export function hasCover({ partnerId, cover }: Covering): Statement<unknown> {
  return sql`partner_id is not distinct from ${partnerId ?? null}
    and product_id is not distinct from ${cover.productId ?? null}
    and brand is not distinct from ${cover.brand ?? null}
    and product_type is not distinct from ${cover.productType ?? null}
    and currency is not distinct from ${cover.currency?.code ?? null}`
}
