import { minorUnits, storedCurrency, type Currency, type MinorUnits } from '../core/mod.ts'
import type { CasesRow } from '../db/mod.ts'

export const CASE_KINDS = ['refund', 'replace', 'block'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

/** REQUESTED: a partner asks, and the operator has not decided. */
export const CASE_STATES = ['REQUESTED', 'DONE', 'REJECTED'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** The amount and the transfer of a refund. */
export interface Refund {
  /** The currency of the order. */
  readonly currency: Currency
  readonly amountMinor: MinorUnits
  /** The transfer of the refund; undefined unless the case is DONE. */
  readonly transferNo: number | undefined
}

/** Who accepted or rejected a request. */
export interface Decision {
  readonly by: string
  readonly at: number
  readonly reason: string | undefined
}

/** An act on one item after delivery. Instants are in milliseconds. */
export interface Case {
  readonly caseId: number
  readonly partnerId: number
  readonly orderNo: number
  readonly itemNo: number
  readonly productId: number
  readonly kind: CaseKind
  readonly state: CaseState
  readonly reason: string
  readonly refund: Refund | undefined
  readonly openedBy: string
  readonly openedAt: number
  readonly decision: Decision | undefined
}

/** The checks of the table allow no other kind and state. */
export type CaseRow = Omit<CasesRow, 'kind' | 'state'> & { kind: CaseKind; state: CaseState }

export function toCase(row: CaseRow): Case {
  return {
    caseId: Number(row.case_id),
    partnerId: row.partner_id,
    orderNo: Number(row.order_no),
    itemNo: row.item_no,
    productId: row.product_id,
    kind: row.kind,
    state: row.state,
    reason: row.reason,
    refund: refundOf(row),
    openedBy: row.opened_by,
    openedAt: row.opened_at.getTime(),
    decision: decisionOf(row),
  }
}

function refundOf(row: CaseRow): Refund | undefined {
  if (row.currency === null || row.amount_minor === null) return undefined
  return {
    currency: storedCurrency(row.currency),
    amountMinor: minorUnits(row.amount_minor),
    transferNo: row.transfer_no === null ? undefined : Number(row.transfer_no),
  }
}

function decisionOf(row: CaseRow): Decision | undefined {
  if (row.decided_by === null || row.decided_at === null) return undefined
  const reason = row.decision_reason ?? undefined
  return { by: row.decided_by, at: row.decided_at.getTime(), reason }
}
