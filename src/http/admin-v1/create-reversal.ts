import { Type } from 'typebox'
import { reverse } from '../../partners/mod.ts'
import { created } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { readAmount, readStoredCurrency, readPartnerId } from '../wire-fields.ts'
import { FundsMovedShape, movedOf } from './funding.ts'
import { Reason } from './reason.ts'

const NewReversal = Type.Object({
  currency: Type.String(),
  amount: Type.Number(),
  reference: Type.String(),
  reason: Reason,
})

/** Takes a deposit back; the funds may go below zero, and orders may then be put on hold. */
export const createReversal = operatorRoute('POST /admin/v1/partners/{partnerId}/reversals', {
  body: NewReversal,
  answer: Type.Object({ data: FundsMovedShape }),
  async handle({ params, body, actor }, { ledger }) {
    const currency = readStoredCurrency('currency', body.currency)
    const moved = await reverse(ledger, {
      partnerId: readPartnerId(params.partnerId),
      currency: currency.code,
      amountMinor: readAmount('amount', body.amount, { currency }),
      reference: body.reference,
      reason: body.reason,
      actor,
    })
    return created({ data: movedOf(moved) })
  },
})
