import { dateAt, formatAmount, minorUnits, MS_PER_SECOND, storedCurrency } from '../core/mod.ts'
import type { FormerPurchaseRow, MovedRow } from './purchase-rows.ts'

/** How long after it was sent a create of the former supplier could arrive. */
const CREATE_SECONDS = 600

/** The batch of a purchase: who has it, and whether it is delivered. */
export interface BatchState {
  readonly isOurs: boolean
  readonly isDone: boolean
}

/**
 * Returns a purchase as connectors store it. One that may have been bought stays open under its
 * reference: it is looked up and never bought again. Faults are left out: the next look-up finds
 * them.
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

/** The former supplier had no status of its own for what was delivered. */
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
