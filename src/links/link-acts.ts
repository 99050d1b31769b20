import { formatAmount, insufficientFunds, minorUnits, Refusal, notFound } from '../core/mod.ts'
import type { ValueOut } from '../audit/mod.ts'
import type { Book } from '../ledger/mod.ts'
import {
  freeOf,
  leftOf,
  linkId,
  pendingReview,
  statusOf,
  type EndStatus,
  type Link,
} from './link.ts'
import type {
  Bearer,
  ClaimCost,
  ClaimEnd,
  EndLink,
  LinkAct,
  LinkClaim,
  ReleaseLink,
  ReviewLink,
} from './link-input.ts'
import { countClaim, requireRules, type OrderedClaim } from './check-claim.ts'
import { isTrusted } from './second-factor.ts'
import { endAs, mailLink, publishLink, returnRest, type LinkState } from './link-state.ts'
import { tokenHash, tokenOf } from './link-token.ts'

/** Decides a change of a link under the lock of the book. Changes only the book and the state. */
export function decideLink(book: Book, state: LinkState, act: LinkAct): Link {
  if (act.act === 'replace' || act.act === 'reveal') return replaceToken(book, state, act)
  if (act.act === 'review') return reviewLink(book, state, act)
  if (act.act === 'release') return releaseLink(book, state, act)
  return endLink(book, state, act)
}

const ENDS: Readonly<Record<EndLink['act'], EndStatus>> = {
  cancel: 'CANCELLED',
  return: 'RETURNED',
  expire: 'EXPIRED',
  lapse: 'CANCELLED',
}

const END_EVENTS = {
  cancel: 'link.cancelled',
  return: 'link.returned',
  expire: 'link.expired',
  lapse: 'link.cancelled',
} as const

/**
 * Ends a link and returns the rest of its money to the funds. Orders that were placed before
 * continue. If one of them fails, its money returns to the funds, too. Returns the link unchanged
 * if it has already ended in this way.
 *
 * Refuses, in this order:
 *   not_found        no such link of this partner
 *   state_conflict   it has ended in another way, all of it is claimed, its token was replaced, or
 *                    the person has not proved the second factor
 */
function endLink(book: Book, state: LinkState, input: Extract<LinkAct, EndLink>): Link {
  const link = requireLink(state, input.linkNo)
  const { act, bearer } = input
  const end = ENDS[act]
  if (link.ended?.as === end) return link
  if (bearer) requireBearer(book, state, { link, bearer })
  if (link.ended || leftOf(link) === 0n) {
    throw new Refusal('state_conflict', `the link is ${statusOf(link)}`)
  }
  // The link was read earlier; its date may have been changed since.
  if (act === 'expire' && link.claimByMs > book.now) return link
  if (act === 'lapse' && !isOverdue(link, book.now)) return link
  const before = statusOf(link)
  endAs(book, link, end, input.reason)
  returnRest(book, state, link)
  state.changed.add(link)
  publishLink(book, state, { type: END_EVENTS[act], link })
  audit(book, state, { link, input, before })
  return link
}

/**
 * Gives a link a new token, and optionally another address. The page of the old token says that it
 * was replaced.
 *
 * Refuses, in this order:
 *   not_found        no such link of this partner
 *   state_conflict   it has ended, or a part of it was claimed
 */
function replaceToken(
  book: Book,
  state: LinkState,
  input: Extract<LinkAct, { readonly act: 'replace' | 'reveal' }>,
): Link {
  const link = requireLink(state, input.linkNo)
  if (link.ended) throw new Refusal('state_conflict', `the link is ${statusOf(link)}`)
  if (link.chosenMinor > 0n) {
    throw new Refusal('state_conflict', 'something of the link was claimed')
  }
  const { vault } = state.options
  state.oldTokens.push({ linkNo: link.linkNo, tokenHash: link.tokenHash })
  link.generation += 1
  link.tokenHash = tokenHash(vault, tokenOf(vault, link))
  if (input.act === 'replace' && input.recipientSealed) {
    link.recipientSealed = input.recipientSealed
    link.emailBlind = input.emailBlind
    link.phoneBlind = input.phoneBlind
    state.sealed.push(input.recipientSealed)
    state.readdressed.add(link)
  }
  state.changed.add(link)
  if (input.act === 'replace') mailLink(book, state, link, { isTest: input.isTest })
  audit(book, state, { link, input, before: statusOf(link) })
  return link
}

/** Returns false if somebody has released the link meanwhile. */
function isOverdue(link: Link, now: number): boolean {
  const review = pendingReview(link)
  return review !== undefined && review.untilMs <= now
}

/**
 * Makes a link wait for a review. Refuses state_conflict for a token that was replaced, and without
 * the link's second factor.
 */
function reviewLink(book: Book, state: LinkState, input: Extract<LinkAct, ReviewLink>): Link {
  const link = requireLink(state, input.linkNo)
  requireBearer(book, state, { link, bearer: input.bearer })
  if (link.ended || leftOf(link) === 0n || link.review) return link
  link.review = { reason: input.reason, untilMs: input.untilMs, releasedMs: undefined }
  state.changed.add(link)
  return link
}

/**
 * Releases a link that waits for a review: it can be claimed again, and its claims are no longer
 * checked. Refuses not_found, and state_conflict if it does not wait for a review, has ended, or
 * its time has passed.
 */
function releaseLink(book: Book, state: LinkState, input: Extract<LinkAct, ReleaseLink>): Link {
  const link = requireLink(state, input.linkNo)
  const review = pendingReview(link)
  if (!review || isOverdue(link, book.now)) {
    throw new Refusal('state_conflict', 'the link waits for no review')
  }
  link.review = { ...review, releasedMs: book.now }
  state.changed.add(link)
  audit(book, state, { link, input, before: statusOf(link) })
  return link
}

interface ActRecord {
  readonly link: Link
  readonly input: LinkAct
  readonly before: string
}

function audit(book: Book, state: LinkState, { link, input, before }: ActRecord): void {
  if (!('actor' in input) || !input.actor) return
  state.audits.push({
    partnerId: book.partnerId,
    actor: input.actor,
    action: `link.${input.act}`,
    target: `link:${linkId(link)}`,
    valueOut: valueOf(link, input),
    reason: 'reason' in input ? input.reason : undefined,
    before: { status: before },
    after: { status: statusOf(link) },
    at: book.now,
    write: input.write,
  })
}

/**
 * Returns the value that an act gives out: the whole open amount for a new address or a release,
 * because somebody can claim it then; nothing for an end, which gives the money back.
 */
function valueOf(link: Link, { act, ...input }: ActRecord['input']): ValueOut | 'none' {
  if ((act !== 'reveal' && act !== 'release') || ('isTest' in input && input.isTest === true))
    return 'none'
  const { currency } = link
  return { kind: 'links', amounts: [{ currency, amountMinor: minorUnits(leftOf(link)) }] }
}

function requireLink(state: LinkState, linkNo: number): Link {
  const link = state.byNo.get(linkNo)
  if (!link) throw notFound('link')
  return link
}

/** Refuses state_conflict for a token that was replaced, and without the link's second factor. */
function requireBearer(
  { now }: Book,
  { options: { vault }, signers }: LinkState,
  { link, bearer }: { readonly link: Link; readonly bearer: Bearer },
): void {
  if (bearer.generation !== link.generation) {
    throw new Refusal('state_conflict', 'the link was replaced by another one')
  }
  if (!isTrusted(vault, link, { trust: bearer.trust, nowMs: now, signers })) {
    throw new Refusal('state_conflict', 'the second factor of the link is missing')
  }
}

/**
 * Returns the link that will pay for an order, before anything changes. The rest of the link must
 * keep its value afterwards.
 *
 * Refuses, in this order:
 *   not_found            no such link of this partner
 *   state_conflict       its token was replaced, its second factor was not proved, it has ended,
 *                        its claim-by date has passed, or it does not allow the product
 *   insufficient_funds   the link has less left than the face value, or less set aside for fees
 *   state_conflict       as `ClaimHeld`: the claim breaks a rule
 */
export function requirePayer(
  book: Book,
  state: LinkState,
  { claim, cost }: { readonly claim: LinkClaim; readonly cost: ClaimCost },
): Link {
  const link = requireLink(state, claim.linkNo)
  requireBearer(book, state, { link, bearer: claim })
  if (link.ended) throw new Refusal('state_conflict', `the link is ${statusOf(link)}`)
  if (link.claimByMs <= book.now) throw new Refusal('state_conflict', 'the link is EXPIRED')
  if (pendingReview(link)) throw new Refusal('state_conflict', 'the link waits for a review')
  if (cost.productIds.some((id) => link.products?.includes(id) === false)) {
    throw new Refusal('state_conflict', 'the link is not for this product')
  }
  const leftMinor = leftOf(link)
  if (cost.faceMinor > leftMinor) throw tooLittle(link, leftMinor, cost.faceMinor)
  const freeMinor = freeOf(link) - (leftMinor - cost.faceMinor)
  if (cost.priceMinor > freeMinor) throw tooLittle(link, freeMinor, cost.priceMinor)
  requireRules(checking(book, state), { link, claim, cost })
  return link
}

function tooLittle({ currency }: Link, availableMinor: bigint, requiredMinor: bigint): Refusal {
  const [has, needs] = [availableMinor, requiredMinor].map((minor) =>
    formatAmount(minorUnits(minor), currency),
  )
  const message = `the link has ${has} ${currency.code} left, and it costs ${needs}`
  return insufficientFunds({ field: 'amount', availableMinor, requiredMinor, currency, message })
}

function checking({ now }: Book, { options: { vault }, checks }: LinkState) {
  return { checks, vault, now }
}

/** Records that an order holds its price on the money of a link. */
export function recordClaim(book: Book, state: LinkState, claimed: OrderedClaim): void {
  const { link, cost } = claimed
  countClaim(checking(book, state), claimed)
  link.chosenMinor += cost.faceMinor
  link.heldMinor += cost.priceMinor
  link.claims += 1
  state.changed.add(link)
}

/**
 * Records that an order of a link was charged or CANCELLED. Money that the order did not need can
 * be claimed again, or returns to the funds; a CANCELLED order no longer counts for the rules.
 */
export function endClaim(book: Book, state: LinkState, end: ClaimEnd): void {
  const link = requireLink(state, end.linkNo)
  link.heldMinor -= end.priceMinor
  link.claimedMinor += end.chargedMinor ?? 0n
  if (end.chargedMinor === undefined) {
    link.chosenMinor -= end.faceMinor
    state.failedClaims.push(end)
  }
  returnRest(book, state, link)
  state.changed.add(link)
  const type = end.chargedMinor === undefined ? 'link.failed' : 'link.claimed'
  publishLink(book, state, { type, link, orderId: end.orderId })
}
