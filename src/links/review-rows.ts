import { dateAt } from '../core/mod.ts'
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

/** A claim of a link whose template has rules. */
interface ClaimCheck {
  readonly partnerId: number
  readonly linkNo: number
  readonly claimNo: number
  readonly templateId: string
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
  template_id: uuid((one) => one.templateId),
  network_blind: bytea((one) => one.networkBlind),
  address_blind: bytea((one) => one.addressBlind ?? null),
  phone_blind: bytea((one) => one.phoneBlind ?? null),
  amount_minor: bigint((one) => one.amountMinor),
  currency: text((one) => one.currency),
  checked_at: timestamptz((one) => dateAt(one.checkedMs)),
})

/** Counts a claim. A claim that came to nothing and is tried again replaces its earlier values. */
export function writeCheck(check: ClaimCheck): Statement<never> {
  return sql`
    ${CHECKS.insert([check])}
    on conflict (partner_id, link_no, claim_no) do update set ${CHECKS.excluded(
      'network_blind',
      'address_blind',
      'phone_blind',
      'amount_minor',
      'currency',
      'checked_at',
    )}`
}

/** What the other claims of a day come to. */
export interface CountedClaims {
  readonly is_known: boolean
  readonly of_network: number
  readonly of_address: number
  readonly amount_minor: bigint
}

/**
 * Counts the other claims of a template since an instant. Its row is locked: none is added
 * meanwhile. `is_known`: this claim was counted before with the same values, under the same rules.
 * A claim that came to nothing may come again with another amount, or from elsewhere.
 */
export function countChecks(
  check: ClaimCheck,
  { sinceMs, rulesMs }: { readonly sinceMs: number; readonly rulesMs: number },
): Statement<CountedClaims> {
  const { partnerId, linkNo, claimNo, templateId, networkBlind, currency, amountMinor } = check
  const [addressBlind, phoneBlind] = [check.addressBlind ?? null, check.phoneBlind ?? null]
  const isOwn = sql`link_no = ${linkNo} and claim_no = ${claimNo}`
  return sql`
    select
      coalesce(bool_or(${isOwn} and network_blind = ${networkBlind} and currency = ${currency}
        and amount_minor = ${amountMinor}
        and address_blind is not distinct from ${addressBlind}::bytea
        and phone_blind is not distinct from ${phoneBlind}::bytea
        and checked_at >= ${dateAt(rulesMs)}), false) as is_known,
      count(*) filter (where not (${isOwn}) and network_blind = ${networkBlind})::integer
        as of_network,
      count(*) filter (where not (${isOwn}) and (address_blind = ${addressBlind}::bytea
        or phone_blind = ${phoneBlind}::bytea))::integer as of_address,
      coalesce(sum(amount_minor) filter (
        where not (${isOwn}) and currency = ${currency}), 0)::bigint as amount_minor
    from link_claim_checks
    where partner_id = ${partnerId} and template_id = ${templateId}
      and checked_at > ${dateAt(sinceMs)}`
}

/** Reads all checks: they are few, because only links with rules have any. */
export function deleteOldChecks(before: number): Statement<never> {
  return sql`delete from link_claim_checks where checked_at < ${dateAt(before)}`
}

const IN_REVIEW = sql.raw('review_until is not null and reviewed_at is null and ended is null')

/** Returns links of all partners that wait for a person, in the order in which they end. */
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
