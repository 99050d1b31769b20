import { dateAt, drawNumber } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { Listing } from './adapter.ts'

/** One reading of a catalog. */
export interface MirrorRun {
  readonly accountId: number
  /** Changes with each run, so that an older run writes nothing. */
  readonly runNo: bigint
  /** When the account is due again if this run does not end. */
  readonly againAt: number
}

/** The columns that come from a catalog. */
const FACTS = [
  'name',
  'brand',
  'product_type',
  'currency',
  'countries',
  'fixed_values',
  'min_value',
  'max_value',
  'step_value',
  'is_on_sale',
  'settings',
  'image_url',
  'redemption',
  'terms',
] as const

const NAMES = sql.raw(FACTS.join(', '))
const READ_FACTS = sql.raw(FACTS.map((name) => `r.${name}`).join(', '))
const STORED_FACTS = sql.raw(FACTS.map((name) => `l.${name}`).join(', '))
const FACT_UPDATES = sql.raw(FACTS.map((name) => `${name} = r.${name}`).join(', '))

/** Inserts the mirrors of active accounts that have none, due at once. */
export function insertMissingMirrors(at: number): Statement<never> {
  return sql`
    insert into supplier_mirrors (account_id, run_no, due_at)
    select account_id, 0, ${dateAt(at)}::timestamptz
    from supplier_accounts
    where active and account_id not in (select account_id from supplier_mirrors)
    on conflict do nothing`
}

/** Begins a run of the account that has been due longest, in one process only. */
export function beginDueMirror(
  at: number,
  againAt: number,
): Statement<{ account_id: number; run_no: bigint }> {
  return sql`
    update supplier_mirrors
    set run_no = ${drawNumber()}, due_at = ${dateAt(againAt)}
    where account_id = (
      select account_id from supplier_mirrors
      where due_at <= ${dateAt(at)}
        and account_id = any(array(select account_id from supplier_accounts where active))
      order by due_at, account_id
      limit 1
      for update skip locked)
    returning account_id, run_no`
}

/** Makes the catalog of an account due at once. */
export function hurryMirror(accountId: number, at: number): Statement<never> {
  return sql`
    insert into supplier_mirrors (account_id, run_no, due_at)
    values (${accountId}, 0, ${dateAt(at)})
    on conflict (account_id) do update set due_at = excluded.due_at`
}

export interface MirrorRow {
  readonly account_id: number
  /** When the catalog was last read whole; null: never. */
  readonly mirrored_at: Date | null
  readonly listings: number
  readonly unread: number
  /** Why the last reading failed, and when; null if it did not. */
  readonly fault: string | null
  readonly faulted_at: Date | null
}

export function selectMirrors(): Statement<MirrorRow> {
  return sql`
    select account_id, mirrored_at, listings, unread, fault, faulted_at from supplier_mirrors`
}

/** Stores the listings of a page. If a listing comes twice, the last one counts. */
export function storeRead(run: MirrorRun, listings: readonly Listing[]): Statement<never> {
  const rows = listings.map(({ faceValues, ...one }) => {
    const range = 'min' in faceValues ? faceValues : undefined
    return {
      listing: one.listing,
      name: one.name,
      brand: one.brand,
      product_type: one.productType,
      currency: one.currency,
      countries: one.countries,
      fixed_values: range ? null : faceValues,
      min_value: range?.min,
      max_value: range?.max,
      step_value: range?.step,
      discount_percent: one.discountPercent,
      is_on_sale: one.isOnSale,
      settings: one.settings,
      image_url: one.imageUrl,
      redemption: one.redemption,
      terms: one.terms,
    }
  })
  return sql`
    insert into supplier_listings_read (account_id, run_no, listing, discount_percent, ${NAMES})
    select ${run.accountId}, ${run.runNo}, r.listing, r.discount_percent, ${READ_FACTS}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      listing text, name text, brand text, product_type text, currency text, countries text[],
      fixed_values numeric[], min_value numeric, max_value numeric, step_value numeric,
      discount_percent numeric, is_on_sale boolean, settings jsonb, image_url text,
      redemption text, terms text)
    on conflict (account_id, run_no, listing) do update
    set discount_percent = excluded.discount_percent,
        ${sql.raw(FACTS.map((name) => `${name} = excluded.${name}`).join(', '))}`
}

/** Locks the mirror of an account. Returns no row if another run has begun since. */
export function lockRun({ accountId, runNo }: MirrorRun): Statement<{ account_id: number }> {
  return sql`
    select account_id from supplier_mirrors
    where account_id = ${accountId} and run_no = ${runNo} for update`
}

/** Joins the stored listings of an account with those that the run has read. */
function joinRead({ accountId, runNo }: MirrorRun): Statement<never> {
  return sql`
    supplier_listings l
    join supplier_listings_read r
      on r.account_id = ${accountId} and r.run_no = ${runNo} and r.listing = l.listing`
}

/** Withdraws waiting prices that the supplier has changed again. */
export function withdrawPrices(run: MirrorRun, at: number): Statement<never> {
  return sql`
    update supplier_price_changes c
    set status = 'WITHDRAWN', decided_at = ${dateAt(at)}
    from ${joinRead(run)}
    where l.account_id = ${run.accountId} and c.listing_id = l.listing_id and c.status = 'WAITS'
      and c.new_percent is distinct from r.discount_percent`
}

/**
 * Records prices that differ. A price that differs by more than `points` waits for a person if a
 * product buys the listing; all others apply.
 */
export function recordPrices(
  run: MirrorRun,
  { points, at }: { readonly points: string; readonly at: number },
): Statement<never> {
  return sql`
    insert into supplier_price_changes (listing_id, old_percent, new_percent, status, seen_at)
    select l.listing_id, l.discount_percent, r.discount_percent,
      case when abs(coalesce(r.discount_percent, 0) - coalesce(l.discount_percent, 0))
          > ${points}::numeric
        and (l.account_id, l.listing) in (select account_id, listing from ${MAPPED_LISTINGS} as m)
        then 'WAITS' else 'APPLIED' end,
      ${dateAt(at)}
    from ${joinRead(run)}
    where l.account_id = ${run.accountId}
      and l.discount_percent is distinct from r.discount_percent
      and not exists (
        select from supplier_price_changes c
        where c.listing_id = l.listing_id and c.status = 'WAITS')`
}

/** The listings that products buy, as the settings of their suppliers name them. */
export const MAPPED_LISTINGS: Statement<never> = sql.raw(`
  (select p.product_id, a.account_id, route.settings ->> 'listing' as listing,
     route.settings ->> 'faceValue' as face_value
   from products p
   cross join lateral (
     select p.supplier, p.supplier_settings as settings
     union all
     select one ->> 'supplier', one -> 'settings'
     from jsonb_array_elements(p.fallback_suppliers) as one) as route
   join supplier_accounts a
     on a.adapter = route.supplier and a.name = route.settings ->> 'account'
   where route.settings ->> 'listing' is not null)`)

/** Replaces stored listings by those that were read. A price that waits does not change. */
export function changeListings(run: MirrorRun, at: number): Statement<never> {
  return sql`
    update supplier_listings l
    set ${FACT_UPDATES}, absences = 0, gone_at = null, changed_at = ${dateAt(at)},
        discount_percent = case
          when exists (
            select from supplier_price_changes c
            where c.listing_id = l.listing_id and c.status = 'WAITS')
          then l.discount_percent else r.discount_percent end
    from supplier_listings_read r
    where l.account_id = ${run.accountId} and r.account_id = ${run.accountId}
      and r.run_no = ${run.runNo} and r.listing = l.listing
      and (l.absences > 0 or l.discount_percent is distinct from r.discount_percent
        or (${STORED_FACTS}) is distinct from (${READ_FACTS}))`
}

export function insertListings(run: MirrorRun, at: number): Statement<never> {
  return sql`
    insert into supplier_listings (
      account_id, listing, discount_percent, ${NAMES}, first_seen_at, changed_at)
    select r.account_id, r.listing, r.discount_percent, ${READ_FACTS}, ${dateAt(at)}, ${dateAt(at)}
    from supplier_listings_read r
    where r.account_id = ${run.accountId} and r.run_no = ${run.runNo}
      and not exists (
        select from supplier_listings l
        where l.account_id = r.account_id and l.listing = r.listing)
    order by r.listing`
}

/**
 * Counts how many catalogs in a row lack a listing. After the second such catalog, the listing is
 * gone.
 */
export function countAbsent(run: MirrorRun, at: number): Statement<never> {
  return sql`
    update supplier_listings l
    set absences = l.absences + 1,
        gone_at = case when l.absences > 0 then ${dateAt(at)}::timestamptz end
    where l.account_id = ${run.accountId} and l.gone_at is null
      and not exists (
        select from supplier_listings_read r
        where r.account_id = ${run.accountId} and r.run_no = ${run.runNo}
          and r.listing = l.listing)`
}

/** Removes the listings that runs have read, also those of runs that never ended. */
export function forgetRead(accountId: number): Statement<never> {
  return sql`delete from supplier_listings_read where account_id = ${accountId}`
}

export function markMirrored(
  { accountId }: MirrorRun,
  { unread, at, dueAt }: { readonly unread: number; readonly at: number; readonly dueAt: number },
): Statement<never> {
  return sql`
    update supplier_mirrors
    set mirrored_at = ${dateAt(at)}, due_at = ${dateAt(dueAt)}, unread = ${unread},
        fault = null, faulted_at = null,
        listings = (
          select count(*) from supplier_listings
          where account_id = ${accountId} and gone_at is null)
    where account_id = ${accountId}`
}

/** Records why a run has failed. If the account was made due meanwhile, it stays due. */
export function markMirrorFault(
  run: MirrorRun,
  { fault, at, dueAt }: { readonly fault: string; readonly at: number; readonly dueAt: number },
): Statement<never> {
  return sql`
    update supplier_mirrors
    set fault = ${fault}, faulted_at = ${dateAt(at)},
        due_at = case when due_at = ${dateAt(run.againAt)} then ${dateAt(dueAt)}::timestamptz
          else due_at end
    where account_id = ${run.accountId} and run_no = ${run.runNo}`
}
