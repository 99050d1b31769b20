import { Type } from 'typebox'
import type { Case } from '../../cases/mod.ts'
import { isoTime, wireAmount } from '../../core/mod.ts'
import { optionalTime } from '../response.ts'
import { Decimal, Instant, Text } from './field.ts'
import { fields } from './fields.ts'
import { CASE_KIND, CASE_STATE } from './meanings.ts'
import { choiceOf, oneOf } from './one-of.ts'

export const CaseShape = Type.Object(
  {
    caseId: fields.caseId,
    itemNo: fields.itemNo,
    kind: oneOf('What is done', CASE_KIND),
    state: oneOf('The state of the case', CASE_STATE),
    reason: Text('Why it was opened'),
    currency: Type.Optional(Text('The currency of a refund, as ISO 4217 code')),
    amount: Type.Optional(Decimal('What a refund gives back, in major units of `currency`')),
    transferId: Type.Optional(Text('The transfer of a refund, such as `trf_2_117`')),
    openedAt: Instant('When it was opened'),
    decidedAt: Type.Optional(Instant('When it was decided')),
    decisionReason: Type.Optional(Text('Why it was decided so')),
  },
  { description: 'A case as its partner sees it' },
)

/** How much a refund gives back. */
export const RefundAmount = Decimal(
  "In major units of the order's currency; all that was charged for the item unless given",
)

export const CaseKindField = choiceOf('What is to be done', CASE_KIND)

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
