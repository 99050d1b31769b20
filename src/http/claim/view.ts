import type { CatalogSnapshot, PricedProduct } from '../../catalog/mod.ts'
import type { Currency } from '../../core/mod.ts'
import type {
  Brand,
  BrokenRule,
  Language,
  Link,
  MessageName,
  Recipient,
  Signers,
  TestClaim,
} from '../../links/mod.ts'
import type { ClaimedOrder, PlaceInput } from '../../orders/mod.ts'
import type { PageReply } from './page-reply.ts'

/** A link or a wallet that pays for cards. Amounts are in minor units of `currency`. */
export interface Purse {
  readonly partnerId: number
  readonly currency: Currency
  readonly leftMinor: bigint
  /** The products that can be chosen; undefined: all that the partner may buy. */
  readonly products: readonly number[] | undefined
  /** Number of cards that were chosen so far. */
  readonly claims: number
  /** A part of each nonce of its pages. */
  readonly nonceName: string
  /** A part of the idempotency key of each card. */
  readonly keyName: string
  /** The beginning of the clientReference of each order. */
  readonly reference: string
  /** Returns the amount that it pays for a face value. */
  costOf(snapshot: CatalogSnapshot, offer: PricedProduct, faceMinor: bigint): bigint
  /** Returns the members of an order that make this purse pay. */
  payBy(costMinor: bigint): Pick<PlaceInput, 'claim' | 'spend'>
}

/** The part of the cards that a person looks at. */
export interface Place {
  readonly page: number
  /** A part of the name of a brand; empty for all. */
  readonly search: string
}

/** The data for every page on which somebody chooses cards or sees chosen ones. */
export interface View {
  readonly purse: Purse
  readonly language: Language
  /** The name of the sender, as the person who chooses cards knows it. */
  readonly sender: string
  /** The address of the first page. */
  readonly path: string
  readonly orders: readonly ClaimedOrder[]
  readonly isTest: boolean
  /** True while the partner is suspended: nothing can be chosen, and nothing is lost. */
  readonly isPaused: boolean
  /** Returns the page that must come before the page `back`, such as that of the second factor. */
  before(back: string): PageReply | undefined
  showHome(notice?: MessageName, place?: Place): Promise<PageReply>
  /**
   * Makes the link wait for a person, because a claim broke a rule, and returns the link's page.
   */
  hold?(broken: BrokenRule): Promise<PageReply>
  /** The outcome that claims of a test partner simulate. */
  readonly testClaim?: TestClaim | undefined
}

/** The data for every page of a link. */
export interface LinkView extends View {
  readonly link: Link
  readonly brand: Brand
  readonly recipient: Recipient
  /** This browser's cookie of the second factor, if the link asks for one. */
  readonly cookie: string | undefined
  /** The credential that signed the address by which the link was opened, if any. */
  readonly signers: Signers
}
