import type { ProductType } from '../catalog/mod.ts'
import { isIntegerId, type Page, notFound } from '../core/mod.ts'
import { maybeRow, oneRow, type Db, type Tx } from '../db/mod.ts'
import { type AccountName, existingAccount } from './account-rows.ts'
import type { Fields, Listing } from './adapter.ts'
import {
  countListings,
  countPriceChanges,
  type ListingFilter,
  type ListingRow,
  lockListingRow,
  type PriceChangeRow,
  selectListing,
  selectListings,
  selectPriceChange,
  selectPriceChanges,
  type ListingPage,
  type PriceChangePage,
} from './listing-rows.ts'

/** A listing as it is mirrored. Instants are milliseconds. */
export interface MirroredListing extends Omit<Listing, 'discountPercent'> {
  readonly listingId: number
  readonly account: AccountName
  /** The price in force, not one that waits for a person. */
  readonly discountPercent: string | undefined
  readonly goneAt: number | undefined
  readonly changedAt: number
  /** The products that buy it, and for which face value only. */
  readonly products: readonly {
    readonly productId: number
    readonly faceValue: string | undefined
  }[]
  /** A price that waits for a person; without a percentage, the face value. */
  readonly waiting:
    | { readonly changeId: bigint; readonly discountPercent: string | undefined }
    | undefined
}

export type ListingRequest = ListingPage &
  Omit<ListingFilter, 'accountId'> & { readonly account?: AccountName | undefined }

/** Returns a page of listings, by brand. Refuses not_found for an account that is not there. */
export async function listListings(
  db: Db,
  { account, page, pageSize, sort, ...filter }: ListingRequest,
): Promise<Page<MirroredListing>> {
  const accountId = account && (await existingAccount(db, account)).accountId
  const selected = { ...filter, accountId }
  const { total } = await oneRow(db, countListings(selected))
  const rows = await db.rows(selectListings(selected, { page, pageSize, sort }))
  return { rows: rows.map(toListing), total: Number(total) }
}

/** Returns a listing. Refuses not_found. */
export async function existingListing(db: Db, listingId: number): Promise<MirroredListing> {
  const row = isIntegerId(listingId) ? await maybeRow(db, selectListing(listingId)) : undefined
  if (!row) throw notFound('listing')
  return toListing(row)
}

/** Returns a listing that no catalog changes before the transaction ends. Refuses not_found. */
export async function lockListing(tx: Tx, listingId: number): Promise<MirroredListing> {
  const { listingId: id } = await existingListing(tx, listingId)
  await tx.rows(lockListingRow(id))
  return existingListing(tx, id)
}

function toListing(row: ListingRow): MirroredListing {
  const [min, max] = [row.min_value, row.max_value]
  return {
    listingId: row.listing_id,
    account: { adapter: row.adapter, name: row.account },
    listing: row.listing,
    name: row.name,
    brand: row.brand,
    productType: row.product_type as ProductType,
    currency: row.currency,
    countries: row.countries,
    faceValues:
      min !== null && max !== null
        ? { min, max, step: row.step_value ?? undefined }
        : (row.fixed_values ?? []),
    discountPercent: row.discount_percent ?? undefined,
    isOnSale: row.is_on_sale,
    settings: row.settings as Fields,
    imageUrl: row.image_url ?? undefined,
    redemption: row.redemption ?? undefined,
    terms: row.terms ?? undefined,
    goneAt: row.gone_at?.getTime(),
    changedAt: row.changed_at.getTime(),
    products: row.products.map(({ productId, faceValue }) => ({
      productId,
      faceValue: faceValue ?? undefined,
    })),
    waiting:
      row.waiting_change === null
        ? undefined
        : { changeId: row.waiting_change, discountPercent: row.waiting_percent ?? undefined },
  }
}

export const PRICE_CHANGE_STATUSES = ['APPLIED', 'WAITS', 'ACCEPTED', 'WITHDRAWN'] as const
export type PriceChangeStatus = (typeof PRICE_CHANGE_STATUSES)[number]

/** A price that a supplier has changed. A percentage is undefined where we pay the face value. */
export interface PriceChange {
  readonly changeId: bigint
  readonly listingId: number
  readonly account: AccountName
  readonly listing: string
  readonly name: string
  readonly brand: string
  readonly oldPercent: string | undefined
  readonly newPercent: string | undefined
  readonly status: PriceChangeStatus
  readonly seenAt: number
  readonly decidedAt: number | undefined
}

export type PriceChangeRequest = PriceChangePage & {
  readonly account?: AccountName | undefined
  readonly status?: PriceChangeStatus | undefined
}

/** Returns a page of changes of price, newest first. Refuses not_found for an account. */
export async function listPriceChanges(
  db: Db,
  { account, status, ...page }: PriceChangeRequest,
): Promise<Page<PriceChange>> {
  const accountId = account && (await existingAccount(db, account)).accountId
  const { total } = await oneRow(db, countPriceChanges({ accountId, status }))
  const rows = await db.rows(selectPriceChanges({ accountId, status }, page))
  return { rows: rows.map(toPriceChange), total: Number(total) }
}

/** Returns a change of price. Refuses not_found. */
export async function existingPriceChange(db: Db, changeId: string): Promise<PriceChange> {
  const isId = /^[1-9]\d{0,15}$/.test(changeId)
  const row = isId ? await maybeRow(db, selectPriceChange(BigInt(changeId))) : undefined
  if (!row) throw notFound('change of price')
  return toPriceChange(row)
}

function toPriceChange(row: PriceChangeRow): PriceChange {
  return {
    changeId: row.change_id,
    listingId: row.listing_id,
    account: { adapter: row.adapter, name: row.account },
    listing: row.listing,
    name: row.name,
    brand: row.brand,
    oldPercent: row.old_percent ?? undefined,
    newPercent: row.new_percent ?? undefined,
    status: row.status as PriceChangeStatus,
    seenAt: row.seen_at.getTime(),
    decidedAt: row.decided_at?.getTime(),
  }
}
