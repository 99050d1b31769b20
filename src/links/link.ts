import {
  parseNumericId,
  partnerOfId,
  type Currency,
  type Metadata,
  type MinorUnits,
} from '../core/mod.ts'

/** The way of a link to its person: NONE if the partner hands its address over. */
export type Delivery = 'NONE' | Channel

/** The service that sends messages of a link. */
export type Channel = 'EMAIL' | 'SMS'

/**
 * The proof that a link requires besides its token: none; a code that is sent to its person; or
 * (SIGNED) a signature by which the partner's app confirms the person.
 */
export type SecondFactor = 'NONE' | Channel | 'SIGNED'

/** Why a link has ended: all of it was claimed, its date passed, or it was given back. */
export type EndStatus = 'CLAIMED' | 'EXPIRED' | 'CANCELLED' | 'RETURNED'

export const LINK_STATUSES = [
  'OPEN',
  'PARTLY_CLAIMED',
  'CLAIMED',
  'EXPIRED',
  'CANCELLED',
  'RETURNED',
] as const satisfies readonly ('OPEN' | 'PARTLY_CLAIMED' | EndStatus)[]
export type LinkStatus = (typeof LINK_STATUSES)[number]

/** The members that a link has from the beginning. Amounts are in minor units of `currency`. */
export interface NewLink {
  /** A random key from which the tokens of the link are derived. */
  readonly key: string
  readonly amountMinor: MinorUnits
  /** The products that the person may choose; undefined: all that the partner can buy. */
  readonly products: readonly number[] | undefined
  readonly locale: string | undefined
  /** The partner's reference of this link. */
  readonly reference: string | undefined
  readonly metadata: Metadata | undefined
  readonly delivery: Delivery
  readonly secondFactor: SecondFactor
  /** True if the person is reminded of the rest by mail. */
  readonly reminders: boolean
  readonly recipientSealed: Buffer | undefined
  /** A keyed hash of the address, by which an erasure finds the link. */
  readonly emailBlind: Buffer | undefined
  /** The same hash of the phone number, if the recipient has one. */
  readonly phoneBlind?: Buffer | undefined
  readonly tokenHash: Buffer
  readonly claimByMs: number
  /** The template of its page and mails. */
  readonly templateId: string | undefined
}

/** The rule that a claim broke, so that its link waits for a review. */
export type ReviewReason = 'COUNTRY' | 'NETWORK' | 'ADDRESS' | 'AMOUNT'

/**
 * The review of a link whose claim broke a rule. Nothing of the link can be chosen until it is
 * released.
 */
export interface LinkReview {
  readonly reason: ReviewReason
  /** The instant at which the rest of the link goes back, unless somebody releases it before. */
  readonly untilMs: number
  readonly releasedMs: number | undefined
}

export interface LinkEnd {
  readonly as: EndStatus
  readonly atMs: number
  readonly reason: string | undefined
}

/**
 * One link as a group of the book reads and changes it. At any time sentMinor = claimedMinor +
 * returnedMinor + the open amount, and heldMinor of the open amount is held for orders.
 */
export interface Link extends Omit<NewLink, 'tokenHash' | 'recipientSealed'> {
  readonly partnerId: number
  readonly linkNo: number
  readonly batchNo: number
  readonly currency: Currency
  /** The amount plus the most that fees and surcharges may cost. */
  readonly sentMinor: bigint
  readonly createdMs: number
  /** The number of the token; a new token has the next number. */
  generation: number
  tokenHash: Buffer
  recipientSealed: Buffer | undefined
  emailBlind: Buffer | undefined
  phoneBlind?: Buffer | undefined
  /** The face value of the chosen cards whose orders were not CANCELLED. */
  chosenMinor: bigint
  heldMinor: bigint
  /** The sum that its orders were charged. */
  claimedMinor: bigint
  returnedMinor: bigint
  /** The number of its orders, including those that were CANCELLED. */
  claims: number
  ended: LinkEnd | undefined
  /** Undefined if no claim of the link has broken a rule. */
  review?: LinkReview | undefined
}

export function statusOf({ ended, chosenMinor, amountMinor }: Link): LinkStatus {
  if (ended) return ended.as
  if (chosenMinor === amountMinor) return 'CLAIMED'
  return chosenMinor > 0n ? 'PARTLY_CLAIMED' : 'OPEN'
}

/** Returns the review that a link waits for, if there is one. */
export function pendingReview({ review, ended }: Link): LinkReview | undefined {
  return ended || review?.releasedMs !== undefined ? undefined : review
}

/** The fields of a link from which `leftOf` computes the rest. */
export type LinkRemainder = Pick<Link, 'ended' | 'amountMinor' | 'chosenMinor'>

/** Returns the face value that the person may still choose. */
export function leftOf({ ended, amountMinor, chosenMinor }: LinkRemainder): bigint {
  return ended ? 0n : amountMinor - chosenMinor
}

/** Returns the amount that is neither claimed nor returned, including holds for orders. */
function openOf({ sentMinor, claimedMinor, returnedMinor }: Link): bigint {
  return sentMinor - claimedMinor - returnedMinor
}

/** Returns the open amount without holds for orders. */
export function freeOf(link: Link): bigint {
  return openOf(link) - link.heldMinor
}

export function linkId({ linkNo }: Pick<Link, 'linkNo'>): string {
  return `lnk_${linkNo}`
}

/** Reads the number of an id of a link; undefined if it cannot be one. */
export function numberOfLinkId(id: string): number | undefined {
  return id.startsWith('lnk_') ? parseNumericId(id.slice('lnk_'.length)) : undefined
}

/** Reads the number of an id of a link of this partner; undefined if it cannot be one. */
export function parseLinkId(partnerId: number, id: string): number | undefined {
  const linkNo = numberOfLinkId(id)
  return linkNo !== undefined && partnerOfId(linkNo) === partnerId ? linkNo : undefined
}
