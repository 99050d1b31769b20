import { Type } from 'typebox'
import { storedCurrency, wireAmount } from '../../core/mod.ts'
import type { FundsMoved } from '../../partners/mod.ts'

/** A deposit or a reversal; `funds` is what the partner could spend right after it. */
export const FundsMovedShape = Type.Object({
  transferId: Type.String(),
  currency: Type.String(),
  amount: Type.Number(),
  funds: Type.Number(),
})

export function movedOf({ transferId, currency, amountMinor, fundsMinor }: FundsMoved) {
  const moved = storedCurrency(currency)
  return {
    transferId,
    currency,
    amount: wireAmount(amountMinor, moved),
    funds: wireAmount(fundsMinor, moved),
  }
}
