import { Type } from 'typebox'
import { storedCurrency, wireAmount } from '../../core/mod.ts'
import type { FundsMoved } from '../../partners/mod.ts'

/** A deposit or a reversal; `funds` is what was there right after it, before orders followed. */
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
