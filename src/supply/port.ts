import type { MinorUnits } from '../core/mod.ts'
import type { Db, Tx } from '../db/mod.ts'

/** One code as a supplier hands it over, before it is sealed. Empty text: does not apply. */
export interface Code {
  readonly giftCardNumber: string
  readonly giftCardPin: string
  readonly barCodeNumber: string
  readonly redemptionUrl: string
}

/** Names a batch for ever: a supplier asked twice under one key issues once. */
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
   * reserved and no wallet is credited. Undefined if nobody else can know of the batch yet.
   */
  readonly leaseEpoch?: bigint | undefined
  /** Checked against the product's recipient fields when the order was accepted. */
  readonly recipient: Readonly<Record<string, string>> | undefined
  readonly settings: Settings
}

/** What a product says to one supplier, as the operator wrote it. */
export type Settings = Readonly<Record<string, unknown>>

/**
 * Codes to be sealed; or codes that are made while they are sealed, and handed to `seal` as the
 * bytes of a block (`encodeCodes`) that are gone afterwards.
 */
export type UnsealedGoods =
  | { readonly codes: readonly Code[] }
  | {
      readonly sealWith: (seal: (block: Buffer) => Buffer) => Buffer
      readonly quantity: number
    }

/** Part of what a batch was issued; what is not unsealed is a range of a sealed block of stock. */
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

/** What became of a request. Quantities of `goods` sum to the quantity that was asked for. */
export type IssueOutcome =
  | { readonly outcome: 'issued'; readonly goods: readonly Goods[] }
  | { readonly outcome: 'out_of_stock' }
  /** The supplier said no, for a reason that asking again soon may not change. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /**
   * The supplier has taken it, or may have: `lookUp` is asked after that time, nobody else. The
   * reason says what is wrong; undefined: the supplier works on it.
   */
  | { readonly outcome: 'pending'; readonly askAgainInSeconds: number; readonly reason?: string }
  /** It could not be asked, and certainly issued nothing: another may be asked at once. */
  | { readonly outcome: 'unavailable'; readonly reason: string }
  /** Our account at the supplier cannot pay; nothing was issued. */
  | { readonly outcome: 'unfunded'; readonly reason: string }
  /**
   * The answer was lost, or is none that can be taken. Nobody may buy again: `lookUp` finds out.
   * `isAlerted`: the supplier did respond, and an alert already says what is wrong.
   */
  | { readonly outcome: 'unknown'; readonly reason: string; readonly isAlerted?: true }

/**
 * A supplier issues value for batches. All three calls are idempotent by the key; none is made
 * inside a database transaction of the caller. The answers stand in the order of the requests.
 */
export interface Supplier {
  readonly name: string
  /** Part of this service: it answers as long as that does, and no circuit guards it. */
  readonly isLocal?: boolean
  issue(requests: readonly IssueRequest[]): Promise<IssueOutcome[]>
  /**
   * As `issue`, by a supplier that waits for nobody and keeps nothing: it may be asked inside a
   * database transaction, and asked anew where that fails.
   */
  issueNow?(request: IssueRequest): readonly UnsealedGoods[]
  /**
   * What became of requests whose outcome is unknown; issues only what is known not to be issued.
   */
  lookUp(requests: readonly IssueRequest[]): Promise<IssueOutcome[]>
  /**
   * Takes back what was issued under these keys, for good: a later `issue` of the key is refused.
   */
  release(requests: readonly IssueRequest[]): Promise<void>
  /** Returns our account that a product's settings name, if the supplier has several of ours. */
  accountOf?(settings: Settings): string
  /** Returns what is wrong with a product's settings. Left out: all settings are valid. */
  validateSettings?(tx: Tx, settings: Settings): Promise<SettingsFault | undefined>
  /**
   * Returns those of the offers that it can sell at `now`, for the catalog: an answer may be a few
   * moments old. Left out: it can sell all of them.
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
