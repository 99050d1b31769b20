import type { MinorUnits } from '../core/mod.ts'
import type { Db, Tx } from '../db/mod.ts'

/** One code as a supplier delivers it, before it is sealed. An empty field does not apply. */
export interface Code {
  readonly giftCardNumber: string
  readonly giftCardPin: string
  readonly barCodeNumber: string
  readonly redemptionUrl: string
}

/**
 * Identifies a batch for ever. A supplier that gets two requests under one key issues only once.
 */
export interface BatchKey {
  readonly partnerId: number
  readonly orderNo: number
  readonly batchNo: number
}

export interface IssueRequest extends BatchKey {
  readonly productId: number
  readonly currency: string
  readonly faceValueMinor: MinorUnits
  readonly quantity: number
  /**
   * The fencing token of the lease. If another worker has leased the batch since, no stock is
   * reserved and no wallet is credited. Undefined for a batch that is not committed yet.
   */
  readonly leaseEpoch?: bigint | undefined
  /** Checked against the product's recipient fields when the order was accepted. */
  readonly recipient: Readonly<Record<string, string>> | undefined
  /** Codes that are valid for fewer days are not issued. */
  readonly minValidityDays?: number | undefined
  /** The supplier's offer from before the order; see `SupplierOffer.fields`. */
  readonly offer?: Texts | undefined
  readonly settings: Settings
  /** Continues the trace of its order, if that is exported. */
  readonly traceparent?: string | undefined
}

export type Texts = Readonly<Record<string, string | undefined>>

/** A question to a supplier before anything is ordered. */
export interface OfferQuestion {
  readonly productType: string
  readonly settings: Settings
  readonly recipient: Texts
  readonly currency: string
  /** As decimal text in major units. */
  readonly faceValue: string
}

/** The offer of a supplier for a recipient. Amounts are decimal texts in major units. */
export interface SupplierOffer {
  /** Stored with the quote and the order, and passed to the supplier when it is bought. */
  readonly fields: Texts
  readonly operator?: string | undefined
  readonly due?: { readonly amount: string; readonly currency: string } | undefined
  readonly fee?: { readonly amount: string; readonly currency: string } | undefined
  readonly validSeconds?: number | undefined
}

/** The settings of a product for one supplier, as the operator wrote them. */
export type Settings = Readonly<Record<string, unknown>>

/**
 * Codes to be sealed, with the midnight in UTC from which they are no longer valid, if they expire.
 * Or codes that are generated while they are sealed: `seal` gets the bytes of a block
 * (`encodeCodes`), which are overwritten afterwards.
 */
export type UnsealedGoods =
  | { readonly codes: readonly Code[]; readonly expiresMs?: number | undefined }
  | {
      readonly sealWith: (seal: (block: Buffer) => Buffer) => Buffer
      readonly quantity: number
      /** True if each code gets a card account, from which merchants redeem it. */
      readonly isRedeemable?: true
    }

/** A part of the goods of a batch: unsealed codes, or a range of a sealed block of stock. */
export type Goods =
  | UnsealedGoods
  | {
      readonly stock: {
        readonly productId: number
        readonly blockId: string
        readonly first: number
      }
      readonly quantity: number
    }

/** The outcome of a request. The quantities of `goods` add up to the requested quantity. */
export type IssueOutcome =
  | { readonly outcome: 'issued'; readonly goods: readonly Goods[] }
  | { readonly outcome: 'out_of_stock' }
  /** A definite failure. A repeated request is not expected to succeed soon. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /**
   * The supplier has accepted the request, or may have. Only `lookUp` may be called for it, once
   * that time has passed. The reason says what is wrong; undefined if the supplier is simply still
   * working.
   */
  | { readonly outcome: 'pending'; readonly askAgainInSeconds: number; readonly reason?: string }
  /**
   * The supplier did not get the request, and has issued nothing. Another one may get it at once.
   * `isUnsent`: a rule of ours forbids the request, so this is not a sign that the supplier is
   * silent.
   */
  | { readonly outcome: 'unavailable'; readonly reason: string; readonly isUnsent?: true }
  /** Our account there cannot pay. Nothing was issued. `isExpected`: a test simulates it. */
  | { readonly outcome: 'unfunded'; readonly reason: string; readonly isExpected?: true }
  /**
   * The response was lost, or cannot be accepted. The batch must not be bought again: `lookUp`
   * finds out the outcome. `isAlerted`: the supplier did respond, and an alert says what is wrong.
   */
  | { readonly outcome: 'unknown'; readonly reason: string; readonly isAlerted?: true }

/**
 * A supplier issues codes or receipts for batches. `issue`, `lookUp` and `release` are idempotent
 * by key, are called outside of database transactions, and return in the order of the requests.
 */
export interface Supplier {
  readonly name: string
  /** True for a part of this service: it has no circuit breaker. */
  readonly isLocal?: boolean
  issue(requests: readonly IssueRequest[]): Promise<IssueOutcome[]>
  /**
   * Issues without waiting and without storing anything, so it may be called inside a database
   * transaction, and again if that fails.
   */
  issueNow?(request: IssueRequest): readonly UnsealedGoods[]
  /**
   * Finds the outcome of requests for which it is unknown. Issues a request only if it certainly
   * was not issued before.
   */
  lookUp(requests: readonly IssueRequest[]): Promise<IssueOutcome[]>
  /** Takes back the goods of these keys, for good. A later `issue` of such a key is refused. */
  release(requests: readonly IssueRequest[]): Promise<void>
  /** Returns the supplier's offer, or undefined. If this is left out, it never makes offers. */
  offer?(question: OfferQuestion): Promise<SupplierOffer | undefined>
  /** Returns our account that a product's settings name, if the supplier has several of ours. */
  accountOf?(settings: Settings): string
  /** Returns the fault of a product's settings. If this is left out, all settings are valid. */
  validateSettings?(tx: Tx, settings: Settings): Promise<SettingsFault | undefined>
  /**
   * Returns the offers that the supplier can sell at `now`, for the catalog. The result may be
   * slightly out of date. If this is left out, it can sell all of them.
   */
  availability?(db: Db, offers: readonly Offer[], now: number): Promise<readonly Offer[]>
}

/** A field of a product's settings that is not valid, and why. */
export interface SettingsFault {
  readonly field: string
  readonly fault: string
}

/** A product that names the supplier, with its settings for it. */
export interface Offer {
  readonly productId: number
  readonly settings: Settings
}
