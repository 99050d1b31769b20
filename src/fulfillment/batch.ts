import { minorUnits } from '../core/mod.ts'
import type { FulfillmentsRow } from '../db/mod.ts'
import { STOCK_SUPPLIER } from '../inventory/mod.ts'
import type { IssueOutcome, IssueRequest } from '../supply/mod.ts'

/** A batch that this worker has leased. */
export interface LeasedBatch {
  readonly request: IssueRequest
  readonly supplier: string
  /** The index of its supplier in the product's list. */
  readonly step: number
  /** The most promising failure so far in this pass over the list of suppliers. */
  readonly roundOutcome: DefiniteFailure | undefined
  /** True if an earlier call has an unknown outcome: no other supplier may be called. */
  readonly isBound: boolean
  readonly firstItemNo: number
  readonly attempt: number
  /** The fencing token of the lease. */
  readonly epoch: bigint
  readonly isOutcomeUnknown: boolean
  readonly lastFault: string | undefined
  /** True if the order was cancelled: issued goods are returned to the supplier. */
  readonly isTakenBack: boolean
}

/** A batch from stock is a few ranges of blocks, however many units it has. */
export const STOCK_WEIGHT_MAX = 10

/** Returns the amount of work of a batch, in units whose codes are generated or fetched. */
export function weightOf({ supplier, request }: LeasedBatch): number {
  return supplier === STOCK_SUPPLIER
    ? Math.min(request.quantity, STOCK_WEIGHT_MAX)
    : request.quantity
}

/** Nothing was issued, so the next supplier may be called. The most promising failure is last. */
export const DEFINITE_FAILURES = ['refused', 'unavailable', 'unfunded', 'out_of_stock'] as const
export type DefiniteFailure = (typeof DEFINITE_FAILURES)[number]

/** A batch with the outcome of its supplier's call. */
export interface BatchOutcome {
  readonly batch: LeasedBatch
  readonly outcome: IssueOutcome
}

/** A row that `leaseBatches` returns. */
export type LeasedRow = Pick<
  FulfillmentsRow,
  | 'order_no'
  | 'batch_no'
  | 'product_id'
  | 'supplier'
  | 'face_value_minor'
  | 'first_item_no'
  | 'quantity'
  | 'attempt'
  | 'lease_epoch'
  | 'outcome_unknown'
  | 'last_fault'
  | 'taking_back'
  | 'supplier_step'
  | 'min_validity_days'
> & {
  round_outcome: DefiniteFailure | null
  supplier_settings: Record<string, unknown> | null
  is_bound: boolean
  product_currency: string
  recipient: Record<string, string> | null
  offer: Record<string, string> | null
}

export function toLeased(partnerId: number, row: LeasedRow, traceparent?: string): LeasedBatch {
  return {
    request: {
      partnerId,
      orderNo: Number(row.order_no),
      batchNo: row.batch_no,
      productId: row.product_id,
      currency: row.product_currency,
      faceValueMinor: minorUnits(row.face_value_minor),
      quantity: row.quantity,
      leaseEpoch: row.lease_epoch,
      recipient: row.recipient ?? undefined,
      minValidityDays: row.min_validity_days ?? undefined,
      offer: row.offer ?? undefined,
      settings: row.supplier_settings ?? {},
      traceparent,
    },
    supplier: row.supplier,
    step: row.supplier_step,
    roundOutcome: row.round_outcome ?? undefined,
    isBound: row.is_bound,
    firstItemNo: row.first_item_no,
    attempt: row.attempt,
    epoch: row.lease_epoch,
    isOutcomeUnknown: row.outcome_unknown,
    lastFault: row.last_fault ?? undefined,
    isTakenBack: row.taking_back,
  }
}
