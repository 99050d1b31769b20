import type {
  Catalog,
  CatalogSnapshot,
  LineRequest,
  WalletName,
  WalletNameField,
} from '../catalog/mod.ts'
import type { Currency } from '../core/mod.ts'
import type { Db, Tx, Writer } from '../db/mod.ts'
import type { NewBatch } from './line-rows.ts'
import type { Order } from './order.ts'

/** An order as the partner asks for it; checked for shape, not yet priced. */
export interface PlaceInput {
  readonly type: 'place'
  readonly clientReference: string
  readonly idempotencyKey: string | undefined
  /** SHA-256 of the canonical body: what "same payload" means. */
  readonly fingerprint: Buffer
  readonly currency: Currency
  readonly items: readonly LineRequest[]
}

/** An order whose batches may all be completed. */
export interface SettleInput {
  readonly type: 'settle'
  readonly orderNo: number
}

export interface CancelInput {
  readonly type: 'cancel'
  readonly orderNo: number
  readonly reason: string
  /** The operator who asked for it, for the audit; undefined where a deadline did. */
  readonly actor?: string
  /** Given by a deadline: cancel only if the order is still in this state, since this instant. */
  readonly onlyIf?: { readonly status: string; readonly sinceMs: number }
}

/** Looks again at orders that wait for money, or have lost it. */
export interface RebalanceInput {
  readonly type: 'rebalance'
}

/** An order of which our account at a supplier cannot pay a batch. */
export interface HoldInput {
  readonly type: 'hold'
  readonly orderNo: number
}

/** The supplier that an order ON_HOLD waits for may be funded again. */
export interface ReleaseInput {
  readonly type: 'release'
  readonly orderNo: number
  /** The operator who asked for it, for the audit. */
  readonly act?: { readonly actor: string; readonly reason?: string | undefined }
}

export type OrderInput =
  PlaceInput | SettleInput | CancelInput | RebalanceInput | HoldInput | ReleaseInput

export interface OrderAnswer {
  /** The order that was placed, cancelled or replayed. */
  readonly order?: Order
  readonly replayed?: boolean
  /** Whether a settlement, or a cancellation that found nothing to give back, completed it. */
  readonly completed?: boolean
  /** Whether a release found its order waiting for a supplier. */
  readonly released?: boolean
}

/** Why a line can credit nobody; the field of its recipient that is at fault, if it is one. */
export interface WalletFault {
  readonly field: WalletNameField | undefined
  readonly message: string
}

/** The wallets that recipients name, as they are when the order is accepted. */
export interface RecipientWallets {
  /** Why it cannot be credited in this currency; undefined where it can. */
  faultOf(name: WalletName, currency: Currency): WalletFault | undefined
}

/** Finds a partner's wallets, for lines that credit one; whoever knows wallets hands it in. */
export type FindRecipientWallets = (
  db: Db,
  partnerId: number,
  names: readonly WalletName[],
) => Promise<RecipientWallets>

/** The orders that a group of a partner is asked to place, with the catalog that prices them. */
export interface AskedPlaces {
  readonly partnerId: number
  readonly places: readonly PlaceInput[]
  readonly snapshot: CatalogSnapshot
  readonly batchUnitsMax: number
}

/**
 * Issues new orders of one group of a partner while they are accepted, where nobody need be waited
 * for; whoever knows suppliers hands it in.
 */
export interface Issuing {
  /** Whether all batches of this order are issued, or none: then a worker sees to them. */
  issue(batches: readonly NewBatch[]): boolean
  /** Writes what they were issued. */
  save(tx: Writer): void
}

/** Reads what they may be issued from, under locks that come before those of batches. */
export type BeginIssuing = (tx: Tx, asked: AskedPlaces) => Promise<Issuing>

export interface OrderWriteOptions {
  readonly catalog: Catalog
  readonly batchUnitsMax: number
  readonly linesPerOrderMax: number
  readonly unitsPerOrderMax: number
  readonly findRecipientWallets: FindRecipientWallets
  /** Left out where a process accepts orders for the workers of others. */
  readonly beginIssuing?: BeginIssuing
}
