import type { Actor, OperatorWrite } from '../audit/mod.ts'
import type { Currency } from '../core/mod.ts'
import type { NewLink, ReviewReason, SecondFactor } from './link.ts'
import type { LinkBatch } from './link-batch-rows.ts'

/** A request to send links: its form has been checked, but not its products. */
export interface SendTerms {
  /** The credential that signed the request; its spend limits apply. */
  readonly clientId?: string | undefined
  /** The person who sends them, for the audit log; undefined for a program. */
  readonly actor?: Actor | undefined
  /** The other person who approved it, and the most that may be set aside for it. */
  readonly approval?: { readonly by: Actor; readonly upToMinor: bigint } | undefined
  readonly isTest?: boolean | undefined
  readonly idempotencyKey: string | undefined
  readonly fingerprint: Buffer
  /** The partner's unique reference of all these links. */
  readonly reference: string
  readonly currency: Currency
  /** The products that the persons may choose; undefined: all that the partner can buy. */
  readonly products: readonly number[] | undefined
  readonly templateId?: string | undefined
}

/** Links that are written in the group that accepts them. */
export interface SendFewLinks extends SendTerms {
  readonly links: readonly LinkToSend[]
  readonly partsId?: undefined
  /** When the recipients were named, if they waited for an approval. */
  readonly namedMs?: number
}

/**
 * Links that are written later, part by part. The group that accepts them moves their money. Their
 * recipients are stored under `partsId`, PART_LINKS in each part.
 */
export interface SendManyLinks extends SendTerms {
  readonly links: readonly OutlinedLink[]
  readonly partsId: string
}

export type SendLinks = SendFewLinks | SendManyLinks

/** The parts of a link by which its request is accepted or refused, before the link is written. */
export interface OutlinedLink extends Pick<
  LinkToSend,
  'amountMinor' | 'secondFactor' | 'metadata'
> {
  readonly hasEmail: boolean
  readonly hasPhone: boolean
}

/** A part of links that were accepted: those after the first `from` of their request. */
export interface WriteLinks {
  readonly batchNo: number
  readonly partNo: number
  readonly from: number
  readonly links: readonly LinkToSend[]
  readonly namedMs: number
}

/** One of the links, without the members that all links of the request share. */
export type LinkToSend = Omit<NewLink, 'products' | 'templateId' | 'secondFactor'> & {
  /** Undefined: the second factor of the template. */
  readonly secondFactor: SecondFactor | undefined
}

/**
 * Gives back the rest of a link: the sender cancels it, the person returns it, its claim-by date
 * has passed, or nobody has decided its review in time.
 */
export interface EndLink {
  readonly act: 'cancel' | 'return' | 'expire' | 'lapse'
  readonly linkNo: number
  readonly reason?: string | undefined
  /** Who acts, for the audit; undefined unless it is a person or an operator. */
  readonly actor?: Actor | undefined
  /** The proof of the person who gives it back; undefined for the sender and the sweep. */
  readonly bearer?: Bearer | undefined
}

/** Gives a link another token and another address. The former token ends. */
export interface ReplaceToken {
  readonly act: 'replace'
  readonly linkNo: number
  /** Undefined: the address stays as it is. */
  readonly recipientSealed: Buffer | undefined
  readonly emailBlind: Buffer | undefined
  readonly phoneBlind: Buffer | undefined
  readonly isTest?: boolean | undefined
  readonly actor?: Actor | undefined
}

/** Gives a link another token, for staff who hand it over in person: it is not mailed. */
export interface RevealLink {
  readonly act: 'reveal'
  readonly linkNo: number
  readonly isTest: boolean
  readonly reason: string
  readonly actor: Actor
}

/** Makes a link wait for a review, because a claim breaks a rule. */
export interface ReviewLink {
  readonly act: 'review'
  readonly linkNo: number
  readonly bearer: Bearer
  readonly reason: ReviewReason
  readonly untilMs: number
}

/** Releases a link that waits for a review: it can be claimed again. */
export interface ReleaseLink {
  readonly act: 'release'
  readonly linkNo: number
  readonly isTest: boolean
  readonly reason: string
  readonly actor: Actor
}

export type LinkAct = (EndLink | ReplaceToken | RevealLink | ReviewLink | ReleaseLink) & {
  /** The Idempotency-Key of its request; undefined without one. */
  readonly write?: OperatorWrite | undefined
}

/** An accepted request, perhaps a replay. */
export interface SentLinks {
  readonly batch: LinkBatch
  readonly isReplayed: boolean
}

/** The proof that a browser presents for the person of a link. */
export interface Bearer {
  /** The generation of the token that the person has. A token that was replaced is refused. */
  readonly generation: number
  /** The proof that the second factor was given in this browser; see `isTrusted`. */
  readonly trust: string | undefined
}

/** An order's claim on the money of a link. */
export interface LinkClaim extends Bearer {
  readonly linkNo: number
  /** The network of the client, and its country if a proxy names it. Rules of claims read both. */
  readonly client?: { readonly network: string; readonly country: string | undefined } | undefined
}

/** The cost of an order to a link: its face value, and its price with discount and fee. */
export interface ClaimCost {
  readonly productIds: readonly number[]
  readonly faceMinor: bigint
  readonly priceMinor: bigint
}

/** The end of an order that a link pays. */
export interface ClaimEnd {
  readonly linkNo: number
  readonly orderNo: number
  readonly orderId: string
  readonly faceMinor: bigint
  /** The amount that was held for it. */
  readonly priceMinor: bigint
  /** Undefined: the order was CANCELLED, and nothing was charged. */
  readonly chargedMinor: bigint | undefined
}
