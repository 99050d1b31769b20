import { dateAt, MS_PER_DAY } from '../core/mod.ts'
import {
  bigint,
  bytea,
  integer,
  sql,
  table,
  text,
  timestamptz,
  uuid,
  type LinkClaimChecksRow,
  type LinksRow,
  type Statement,
} from '../db/mod.ts'
import { LINK_COLUMNS } from './link-rows.ts'

/** A claim that rules count: those of its template, or of its partner. */
export interface ClaimCheck {
  readonly partnerId: number
  readonly linkNo: number
  readonly claimNo: number
  readonly orderNo: number
  readonly templateId: string | undefined
  readonly networkBlind: Buffer
  readonly addressBlind: Buffer | undefined
  readonly phoneBlind: Buffer | undefined
  readonly amountMinor: bigint
  readonly currency: string
  readonly checkedMs: number
}

const CHECKS = table<LinkClaimChecksRow, ClaimCheck>('link_claim_checks', {
  partner_id: integer((one) => one.partnerId),
  link_no: bigint((one) => one.linkNo),
  claim_no: integer((one) => one.claimNo),
  template_id: uuid((one) => one.templateId ?? null),
  network_blind: bytea((one) => one.networkBlind),
  address_blind: bytea((one) => one.addressBlind ?? null),
  phone_blind: bytea((one) => one.phoneBlind ?? null),
  amount_minor: bigint((one) => one.amountMinor),
  currency: text((one) => one.currency),
  checked_at: timestamptz((one) => dateAt(one.checkedMs)),
  order_no: bigint((one) => one.orderNo),
})

export function insertChecks(checks: readonly ClaimCheck[]): Statement<never> {
  return CHECKS.insert(checks)
}

/**
 * The claims of a template, or of links without a template: their number for one hash, or their
 * amount in one currency.
 */
export interface DayCount {
  readonly template_id: string | null
  readonly blind: Buffer | null
  readonly currency: string | null
  readonly claims: number
  readonly amount_minor: bigint
}

/**
 * Counts the claims of a partner since an instant for each of the given hashes, which are of
 * networks, e-mail addresses or phone numbers, and sums all claims by currency. Equal texts of
 * different kinds have different hashes.
 */
export function countDay(
  partnerId: number,
  { sinceMs, blinds }: { readonly sinceMs: number; readonly blinds: readonly Buffer[] },
): Statement<DayCount> {
  const counted = ['network_blind', 'address_blind', 'phone_blind'].map((name) => {
    const blind = sql.raw(name)
    return sql`
      select template_id, ${blind} as blind, null as currency, count(*)::integer as claims,
             0::bigint as amount_minor
      from link_claim_checks
      where partner_id = ${partnerId} and checked_at > ${dateAt(sinceMs)}
        and ${blind} = any(${blinds}::bytea[])
      group by template_id, ${blind}`
  })
  const [networks, addresses, phones] = counted
  return sql`
    ${networks} union all ${addresses} union all ${phones} union all
    select template_id, null, currency, 0, sum(amount_minor)::bigint
    from link_claim_checks
    where partner_id = ${partnerId} and checked_at > ${dateAt(sinceMs)}
    group by template_id, currency`
}

/** An order of a link that was CANCELLED, so it claimed nothing. */
export interface FailedClaim {
  readonly linkNo: number
  readonly orderNo: number
}

/** Deletes the checks of claims whose orders were CANCELLED. */
export function deleteChecks(
  { partnerId }: { readonly partnerId: number },
  failed: readonly FailedClaim[],
): Statement<never> {
  return sql`
    delete from link_claim_checks
    where partner_id = ${partnerId} and link_no = any(${failed.map((one) => one.linkNo)}::bigint[])
      and order_no = any(${failed.map((one) => one.orderNo)}::bigint[])`
}

/** Deletes all checks of a partner. */
export function deleteAllChecks(partnerId: number): Statement<never> {
  return sql`delete from link_claim_checks where partner_id = ${partnerId}`
}

/** Longer than the day of which claims are counted. */
const CHECKS_MS = 2 * MS_PER_DAY

/** Deletes old checks. Reads all of them: they are few, because only links with rules have any. */
export function deleteOldChecks(now: number): Statement<never> {
  return sql`delete from link_claim_checks where checked_at < ${dateAt(now - CHECKS_MS)}`
}

const IN_REVIEW = sql.raw('review_until is not null and reviewed_at is null and ended is null')

/** Returns links of all partners that wait for a review, in the order in which they end. */
export function linksInReview(limit: number): Statement<LinksRow> {
  return sql`
    select ${LINK_COLUMNS} from links where ${IN_REVIEW}
    order by review_until, partner_id, link_no limit ${limit}`
}

/** Returns links of any partner whose review nobody has decided in time. */
export function reviewsPast(
  nowMs: number,
  limit: number,
): Statement<Pick<LinksRow, 'partner_id' | 'link_no'>> {
  return sql`
    select partner_id, link_no from links where ${IN_REVIEW} and review_until <= ${dateAt(nowMs)}
    order by review_until, partner_id, link_no limit ${limit}`
}
