import { groupBy, MS_PER_MINUTE } from '../core/mod.ts'
import { sql, type Db } from '../db/mod.ts'
import type { Offer, Settings, Supplier } from '../supply/mod.ts'
import { type Account, readAccounts } from './account-rows.ts'
import { scaledOf } from './decimal-text.ts'
import { readFields } from './read-fields.ts'

/** An account is silent if its last response was a fault and the last success is this long ago. */
const SILENT_MS = 10 * MS_PER_MINUTE

type Offers = Parameters<NonNullable<Supplier['availability']>>[1]

interface ListingState {
  readonly account_id: number
  readonly listing: string
  readonly is_sold: boolean
  /** The supplier asks for more than a person has accepted. */
  readonly is_dearer: boolean
  /** The accepted discount on the face value, in percent. */
  readonly percent: string
  /** The requested products whose margin floor is above its discount. */
  readonly below_floor_of: readonly number[]
}

/** The states of the listings that products buy, by account and name. */
export type ListingStates = ReadonlyMap<string, ListingState>

function keyOf(accountId: number, listing: string): string {
  return `${accountId} ${listing}`
}

/** Reads the listings that these offers name. Without any, nothing is read. */
export async function readListingStates(db: Db, offers: readonly Offer[]): Promise<ListingStates> {
  const listed = offers.filter(({ settings }) => readFields(settings).listing !== undefined)
  const names = [...new Set(listed.map(({ settings }) => readFields(settings).listing))]
  if (names.length === 0) return new Map()
  const productIds = [...new Set(listed.map(({ productId }) => productId))]
  const rows = await db.rows(sql<ListingState>`
    select l.account_id, l.listing, l.is_on_sale and l.gone_at is null as is_sold,
      exists (
        select from supplier_price_changes c
        where c.listing_id = l.listing_id and c.status = 'WAITS'
          and coalesce(c.new_percent, 0) < coalesce(c.old_percent, 0)) as is_dearer,
      trim_scale(coalesce(l.discount_percent, 0))::text as percent,
      array(
        select r.product_id from product_routing r
        where r.product_id = any(${productIds}::integer[])
          and r.margin_floor > coalesce(l.discount_percent, 0)) as below_floor_of
    from supplier_listings l where l.listing = any(${names}::text[])`)
  return new Map(rows.map((row) => [keyOf(row.account_id, row.listing), row]))
}

/**
 * Returns the state of the listing that the settings name; undefined if no catalog has had it yet.
 */
export function listingState(
  states: ListingStates,
  accountId: number,
  settings: Settings,
): ListingState | undefined {
  const { listing } = readFields(settings)
  return listing === undefined ? undefined : states.get(keyOf(accountId, listing))
}

/** Returns why a product cannot buy a listing now; undefined if it can, or nothing is known. */
export function listingObstacle(
  state: ListingState | undefined,
  productId: number,
): string | undefined {
  if (!state) return undefined
  const { listing } = state
  if (!state.is_sold) return `the listing ${listing} is not on sale`
  if (state.is_dearer) return `the listing ${listing} is dearer, which waits for a person`
  return state.below_floor_of.includes(productId)
    ? `the listing ${listing} leaves less than the floor of the product`
    : undefined
}

/** True if these settings buy this face value. Settings without a face value buy all. */
export function buysFace(settings: Settings, face: string): boolean {
  const { faceValue } = readFields(settings)
  return faceValue === undefined || scaledOf(faceValue) === scaledOf(face)
}

/** Returns the offers whose account responds and whose listing can be bought. */
export async function healthyOffers(
  db: Db,
  offers: Offers,
  { adapter, now }: { readonly adapter: string; readonly now: number },
): Promise<Offers> {
  const accounts = groupBy(
    await readAccounts(db),
    (account) => `${account.adapter}:${account.name}`,
  )
  const states = await readListingStates(db, offers)
  return offers.filter(({ productId, settings }) => {
    const { account: name } = readFields(settings)
    const [account] = accounts.get(`${adapter}:${name}`) ?? []
    if (!account || !isHealthy(account, now)) return false
    const state = listingState(states, account.accountId, settings)
    return listingObstacle(state, productId) === undefined
  })
}

function isHealthy({ active, answeredAt, faultedAt, createdAt }: Account, now: number): boolean {
  const lastHeard = answeredAt ?? createdAt
  const isFailing = faultedAt !== undefined && faultedAt > lastHeard
  return active && !(isFailing && now - lastHeard > SILENT_MS)
}
