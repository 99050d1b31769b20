import { Type } from 'typebox'
import type { Case } from '../../cases/mod.ts'
import { wireAmount } from '../../core/mod.ts'
import { formatTransferId } from '../../ledger/mod.ts'
import { optionalTime } from '../response.ts'
import { Decimal, Instant, Text } from './field.ts'
import { fields } from './fields.ts'
import { CASE_KIND, CASE_STATE } from './meanings.ts'
import { choiceOf, oneOf } from './one-of.ts'
import { view } from './view.ts'

export const CaseView = view<Case>()(
  {
    caseId: fields.caseId,
    itemNo: fields.itemNo,
    kind: oneOf('Action of the case', CASE_KIND),
    state: oneOf('The state of the case', CASE_STATE),
    reason: Text('Why it was opened'),
    currency: [
      Type.Optional(Text('The currency of a refund, as ISO 4217 code')),
      ({ refund }) => refund?.currency.code,
    ],
    amount: [
      Type.Optional(Decimal('Amount of a refund, in major units of `currency`')),
      ({ refund }) => refund && wireAmount(refund.amountMinor, refund.currency),
    ],
    transferId: [
      Type.Optional(Text('The transfer of a refund, such as `trf_2_117`')),
      ({ partnerId, refund }) =>
        refund?.transferNo === undefined
          ? undefined
          : formatTransferId(partnerId, refund.transferNo),
    ],
    openedAt: Instant('When it was opened'),
    decidedAt: [
      Type.Optional(Instant('When it was decided')),
      ({ decision }) => optionalTime(decision?.at),
    ],
    decisionReason: [Type.Optional(Text('Why it was decided so')), (one) => one.decision?.reason],
  },
  { description: 'A case as its partner sees it' },
)

/** The amount of a refund. */
export const RefundAmount = Decimal(
  "In major units of the order's currency; the whole charge of the item unless given",
)

export const CaseKindField = choiceOf('Action of the case', CASE_KIND)
