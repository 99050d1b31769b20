import { Type } from 'typebox'
import { deposit } from '../../partners/mod.ts'
import { created } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { readAmount, readStoredCurrency, readPartnerId } from '../wire-fields.ts'
import { FundsMovedShape, movedOf } from './funding.ts'

const NewDeposit = Type.Object({
  currency: Type.String(),
  amount: Type.Number(),
  reference: Type.String(),
})

/** Puts money on a partner's funds; the same reference and payload answers what it did at first. */
export const createDeposit = operatorRoute('POST /admin/v1/partners/{partnerId}/deposits', {
  body: NewDeposit,
  answer: Type.Object({ data: FundsMovedShape }),
  async handle({ params, body, actor }, { ledger }) {
    const currency = readStoredCurrency('currency', body.currency)
    const moved = await deposit(ledger, {
      partnerId: readPartnerId(params.partnerId),
      currency: currency.code,
      amountMinor: readAmount('amount', body.amount, { currency }),
      reference: body.reference,
      actor,
    })
    return created({ data: movedOf(moved) })
  },
})
