import { minorUnits } from '../core/mod.ts'
import type { FulfillmentsRow } from '../db/mod.ts'
import { STOCK_SUPPLIER } from '../inventory/mod.ts'
import type { IssueOutcome, IssueRequest } from '../supply/mod.ts'

/** A batch that this worker holds a lease on. */
export interface LeasedBatch {
  readonly request: IssueRequest
  readonly supplier: string
  /** Where its supplier stands in the product's list. */
  readonly step: number
  /** The most hopeful "no" of the suppliers before it in this round. */
  readonly roundOutcome: Refused | undefined
  /** Its supplier was asked before, and nobody knows what came of it: no other may be asked. */
  readonly isBound: boolean
  readonly firstItemNo: number
  /** How often it was taken, this time included. */
  readonly attempt: number
  /** The lease: whoever finishes names the epoch under which it began. */
  readonly epoch: bigint
  readonly outcomeUnknown: boolean
  /** What was wrong when it was set back last. */
  readonly lastFault: string | undefined
  /** The order was cancelled: what was issued goes back. */
  readonly takingBack: boolean
}

/** A batch from stock takes a few ranges of blocks, however many units it has. */
export const STOCK_WEIGHT_MAX = 10

/** How much work a batch is, in units of which codes are made or fetched. */
export function weightOf({ supplier, request }: LeasedBatch): number {
  return supplier === STOCK_SUPPLIER
    ? Math.min(request.quantity, STOCK_WEIGHT_MAX)
    : request.quantity
}

/** A definite "no": whoever said it has issued nothing, and the next supplier may be asked. */
export const REFUSED = ['refused', 'unavailable', 'unfunded', 'out_of_stock'] as const
export type Refused = (typeof REFUSED)[number]

/** A batch with what its supplier said. */
export interface Answered {
  readonly batch: LeasedBatch
  readonly outcome: IssueOutcome
}

/** A row as the lease of its batch returns it. */
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
> & {
  round_outcome: Refused | null
  supplier_settings: Record<string, unknown> | null
  is_bound: boolean
  product_currency: string
  recipient: Record<string, string> | null
}

export function toLeased(partnerId: number, row: LeasedRow): LeasedBatch {
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
      settings: row.supplier_settings ?? {},
    },
    supplier: row.supplier,
    step: row.supplier_step,
    roundOutcome: row.round_outcome ?? undefined,
    isBound: row.is_bound,
    firstItemNo: row.first_item_no,
    attempt: row.attempt,
    epoch: row.lease_epoch,
    outcomeUnknown: row.outcome_unknown,
    lastFault: row.last_fault ?? undefined,
    takingBack: row.taking_back,
  }
}
