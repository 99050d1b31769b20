import { dateAt, formatAmount, minorUnits, MS_PER_SECOND, storedCurrency } from '../core/mod.ts'
import type { FormerPurchaseRow, MovedRow } from './purchase-rows.ts'

/** The longest time between the sending of a create by the former supplier and its arrival. */
const CREATE_SECONDS = 600

/** The state of the batch that a purchase is for. */
export interface BatchState {
  /** True if the batch is still bound to the former supplier. */
  readonly isOurs: boolean
  /** True if the batch is delivered. */
  readonly isDone: boolean
}

/**
 * Returns a purchase in the form in which connectors store it. A purchase whose outcome is unknown
 * stays open under its reference: it is looked up and never bought again. Faults are left out,
 * because the next look-up finds them again.
 */
export function movedOf(
  row: FormerPurchaseRow,
  {
    createNo,
    accountId,
    batch,
  }: { readonly createNo: number; readonly accountId: number | null; readonly batch: BatchState },
): MovedRow {
  const status = statusOf(row, batch)
  const isOpen = status === 'PLACING' || status === 'PLACED'
  const isElsewhere = status === 'PLACED' && batch.isDone && !row.released
  const cost = status === 'DONE' || status === 'STOCKED' ? row.cost_minor : null
  const sentAt = row.send_no === 0 ? null : sentAtOf(row)
  return {
    order_no: row.order_no,
    batch_no: row.batch_no,
    create_no: createNo,
    account_id: accountId,
    reference: row.reference,
    product_id: row.product_id,
    currency: row.currency,
    face_value_minor: row.face_value_minor,
    quantity: row.quantity,
    product: String(row.their_product_id),
    status,
    send_no: row.send_no,
    first_sent_at: sentAt,
    sent_at: sentAt,
    unsure_until: row.unsure_until,
    theirs: row.upstream_order_id,
    cost: cost === null ? null : costOf(cost, row.wallet_currency),
    cost_currency: cost === null ? null : row.wallet_currency,
    released: row.released,
    is_due: isOpen && row.released,
    begun_at: row.begun_at,
    fault: isElsewhere ? 'it was placed, though another supplier has delivered its batch' : null,
    faulted_at: isElsewhere ? row.begun_at : null,
    closed_at: status === 'CLOSED' ? (row.faulted_at ?? row.begun_at) : null,
  }
}

/** The former supplier had no separate status for delivered purchases. */
function statusOf({ status, released }: FormerPurchaseRow, { isOurs, isDone }: BatchState): string {
  if (status === 'CANCELLED') return 'REFUSED'
  return status === 'PLACED' && !released && isOurs && isDone ? 'DONE' : status
}

function sentAtOf({ begun_at: begunAt, unsure_until: unsureUntil }: FormerPurchaseRow): Date {
  if (unsureUntil === null) return begunAt
  return dateAt(unsureUntil.getTime() - CREATE_SECONDS * MS_PER_SECOND)
}

function costOf(minor: bigint, currency: string): string {
  return formatAmount(minorUnits(minor), storedCurrency(currency))
}
