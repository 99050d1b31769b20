import { MS_PER_DAY, MS_PER_HOUR, Refusal } from '../core/mod.ts'
import type { Db, Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { toRules, type ClaimRules } from './claim-rules.ts'
import { DayCounts } from './day-counts.ts'
import { lockTemplates, toTemplate } from './link-template-rows.ts'
import { toLink } from './link-rows.ts'
import type { ClaimCost, LinkClaim } from './link-input.ts'
import type { Link, ReviewReason } from './link.ts'
import { countDay, linksInReview, type ClaimCheck } from './review-rows.ts'

/** The locked rules for the claims of a group, and the sums of the claims of the last day. */
export interface ClaimChecks {
  readonly ofPartner: ClaimRules | undefined
  readonly ofTemplates: ReadonlyMap<string, ClaimRules>
  readonly counts: DayCounts
  readonly newChecks: ClaimCheck[]
}

/** The rule that a claim breaks, and until when its link may be released. */
export interface BrokenRule {
  readonly reason: ReviewReason
  readonly untilMs: number
}

/** The refusal of a claim that needs a review first. The caller then puts the link under review. */
export class ClaimHeld extends Refusal {
  readonly broken: BrokenRule

  constructor(broken: BrokenRule) {
    super('state_conflict', 'a claim of the link is to be checked by a person')
    this.broken = broken
  }
}

interface ClaimsToCheck {
  readonly claims: readonly LinkClaim[]
  readonly links: ReadonlyMap<number, Link>
  /** The rules of the partner, whose row is locked, as they are stored. */
  readonly ofPartner: unknown
  readonly vault: Pick<Vault, 'blindIndex'>
  readonly now: number
}

/**
 * Reads the rules and the counts by which the claims of a group are decided. All claims of a
 * partner are decided under the lock of its book, so no other claim is counted meanwhile. Called
 * only where rules may apply; returns undefined if no rule applies.
 */
export async function loadClaimChecks(
  tx: Tx,
  partnerId: number,
  { claims, links, ofPartner, vault, now }: ClaimsToCheck,
): Promise<ClaimChecks | undefined> {
  const checked = claims.flatMap((claim) => {
    const link = links.get(claim.linkNo)
    return link && isChecked(link) ? [{ claim, link }] : []
  })
  const templateIds = [...new Set(checked.flatMap(({ link }) => link.templateId ?? []))]
  const rows = templateIds.length > 0 ? await tx.rows(lockTemplates(partnerId, templateIds)) : []
  const ofTemplates = new Map(
    rows.map(toTemplate).flatMap(({ templateId, claimRules }) => {
      return claimRules ? [[templateId, claimRules] as const] : []
    }),
  )
  const rules = toRules(ofPartner)
  if (checked.length === 0 || (!rules && ofTemplates.size === 0)) return undefined
  const blinds = checked.flatMap(({ claim, link }) => blindsOf(vault, link, claim))
  const counted = await tx.rows(countDay(partnerId, { sinceMs: now - MS_PER_DAY, blinds }))
  return { ofPartner: rules, ofTemplates, counts: new DayCounts(counted), newChecks: [] }
}

/** A link that was released is not checked again. */
function isChecked({ review }: Link): boolean {
  return review?.releasedMs === undefined
}

/**
 * Returns the hashes under which a claim is counted: of its network, and of its link's address and
 * number.
 */
function blindsOf(vault: Pick<Vault, 'blindIndex'>, link: Link, claim: LinkClaim): Buffer[] {
  const { emailBlind, phoneBlind } = link
  return [networkBlind(vault, link, claim), emailBlind, phoneBlind].filter((one) => !!one)
}

function networkBlind(
  vault: Pick<Vault, 'blindIndex'>,
  { partnerId }: Link,
  { client }: LinkClaim,
): Buffer {
  const hashedText = `claim-network:${partnerId}:${client?.network ?? ''}`
  return vault.blindIndex('consumer_index', hashedText)
}

export interface CheckedClaim {
  readonly link: Link
  readonly claim: LinkClaim
  readonly cost: ClaimCost
}

/** A claim whose order is placed. */
export interface OrderedClaim extends CheckedClaim {
  readonly orderNo: number
}

interface Checking {
  readonly checks: ClaimChecks | undefined
  readonly vault: Pick<Vault, 'blindIndex'>
  readonly now: number
}

/** Refuses, as `ClaimHeld`, a claim that breaks a rule of its template or of its partner. */
export function requireRules(
  { checks, vault, now }: Checking,
  { link, claim, cost }: CheckedClaim,
): void {
  if (!checks || !isChecked(link)) return
  const { counts, ofPartner } = checks
  const claimed = { link, claim, cost, network: networkBlind(vault, link, claim) }
  for (const [rules, templateId] of [
    [templateRules(checks, link), link.templateId],
    [ofPartner, undefined],
  ] as const) {
    const reason = rules && brokenRule(rules, { ...claimed, counts, templateId })
    if (reason) throw new ClaimHeld({ reason, untilMs: now + rules.reviewHours * MS_PER_HOUR })
  }
}

/** Counts a claim for the rules of later claims, which include those of its group. */
export function countClaim(
  { checks, vault, now }: Checking,
  { link, claim, cost, orderNo }: OrderedClaim,
): void {
  if (!checks || !isChecked(link)) return
  if (!checks.ofPartner && !templateRules(checks, link)) return
  const { partnerId, linkNo, claims: claimNo, templateId, currency } = link
  const check: ClaimCheck = {
    partnerId,
    linkNo,
    claimNo,
    orderNo,
    templateId,
    networkBlind: networkBlind(vault, link, claim),
    addressBlind: link.emailBlind,
    phoneBlind: link.phoneBlind,
    amountMinor: cost.faceMinor,
    currency: currency.code,
    checkedMs: now,
  }
  checks.newChecks.push(check)
  checks.counts.add(check)
}

function templateRules({ ofTemplates }: ClaimChecks, { templateId }: Link): ClaimRules | undefined {
  return templateId === undefined ? undefined : ofTemplates.get(templateId)
}

interface Compared extends CheckedClaim {
  readonly network: Buffer
  readonly counts: DayCounts
  /** The template whose claims count; undefined: all claims of the partner. */
  readonly templateId: string | undefined
}

function brokenRule(
  { countries, networkPerDay, addressPerDay, amountPerDay }: ClaimRules,
  { link, claim, cost, network, counts, templateId }: Compared,
): ReviewReason | undefined {
  const country = claim.client?.country
  if (countries && (country === undefined || !countries.includes(country))) return 'COUNTRY'
  const isReached = (limit: number | undefined, blind: Buffer | undefined): boolean =>
    limit !== undefined && blind !== undefined && counts.claimsOf(blind, templateId) >= limit
  if (isReached(networkPerDay, network)) return 'NETWORK'
  if (isReached(addressPerDay, link.emailBlind) || isReached(addressPerDay, link.phoneBlind)) {
    return 'ADDRESS'
  }
  const { code } = link.currency
  const limit = amountPerDay?.find(({ currency }) => currency === code)
  const amountMinor = counts.amountOf(code, templateId) + cost.faceMinor
  return limit && amountMinor > limit.amountMinor ? 'AMOUNT' : undefined
}

/** Returns links that wait for a review, those with the earliest deadline first. */
export async function listReviews(db: Db, limit: number): Promise<Link[]> {
  return (await db.rows(linksInReview(limit))).map(toLink)
}
