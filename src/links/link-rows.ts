import {
  dateAt,
  dateOrNull,
  minorUnits,
  orderedMetadata,
  storedCurrency,
  type Metadata,
} from '../core/mod.ts'
import {
  bigint,
  boolean,
  bytea,
  integer,
  jsonb,
  sql,
  table,
  text,
  timestamptz,
  uuid,
  type LinkOldTokensRow,
  type LinksRow,
  type Statement,
} from '../db/mod.ts'
import { reviewOf } from './link-review.ts'
import type { Delivery, EndStatus, Link, SecondFactor } from './link.ts'

const LINKS = table<LinksRow, Link>('links', {
  partner_id: integer((one) => one.partnerId),
  link_no: bigint((one) => one.linkNo),
  batch_no: bigint((one) => one.batchNo),
  link_key: uuid((one) => one.key),
  generation: integer((one) => one.generation),
  token_hash: bytea((one) => one.tokenHash),
  currency: text((one) => one.currency.code),
  amount_minor: bigint((one) => one.amountMinor),
  sent_minor: bigint((one) => one.sentMinor),
  chosen_minor: bigint((one) => one.chosenMinor),
  held_minor: bigint((one) => one.heldMinor),
  claimed_minor: bigint((one) => one.claimedMinor),
  returned_minor: bigint((one) => one.returnedMinor),
  claims: integer((one) => one.claims),
  products: jsonb((one) => (one.products ? JSON.stringify(one.products) : null)),
  locale: text((one) => one.locale ?? null),
  reference: text((one) => one.reference ?? null),
  metadata: jsonb((one) => (one.metadata ? JSON.stringify(one.metadata) : null)),
  delivery: text((one) => one.delivery),
  second_factor: text((one) => one.secondFactor),
  reminders: boolean((one) => one.reminders),
  recipient_sealed: bytea((one) => one.recipientSealed ?? null),
  email_blind: bytea((one) => one.emailBlind ?? null),
  claim_by: timestamptz((one) => dateAt(one.claimByMs)),
  ended: text((one) => one.ended?.as ?? null),
  ended_at: timestamptz((one) => dateOrNull(one.ended?.atMs)),
  ended_reason: text((one) => one.ended?.reason ?? null),
  created_at: timestamptz((one) => dateAt(one.createdMs)),
  template_id: uuid((one) => one.templateId ?? null),
  phone_blind: bytea((one) => one.phoneBlind ?? null),
  review_reason: text((one) => one.review?.reason ?? null),
  review_until: timestamptz((one) => dateOrNull(one.review?.untilMs)),
  reviewed_at: timestamptz((one) => dateOrNull(one.review?.releasedMs)),
})

/** The columns that `toLink` reads. */
export const LINK_COLUMNS = LINKS.names

const ON_CONFLICT = sql<never>`
  on conflict (partner_id, link_no) do update set ${LINKS.excluded(
    'generation',
    'token_hash',
    'chosen_minor',
    'held_minor',
    'claimed_minor',
    'returned_minor',
    'claims',
    'ended',
    'ended_at',
    'ended_reason',
    'review_reason',
    'review_until',
    'reviewed_at',
  )}`

/**
 * Inserts the new links of a group, and updates those that it has changed. The book is locked. A
 * recipient that was erased meanwhile stays erased: only `writeRecipients` changes it.
 */
export function writeLinks(links: readonly Link[]): Statement<never> {
  return sql`${LINKS.insert(links)} ${ON_CONFLICT}`
}

export function toLink(row: LinksRow): Link {
  return {
    partnerId: row.partner_id,
    linkNo: Number(row.link_no),
    batchNo: Number(row.batch_no),
    key: row.link_key,
    generation: row.generation,
    tokenHash: row.token_hash,
    currency: storedCurrency(row.currency),
    amountMinor: minorUnits(row.amount_minor),
    sentMinor: row.sent_minor,
    chosenMinor: row.chosen_minor,
    heldMinor: row.held_minor,
    claimedMinor: row.claimed_minor,
    returnedMinor: row.returned_minor,
    claims: row.claims,
    products: (row.products ?? undefined) as readonly number[] | undefined,
    locale: row.locale ?? undefined,
    reference: row.reference ?? undefined,
    metadata: row.metadata === null ? undefined : orderedMetadata(row.metadata as Metadata),
    delivery: row.delivery as Delivery,
    secondFactor: row.second_factor as SecondFactor,
    reminders: row.reminders,
    recipientSealed: row.recipient_sealed ?? undefined,
    emailBlind: row.email_blind ?? undefined,
    phoneBlind: row.phone_blind ?? undefined,
    claimByMs: row.claim_by.getTime(),
    ended:
      row.ended === null || row.ended_at === null
        ? undefined
        : {
            as: row.ended as EndStatus,
            atMs: row.ended_at.getTime(),
            reason: row.ended_reason ?? undefined,
          },
    createdMs: row.created_at.getTime(),
    templateId: row.template_id ?? undefined,
    review: reviewOf(row),
  }
}

export function linksByNumber(partnerId: number, linkNos: readonly number[]): Statement<LinksRow> {
  return sql`
    select ${LINKS.names} from links
    where partner_id = ${partnerId} and link_no = any(${linkNos}::bigint[])`
}

/** A link of a group, and whether claims of its partner may have been counted. */
export interface GroupLinkRow extends LinksRow {
  readonly claims_checked: boolean
}

/**
 * Returns links by their numbers, with `claims_checked` of the partner, whose row is not locked.
 */
export function linksOfGroup(
  partnerId: number,
  linkNos: readonly number[],
): Statement<GroupLinkRow> {
  return sql`
    select ${LINKS.names},
           (select claims_checked from partners where partner_id = ${partnerId}) as claims_checked
    from links
    where partner_id = ${partnerId} and link_no = any(${linkNos}::bigint[])`
}

export function lockLink(partnerId: number, linkNo: number): Statement<LinksRow> {
  return sql`${linksByNumber(partnerId, [linkNo])} for update`
}

/** Returns a link by its token, or by a former token. */
export function linkByToken(
  partnerId: number,
  hash: Buffer,
): Statement<LinksRow & { readonly is_replaced: boolean }> {
  return sql`
    select ${LINKS.names}, false as is_replaced from links
    where partner_id = ${partnerId} and token_hash = ${hash}
    union all
    select ${LINKS.names}, true from links
    where partner_id = ${partnerId} and link_no = (
      select link_no from link_old_tokens
      where partner_id = ${partnerId} and token_hash = ${hash})`
}

/** Returns the links of a request, all or some after a number. */
export function linksOfBatch(
  partnerId: number,
  batchNo: number,
  page?: { readonly afterNo: number; readonly limit: number },
): Statement<LinksRow> {
  const isAfter = page ? sql`and link_no > ${page.afterNo}::bigint` : sql``
  const limited = page ? sql`limit ${page.limit}` : sql``
  return sql`
    select ${LINKS.names} from links
    where partner_id = ${partnerId} and batch_no = ${batchNo} ${isAfter}
    order by link_no ${limited}`
}

/** The place of a link among those whose date has passed. */
export type PastLink = Pick<LinksRow, 'claim_by' | 'partner_id' | 'link_no'>

/** Returns links of any partner whose date has passed, the oldest first, after a place. */
export function linksPast(
  nowMs: number,
  { after, limit }: { readonly after: PastLink | undefined; readonly limit: number },
): Statement<PastLink> {
  const isAfter = after
    ? sql`and (claim_by, partner_id, link_no)
        > (${after.claim_by}::timestamptz, ${after.partner_id}::integer, ${after.link_no}::bigint)`
    : sql``
  return sql`
    select claim_by, partner_id, link_no from links
    where ended is null and chosen_minor < amount_minor and claim_by <= ${dateAt(nowMs)} ${isAfter}
    order by claim_by, partner_id, link_no limit ${limit}`
}

/** A token that a link no longer has. */
export interface OldToken {
  readonly linkNo: number
  readonly tokenHash: Buffer
}

const OLD_TOKENS = table<LinkOldTokensRow, OldToken, { readonly partnerId: number }>(
  'link_old_tokens',
  { token_hash: bytea((one) => one.tokenHash), link_no: bigint((one) => one.linkNo) },
  { partner_id: integer(({ partnerId }) => partnerId) },
)

export function insertOldTokens(
  book: { readonly partnerId: number },
  tokens: readonly OldToken[],
): Statement<never> {
  return OLD_TOKENS.insert(tokens, book)
}
