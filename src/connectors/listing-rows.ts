import { offsetOf, type PageRequest } from '../core/mod.ts'
import { contains, equals, ListOrders, sql, where, type Sort, type Statement } from '../db/mod.ts'
import type { SupplierListingsRow, SupplierPriceChangesRow } from '../db/mod.ts'
import { MAPPED_LISTINGS } from './mirror-rows.ts'

/** The filters of a list of listings. An undefined filter selects all. */
export interface ListingFilter {
  readonly accountId?: number | undefined
  /** A part of the brand, in upper or lower case. */
  readonly brand?: string | undefined
  readonly country?: string | undefined
  readonly currency?: string | undefined
  readonly productType?: string | undefined
  /** A part of the name, of the brand, or of the supplier's own name for the listing. */
  readonly q?: string | undefined
  /** True: only listings that a product buys. False: only the others. */
  readonly mapped?: boolean | undefined
}

/** A listing with its account, the products that buy it, and a price that waits. */
export interface ListingRow extends SupplierListingsRow {
  readonly adapter: string
  readonly account: string
  readonly products: readonly { readonly productId: number; readonly faceValue: string | null }[]
  readonly waiting_change: bigint | null
  readonly waiting_percent: string | null
}

const COLUMNS = sql.raw(
  `l.listing_id, l.account_id, l.listing, l.name, l.brand, l.product_type, l.currency, l.countries,
   l.fixed_values::text[] as fixed_values, l.min_value, l.max_value, l.step_value,
   trim_scale(l.discount_percent) as discount_percent, l.is_on_sale, l.settings, l.image_url,
   l.redemption, l.terms, l.absences, l.gone_at, l.first_seen_at, l.changed_at`,
)

/** Returns a few listings with the details that other tables have about them. */
function withDetails(listings: Statement<unknown>, order: Statement<never>): Statement<ListingRow> {
  return sql`
    select l.*, a.adapter, a.name as account, c.change_id as waiting_change,
      trim_scale(c.new_percent)::text as waiting_percent,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('productId', m.product_id, 'faceValue', m.face_value)
          order by m.product_id, m.face_value)
        from ${MAPPED_LISTINGS} as m
        where m.account_id = l.account_id and m.listing = l.listing), '[]') as products
    from (${listings}) l
    join supplier_accounts a on a.account_id = l.account_id
    left join supplier_price_changes c on c.listing_id = l.listing_id and c.status = 'WAITS'
    order by ${order}`
}

const IS_MAPPED = sql`(l.account_id, l.listing) in (
  select account_id, listing from ${MAPPED_LISTINGS} as m)`

function conditionsOf(filter: ListingFilter): Statement<unknown> {
  const { country, mapped, q } = filter
  return where(
    equals('l.account_id', filter.accountId),
    contains('l.brand', filter.brand),
    equals('l.currency', filter.currency),
    equals('l.product_type', filter.productType),
    contains(`concat_ws(' ', l.name, l.brand, l.listing)`, q),
    country === undefined ? undefined : sql`${country} = any(l.countries)`,
    mapped === false ? sql`not ${IS_MAPPED}` : undefined,
    // A listing that is gone matters only if a product still buys it.
    mapped === true ? IS_MAPPED : sql`(l.gone_at is null or ${IS_MAPPED})`,
  )
}

const ORDERS = new ListOrders('lower(l.brand), l.name, l.listing_id', {
  name: ['lower(l.name)', 'l.listing_id'],
  brand: ['lower(l.brand)', 'l.name', 'l.listing_id'],
  discountPercent: ['coalesce(l.discount_percent, 0)', 'l.listing_id'],
})
export const LISTING_SORTS = ORDERS.sorts

export type ListingPage = PageRequest & {
  readonly sort?: Sort<(typeof LISTING_SORTS)[number]> | undefined
}

/**
 * Returns a page of listings, by brand unless it is sorted. All listings of a filter are sorted:
 * the catalogs of suppliers have some ten thousand.
 */
export function selectListings(filter: ListingFilter, page: ListingPage): Statement<ListingRow> {
  const order = ORDERS.by(page.sort)
  const listings = sql`
    select ${COLUMNS} from supplier_listings l ${conditionsOf(filter)}
    order by ${order}
    limit ${page.pageSize} offset ${offsetOf(page)}`
  return withDetails(listings, order)
}

export function countListings(filter: ListingFilter): Statement<{ total: bigint }> {
  return sql`select count(*) as total from supplier_listings l ${conditionsOf(filter)}`
}

export function selectListing(listingId: number): Statement<ListingRow> {
  const listing = sql`
    select ${COLUMNS} from supplier_listings l where l.listing_id = ${listingId}`
  return withDetails(listing, ORDERS.by(undefined))
}

/** Locks a listing, so that no catalog changes it before the transaction ends. */
export function lockListingRow(listingId: number): Statement<{ listing_id: number }> {
  return sql`
    select listing_id from supplier_listings where listing_id = ${listingId} for update`
}

/** A change of price with its listing. */
export interface PriceChangeRow extends SupplierPriceChangesRow {
  readonly adapter: string
  readonly account: string
  readonly listing: string
  readonly name: string
  readonly brand: string
}

export interface PriceChangeFilter {
  readonly accountId?: number | undefined
  readonly status?: string | undefined
}

function changes({ accountId, status }: PriceChangeFilter): Statement<unknown> {
  return sql`
    from supplier_price_changes c
    join supplier_listings l on l.listing_id = c.listing_id
    join supplier_accounts a on a.account_id = l.account_id
    ${where(equals('l.account_id', accountId), equals('c.status', status))}`
}

const CHANGE = sql.raw(
  `c.change_id, c.listing_id, trim_scale(c.old_percent) as old_percent,
   trim_scale(c.new_percent) as new_percent, c.status, c.seen_at, c.decided_at, a.adapter,
   a.name as account, l.listing, l.name, l.brand`,
)

const CHANGE_ORDERS = new ListOrders('c.change_id desc', { seenAt: ['c.change_id'] })
export const PRICE_CHANGE_SORTS = CHANGE_ORDERS.sorts

export type PriceChangePage = PageRequest & {
  readonly sort?: Sort<(typeof PRICE_CHANGE_SORTS)[number]> | undefined
}

/** Returns a page of changes of price, newest first unless it is sorted. */
export function selectPriceChanges(
  filter: PriceChangeFilter,
  page: PriceChangePage,
): Statement<PriceChangeRow> {
  return sql`
    select ${CHANGE} ${changes(filter)}
    order by ${CHANGE_ORDERS.by(page.sort)} limit ${page.pageSize} offset ${offsetOf(page)}`
}

export function countPriceChanges(filter: PriceChangeFilter): Statement<{ total: bigint }> {
  return sql`select count(*) as total ${changes(filter)}`
}

export function selectPriceChange(changeId: bigint): Statement<PriceChangeRow> {
  return sql`
    select ${CHANGE} ${changes({})} where c.change_id = ${changeId}::bigint`
}
