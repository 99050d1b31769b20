import type { Actor } from '../audit/mod.ts'
import type {
  Catalog,
  CatalogSnapshot,
  LineRequest,
  WalletName,
  WalletNameField,
} from '../catalog/mod.ts'
import type { Currency, Metadata, MinorUnits } from '../core/mod.ts'
import type { Db, Tx, Writer } from '../db/mod.ts'
import type { Link, LinkAct, LinkClaim, SendLinks, SentLinks, WriteLinks } from '../links/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { NewBatch } from './line-rows.ts'
import type { DraftAct } from './locked-drafts.ts'
import type { WalletSpend } from './spendable-wallets.ts'
import type { Order } from './order.ts'

/** An order as the partner requests it: its shape is checked, it is not priced yet. */
export interface PlaceInput {
  readonly type: 'place'
  /** The credential that signed the request; its spend limits apply. */
  readonly clientId?: string | undefined
  /** True for a test partner, which can buy test products only. */
  readonly isTest?: boolean | undefined
  /** True if a test credential simulates that the partner has no funds. */
  readonly simulateNoFunds?: boolean | undefined
  readonly clientReference: string
  readonly idempotencyKey: string | undefined
  /** SHA-256 of the canonical body: two payloads are the same if it is equal. */
  readonly fingerprint: Buffer
  readonly currency: Currency
  readonly items: readonly LineRequest[]
  readonly metadata?: Metadata | undefined
  /** The quote that prices it, and the fingerprint of its own currency and items. */
  readonly quote?: { readonly quoteId: string; readonly fingerprint: Buffer } | undefined
  /** The person who orders, for the audit; undefined for a credential. */
  readonly actor?: Actor | undefined
  /** The other person who approved the order. */
  readonly approvedBy?: Actor | undefined
  /** The price that was approved; a higher one is refused. */
  readonly approvedUpTo?: MinorUnits | undefined
  /** The draft that becomes this order. */
  readonly draft?: DraftAct | undefined
  /** Continues the trace of its request, if that is exported. */
  readonly traceparent?: string | undefined
  /** The link that pays for it; undefined: the partner's funds do. */
  readonly claim?: LinkClaim | undefined
  /** The wallet that pays for it, because its owner has chosen so. */
  readonly spend?: WalletSpend | undefined
}

/** An order to settle, because all its batches may be completed. */
export interface SettleInput {
  readonly type: 'settle'
  readonly orderNo: number
}

export interface CancelInput {
  readonly type: 'cancel'
  readonly orderNo: number
  readonly reason: string
  /** The operator who cancels, for the audit; undefined if a deadline does. */
  readonly actor?: Actor
  /** Set by a deadline: cancel only if the order has had this status since this instant. */
  readonly onlyIf?: { readonly status: string; readonly sinceMs: number }
}

/** Checks again which orders can be resumed, and which must be suspended. */
export interface RebalanceInput {
  readonly type: 'rebalance'
}

/** An order with a batch that our account at a supplier cannot pay. */
export interface SuspendInput {
  readonly type: 'suspend'
  readonly orderNo: number
}

/** An order ON_HOLD whose supplier may be funded again. */
export interface ResumeInput {
  readonly type: 'resume'
  readonly orderNo: number
  /** The operator who resumes it, for the audit. */
  readonly act?: { readonly actor: Actor; readonly reason?: string | undefined }
}

/** Writes of links are decided with those of orders, because both change the rest of a link. */
export interface SendLinksInput {
  readonly type: 'send links'
  readonly links: SendLinks
  /** The draft that asked for them. */
  readonly draft?: DraftAct | undefined
}

/** Writes links of a request that was accepted. */
export interface WriteLinksInput {
  readonly type: 'write links'
  readonly part: WriteLinks
}

export interface LinkInput {
  readonly type: 'link'
  readonly link: LinkAct
}

export type OrderInput =
  | PlaceInput
  | SendLinksInput
  | WriteLinksInput
  | LinkInput
  | SettleInput
  | CancelInput
  | RebalanceInput
  | SuspendInput
  | ResumeInput

/** Each write by its type. */
export type OrderInputs = { readonly [Input in OrderInput as Input['type']]: Input }
export type OrderType = keyof OrderInputs

/** The result of each write, by its type. */
export interface OrderResults {
  /** `isReplayed`: the order existed under the Idempotency-Key. */
  readonly place: { readonly order: Order; readonly isReplayed: boolean }
  /** The order, if the write completed it. */
  readonly settle: Order | undefined
  /**
   * `hasCompleted`: the order was completed instead, because all of it was delivered irrevocably.
   */
  readonly cancel: { readonly order: Order; readonly hasCompleted: boolean }
  readonly suspend: undefined
  /** The order, if it waited for a supplier. */
  readonly resume: Order | undefined
  readonly rebalance: undefined
  readonly 'send links': SentLinks
  readonly 'write links': undefined
  readonly link: Link
}

/** Why a line cannot credit its recipient, and the field at fault if there is one. */
export interface WalletFault {
  readonly field: WalletNameField | undefined
  readonly message: string
}

/** The wallets that recipients name, in their state when the order is accepted. */
export interface RecipientWallets {
  /**
   * Returns why a wallet cannot be credited in this currency; undefined if it can. `statuses` has
   * those that the group has set.
   */
  faultOf(
    name: WalletName,
    currency: Currency,
    statuses?: ReadonlyMap<number, string>,
  ): WalletFault | undefined
}

/** Finds the wallets of a partner that lines credit; implemented by consumers/. */
export type FindRecipientWallets = (
  db: Db,
  partnerId: number,
  names: readonly WalletName[],
) => Promise<RecipientWallets>

/** The orders that a group of a partner places, with the catalog that prices them. */
export interface OrdersToPlace {
  readonly partnerId: number
  readonly places: readonly PlaceInput[]
  readonly snapshot: CatalogSnapshot
  readonly batchUnitsMax: number
}

/**
 * Issues new orders of a group inside the transaction that accepts them, if no worker is needed;
 * implemented by fulfillment/.
 */
export interface Issuing {
  /** Issues all batches of an order, or none. Returns false if a worker has to issue them. */
  issue(batches: readonly NewBatch[]): boolean
  /** Writes the issued goods of the batches. */
  save(tx: Writer): void
}

/**
 * Locks and reads the stock that batches may be issued from. These locks come before those of
 * batches.
 */
export type BeginIssuing = (tx: Tx, orders: OrdersToPlace) => Promise<Issuing>

export interface OrderWriteOptions {
  readonly catalog: Catalog
  readonly batchUnitsMax: number
  readonly linesPerOrderMax: number
  readonly unitsPerOrderMax: number
  readonly findRecipientWallets: FindRecipientWallets
  /** Hashes recipients and tokens of links, because they are found by their hashes. */
  readonly vault: Pick<Vault, 'blindIndex' | 'requireKeys'>
  /** The supplier whose codes stay reserved, and can be freed, until their batch is COMPLETED. */
  readonly stockSupplier: string
  /** Undefined in a process that runs no worker. */
  readonly beginIssuing?: BeginIssuing
}

/** True for writes that change an order with all its batches. */
export function isOfWholeOrder(
  input: OrderInput,
): input is CancelInput | SuspendInput | ResumeInput {
  return input.type === 'cancel' || input.type === 'suspend' || input.type === 'resume'
}

/**
 * True for orders by a person. Only these are refused here if their partner is suspended; a
 * suspended partner's credentials are refused earlier.
 */
export function isOfPerson({ actor, claim, spend, draft }: PlaceInput): boolean {
  return actor !== undefined || claim !== undefined || spend !== undefined || draft !== undefined
}
