import { PRODUCT_TYPES, type SupplierTypes } from '../catalog/mod.ts'
import type { MinorUnits } from '../core/mod.ts'

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
  /** Settings of the product for its supplier, as the operator wrote them. */
  readonly settings: Readonly<Record<string, unknown>>
}

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
  /** The account of ours that a product's settings lead to, where there are several. */
  accountOf?(settings: Readonly<Record<string, unknown>>): string
}

/**
 * The suppliers that a product may name, and the types that each can issue: products are held to
 * it. What is imported may be vouchers or receipts of any type: whoever imports it knows.
 */
export const SUPPLIERS = {
  vault: PRODUCT_TYPES,
  generator: PRODUCT_TYPES,
  sandbox: PRODUCT_TYPES,
  upstream: PRODUCT_TYPES,
  wallet: ['ACCOUNT_CREDIT'],
} as const satisfies SupplierTypes
export type SupplierName = keyof typeof SUPPLIERS

/** The account of ours that the settings of a product lead to; empty where there is one only. */
export function accountOfSettings(
  supplier: string,
  { upstream }: Readonly<Record<string, unknown>>,
): string {
  return supplier === 'upstream' && typeof upstream === 'string' ? upstream : ''
}
