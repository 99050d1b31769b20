import { minorUnits } from '../core/mod.ts'
import type { FulfillmentsRow } from '../db/mod.ts'
import type { IssueOutcome, IssueRequest } from '../supply/mod.ts'

/** A batch that this worker holds a lease on. */
export interface LeasedBatch {
  readonly request: IssueRequest
  readonly supplier: string
  readonly firstItemNo: number
  /** How often it was taken, this time included. */
  readonly attempt: number
  /** The lease: whoever finishes names the epoch under which it began. */
  readonly epoch: number
  readonly outcomeUnknown: boolean
  /** The order was cancelled: what was issued goes back. */
  readonly takingBack: boolean
}

/** A batch with what its supplier said. */
export interface Answered {
  readonly batch: LeasedBatch
  readonly outcome: IssueOutcome
}

/** A row as the claim answers it. */
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
  | 'taking_back'
> & {
  product_currency: string
  recipient: Record<string, string> | null
  supplier_settings: Record<string, unknown>
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
      recipient: row.recipient ?? undefined,
      settings: row.supplier_settings,
    },
    supplier: row.supplier,
    firstItemNo: row.first_item_no,
    attempt: row.attempt,
    epoch: row.lease_epoch,
    outcomeUnknown: row.outcome_unknown,
    takingBack: row.taking_back,
  }
}
