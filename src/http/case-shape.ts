import { Type } from 'typebox'
import { CASE_KINDS, type Case } from '../cases/mod.ts'
import { isoTime, wireAmount } from '../core/mod.ts'
import { optionalTime } from './response.ts'

/** A case as its partner sees it. */
export const CaseShape = Type.Object({
  caseId: Type.Integer(),
  itemNo: Type.Integer(),
  kind: Type.String(),
  state: Type.String(),
  reason: Type.String(),
  currency: Type.Optional(Type.String()),
  amount: Type.Optional(Type.Number()),
  transferId: Type.Optional(Type.String()),
  openedAt: Type.String(),
  decidedAt: Type.Optional(Type.String()),
  decisionReason: Type.Optional(Type.String()),
})

export const CaseKindField = Type.Enum([...CASE_KINDS])

export function caseOf({ refund, decision, ...one }: Case) {
  const { caseId, partnerId, itemNo, kind, state, reason } = one
  const transferNo = refund?.transferNo
  return {
    caseId,
    itemNo,
    kind,
    state,
    reason,
    currency: refund?.currency.code,
    amount: refund && wireAmount(refund.amountMinor, refund.currency),
    transferId: transferNo === undefined ? undefined : `trf_${partnerId}_${transferNo}`,
    openedAt: isoTime(one.openedAt),
    decidedAt: optionalTime(decision?.at),
    decisionReason: decision?.reason,
  }
}
