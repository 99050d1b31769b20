import { groupBy, MS_PER_MINUTE } from '../core/mod.ts'
import { sql, type Db } from '../db/mod.ts'
import type { Settings, Supplier } from '../supply/mod.ts'
import { type Account, readAccounts } from './account-rows.ts'
import { scaledOf } from './decimal-text.ts'
import { readFields } from './read-fields.ts'

/** An account that has not answered for so long, and whose last answer was a fault, is silent. */
const SILENT_MS = 10 * MS_PER_MINUTE

type Offers = Parameters<NonNullable<Supplier['availability']>>[1]

interface ListingState {
  readonly account_id: number
  readonly listing: string
  readonly is_sold: boolean
  /** The supplier asks for more than a person has accepted. */
  readonly is_dearer: boolean
}

/** What is known of the listings that products buy, by account and name. */
export type ListingStates = ReadonlyMap<string, ListingState>

function keyOf(accountId: number, listing: string): string {
  return `${accountId} ${listing}`
}

/** Reads the listings that these settings name. Without any, nothing is read. */
export async function readListingStates(
  db: Db,
  settings: readonly Settings[],
): Promise<ListingStates> {
  const names = [...new Set(settings.flatMap((one) => readFields(one).listing ?? []))]
  if (names.length === 0) return new Map()
  const rows = await db.rows(sql<ListingState>`
    select l.account_id, l.listing, l.is_on_sale and l.gone_at is null as is_sold,
      exists (
        select from supplier_price_changes c
        where c.listing_id = l.listing_id and c.status = 'WAITS'
          and coalesce(c.new_percent, 0) < coalesce(c.old_percent, 0)) as is_dearer
    from supplier_listings l where l.listing = any(${names}::text[])`)
  return new Map(rows.map((row) => [keyOf(row.account_id, row.listing), row]))
}

/** Returns why a listing cannot be bought now; undefined if it can, or no catalog had it yet. */
export function listingObstacle(
  states: ListingStates,
  accountId: number,
  listing: string | undefined,
): string | undefined {
  const state = listing === undefined ? undefined : states.get(keyOf(accountId, listing))
  if (state?.is_sold === false) return `the listing ${listing} is not on sale`
  return state?.is_dearer === true
    ? `the listing ${listing} is dearer, which waits for a person`
    : undefined
}

/** True if settings buy this face value; without one of their own, they buy all. */
export function buysFace(settings: Settings, face: string): boolean {
  const { faceValue } = readFields(settings)
  return faceValue === undefined || scaledOf(faceValue) === scaledOf(face)
}

/** Returns those of the offers whose account answers and whose listing can be bought. */
export async function healthyOffers(
  db: Db,
  offers: Offers,
  { adapter, now }: { readonly adapter: string; readonly now: number },
): Promise<Offers> {
  const accounts = groupBy(await readAccounts(db), ({ name, adapter: of }) => `${of}:${name}`)
  const states = await readListingStates(
    db,
    offers.map(({ settings }) => settings),
  )
  return offers.filter(({ settings }) => {
    const { account: name, listing } = readFields(settings)
    const [account] = accounts.get(`${adapter}:${name}`) ?? []
    if (!account || !isHealthy(account, now)) return false
    return listingObstacle(states, account.accountId, listing) === undefined
  })
}

function isHealthy({ active, answeredAt, faultedAt, createdAt }: Account, now: number): boolean {
  const lastHeard = answeredAt ?? createdAt
  const isFailing = faultedAt !== undefined && faultedAt > lastHeard
  return active && !(isFailing && now - lastHeard > SILENT_MS)
}
