import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { ChainDay, ChainLink } from './chain.ts'

const SEAL_LOCK = 0x7465737365727262n

/** Locks sealing until the transaction ends. Returns false if another process has the lock. */
export function lockSealing(): Statement<{ is_locked: boolean }> {
  return sql`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as is_locked`
}

export function signingKey(): Statement<{ seed: Buffer }> {
  return sql`select seed from audit_signing_key`
}

export function insertSigningKey(seed: Buffer, at: number): Statement<never> {
  return sql`insert into audit_signing_key (seed, made_at) values (${seed}, ${dateAt(at)})`
}

export interface DayRow {
  day: string
  entries: bigint
  head: Buffer
  sealed_at: string
  is_closed: boolean
  signature: Buffer
}

/** With microseconds, so that no change of a stored instant goes unnoticed. */
const EXACT = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`)

const DAY = sql`
  day::text, entries, head, to_char(sealed_at at time zone 'UTC', ${EXACT}) as sealed_at,
  is_closed, signature`

export function lastDay(): Statement<DayRow> {
  return sql`select ${DAY} from audit_days order by day desc limit 1`
}

/** Returns the days in [from, to], and the one before them. */
export function daysBetween(
  from: string,
  to: string,
): Statement<DayRow & { readonly is_last: boolean }> {
  return sql`
    select ${DAY},
           not exists (select from audit_days as other where other.day > audit_days.day) as is_last
    from audit_days
    where day between coalesce(
      (select max(day) from audit_days where day < ${from}::date), ${from}::date) and ${to}::date
    order by day`
}

export function putDay(day: ChainDay): Statement<never> {
  const { head, signature, isClosed } = day
  return sql`
    insert into audit_days (day, entries, head, sealed_at, is_closed, signature)
    values (${day.day}, ${day.entries}, ${head}, ${day.sealedAt}::timestamptz, ${isClosed},
            ${signature})
    on conflict (day) do update set entries = excluded.entries, head = excluded.head,
      sealed_at = excluded.sealed_at, is_closed = excluded.is_closed,
      signature = excluded.signature`
}

export interface EntryRow {
  audit_id: bigint
  at: string | null
  actor_kind: string
  actor_id: string | null
  actor: string
  address: string | null
  partner_id: number | null
  action: string
  target: string
  reason: string | null
  before: string | null
  after: string | null
  approval_id: bigint | null
  approver_id: string | null
  approver: string | null
}

const ENTRY = sql`
  to_char(entry.occurred_at at time zone 'UTC', ${EXACT}) as at, entry.actor_kind,
  entry.actor_id, entry.actor,
  entry.address, entry.partner_id, entry.action, entry.target, entry.reason,
  entry.before::text as before, entry.after::text as after, entry.approval_id, entry.approver_id,
  entry.approver`

/** Returns a row if an entry waits, or if the last day is over. */
export function somethingToSeal(today: string): Statement<unknown> {
  return sql`
    select true as is_found
    where exists (select from audit_outbox)
       or (select max(day) from audit_days) < ${today}::date`
}

/** Finds each entry by its number, whatever the statistics of the planner are. */
export function waitingEntries(limit: number): Statement<EntryRow> {
  return sql`
    select entry.audit_id, ${ENTRY}
    from audit_outbox as waiting cross join lateral (
      select * from audit_entries where audit_id = waiting.audit_id offset 0) as entry
    order by waiting.audit_id limit ${limit}`
}

export function insertLinks(links: readonly ChainLink[]): Statement<never> {
  const column = <T>(read: (link: ChainLink) => T): T[] => links.map(read)
  return sql`
    insert into audit_links (day, place, audit_id, sealed_at, hash, mac)
    select * from unnest(
      ${column((one) => one.day)}::date[], ${column((one) => one.place)}::bigint[],
      ${column((one) => one.auditId)}::bigint[],
      ${column((one) => one.sealedAt)}::timestamptz[],
      ${column((one) => one.hash)}::bytea[], ${column((one) => one.mac)}::bytea[])`
}

export function removeWaiting(auditIds: readonly number[]): Statement<never> {
  return sql`delete from audit_outbox where audit_id = any(${auditIds}::bigint[])`
}

export interface LinkRow extends EntryRow {
  day: string
  place: bigint
  sealed_at: string
  hash: Buffer
  mac: Buffer
}

/** Returns the links of a day after the place `after`, up to the place `to`. */
export function linksOf(
  day: string,
  { after, to, limit }: { readonly after: number; readonly to: number; readonly limit: number },
): Statement<LinkRow> {
  return sql`
    select link.day::text, link.place, link.audit_id, link.hash, link.mac,
           to_char(link.sealed_at at time zone 'UTC', ${EXACT}) as sealed_at, ${ENTRY}
    from audit_links as link left join audit_entries as entry using (audit_id)
    where link.day = ${day} and link.place > ${after} and link.place <= ${to}
    order by link.place limit ${limit}`
}

/**
 * Returns the first link that no signed head of a day covers. Reads two links of each day, whatever
 * the number of entries.
 */
export function strayLink(): Statement<{ day: string; place: bigint; audit_id: bigint }> {
  return sql`
    with recursive linked as (
      select min(day) as day from audit_links
      union all
      select (select min(day) from audit_links as link where link.day > linked.day) from linked
      where linked.day is not null)
    select stray.day::text, stray.place, stray.audit_id
    from linked cross join lateral (
      (select day, place, audit_id from audit_links as link
       where link.day = linked.day and link.place < 1 order by link.place limit 1)
      union all
      (select day, place, audit_id from audit_links as link
       where link.day = linked.day
         and link.place > coalesce((select entries from audit_days where day = linked.day), 0)
       order by link.place limit 1)) as stray
    order by stray.day, stray.place limit 1`
}

/** The end of a page of entries (null after the last one), and the fault within it. */
export interface SealedPage {
  last: bigint | null
  unsealed: bigint | null
}

/**
 * Returns the first entry of a page that should be sealed and is not: an entry that is not in the
 * outbox, or that was made before an instant.
 */
export function sealedPage(page: {
  readonly from: bigint
  readonly limit: number
  readonly before: number
}): Statement<SealedPage> {
  return sql`
    with page as (
      select audit_id, occurred_at from audit_entries
      where audit_id >= ${page.from} order by audit_id limit ${page.limit})
    select (select max(audit_id) from page) as last, (
      select audit_id from page
      where not exists (select from audit_links as link where link.audit_id = page.audit_id)
        and (occurred_at < ${dateAt(page.before)}
             or not exists (select from audit_outbox as out where out.audit_id = page.audit_id))
      order by audit_id limit 1) as unsealed`
}
