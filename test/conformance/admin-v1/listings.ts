import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '../../../src/db/mod.ts'
import type { RunningService } from '../../support/service.ts'

/** A listing of a supplier, and a price of it that waits for an approval. */
export interface MadeUpListing {
  readonly listingId: number
  readonly listing: string
  readonly changeId: number
}

/** Stores a supplier's listing in USD, with a price that waits for approval. */
export async function makeUpListing(
  { db }: Pick<RunningService, 'db'>,
  supplier: string,
): Promise<MadeUpListing> {
  const [adapter, name] = supplier.split(':')
  const listing = `brand-${randomUUID().slice(0, 8)}`
  const [row] = await db.rows(sql<{ id: number }>`
    insert into supplier_listings (
      account_id, listing, name, brand, product_type, currency, countries, min_value, max_value,
      discount_percent, is_on_sale, settings, redemption, first_seen_at, changed_at)
    select account_id, ${listing}::text, 'Northwind Coffee', 'Northwind', 'GIFT_CARD', 'USD',
      '{US}', 0.01, 100000, 5,
      true, ${JSON.stringify({ brand: listing })}::jsonb, 'Show the code.', now(), now()
    from supplier_accounts where adapter = ${adapter} and name = ${name}
    returning listing_id as id`)
  const listingId = row?.id ?? expect.unreachable()
  const [change] = await db.rows(sql<{ id: bigint }>`
    insert into supplier_price_changes (listing_id, old_percent, new_percent, status, seen_at)
    values (${listingId}, 5, 1, 'WAITS', now()) returning change_id as id`)
  return { listingId, listing, changeId: Number(change?.id) }
}

/** Makes a product use a listing first, and the generator second. */
export async function mapByHand(
  { db }: Pick<RunningService, 'db'>,
  supplier: string,
  { productId, listing }: { readonly productId: number; readonly listing: string },
): Promise<void> {
  const [adapter, account] = supplier.split(':')
  const settings = JSON.stringify({ account, listing, brand: listing })
  await db.rows(sql`
    update products
    set supplier = ${adapter}, supplier_settings = ${settings}::jsonb,
        fallback_suppliers = '[{"supplier":"generator","settings":{}}]'
    where product_id = ${productId}`)
}
