import {
  parseNumericId,
  partnerOfId,
  type Currency,
  type Metadata,
  type MinorUnits,
} from '../core/mod.ts'

/** How a link reaches its person: the partner hands its address over, or it is sent. */
export type Delivery = 'NONE' | Channel

/** How messages of a link are sent. */
export type Channel = 'EMAIL' | 'SMS'

/**
 * What a link asks for beside its token: nothing, a code that is sent to its person, or a signature
 * by which the app of its partner says who comes.
 */
export type SecondFactor = 'NONE' | Channel | 'SIGNED'

/** Why nothing more can be claimed of a link: all was, its date passed, or it was given back. */
export type Ended = 'CLAIMED' | 'EXPIRED' | 'CANCELLED' | 'RETURNED'

export const LINK_STATUSES = [
  'OPEN',
  'PARTLY_CLAIMED',
  'CLAIMED',
  'EXPIRED',
  'CANCELLED',
  'RETURNED',
] as const satisfies readonly ('OPEN' | 'PARTLY_CLAIMED' | Ended)[]
export type LinkStatus = (typeof LINK_STATUSES)[number]

/** What is stored of a link from the beginning. Amounts are in minor units of `currency`. */
export interface NewLink {
  /** Random: the tokens of the link are made of it. */
  readonly key: string
  readonly amountMinor: MinorUnits
  /** What the person may choose; undefined: all that the partner is sold. */
  readonly products: readonly number[] | undefined
  readonly locale: string | undefined
  /** The partner's own, of this link. */
  readonly reference: string | undefined
  readonly metadata: Metadata | undefined
  readonly delivery: Delivery
  readonly secondFactor: SecondFactor
  /** True if its person is reminded by mail of what is left. */
  readonly reminders: boolean
  readonly recipientSealed: Buffer | undefined
  /** A keyed hash of their address: an erasure finds the link by it. */
  readonly emailBlind: Buffer | undefined
  /** The same of their number, if they have one. */
  readonly phoneBlind?: Buffer | undefined
  readonly tokenHash: Buffer
  readonly claimByMs: number
  /** How its page and mails look and speak. */
  readonly templateId: string | undefined
}

/** Why a claim of a link waits for a person: which rule of its template it breaks. */
export type ReviewReason = 'COUNTRY' | 'NETWORK' | 'ADDRESS' | 'AMOUNT'

/** A link that broke a rule: nothing of it can be chosen until it is released. */
export interface LinkReview {
  readonly reason: ReviewReason
  /** When what is left goes back, unless somebody has released it. */
  readonly untilMs: number
  readonly releasedMs: number | undefined
}

export interface LinkEnd {
  readonly as: Ended
  readonly atMs: number
  readonly reason: string | undefined
}

/**
 * One link as a group of the book reads and changes it. At any time
 * sentMinor = claimedMinor + returnedMinor + what is open, and heldMinor of what is open is held
 * for its orders.
 */
export interface Link extends Omit<NewLink, 'tokenHash' | 'recipientSealed'> {
  readonly partnerId: number
  readonly linkNo: number
  readonly batchNo: number
  readonly currency: Currency
  /** The amount, and what fees and surcharges may cost beside it. */
  readonly sentMinor: bigint
  readonly createdMs: number
  /** Each change of the token raises it. */
  generation: number
  tokenHash: Buffer
  recipientSealed: Buffer | undefined
  emailBlind: Buffer | undefined
  phoneBlind?: Buffer | undefined
  /** The face value of what was chosen, unless its order was CANCELLED. */
  chosenMinor: bigint
  heldMinor: bigint
  /** What its orders were charged. */
  claimedMinor: bigint
  returnedMinor: bigint
  /** How many orders it has had. */
  claims: number
  ended: LinkEnd | undefined
  /** Undefined if no claim of it has broken a rule. */
  review?: LinkReview | undefined
}

export function statusOf({ ended, chosenMinor, amountMinor }: Link): LinkStatus {
  if (ended) return ended.as
  if (chosenMinor === amountMinor) return 'CLAIMED'
  return chosenMinor > 0n ? 'PARTLY_CLAIMED' : 'OPEN'
}

/** Returns the review that a link waits for; undefined if it waits for none. */
export function pendingReview({ review, ended }: Link): LinkReview | undefined {
  return ended || review?.releasedMs !== undefined ? undefined : review
}

/** Returns what the person may still choose, as a face value. */
export function leftOf({ ended, amountMinor, chosenMinor }: Link): bigint {
  return ended ? 0n : amountMinor - chosenMinor
}

/** Returns what is neither claimed nor returned, what is held for orders included. */
function openOf({ sentMinor, claimedMinor, returnedMinor }: Link): bigint {
  return sentMinor - claimedMinor - returnedMinor
}

/** Returns what is open and not held for an order. */
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
