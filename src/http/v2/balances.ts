import { Type } from 'typebox'
import { storedCurrency, wireAmount } from '../../core/mod.ts'
import { partnerFunds } from '../../partners/mod.ts'
import { ok } from '../answer.ts'
import { route } from '../route.ts'

const Balances = Type.Object({
  name: Type.String(),
  paymentType: Type.String(),
  fundsList: Type.Array(Type.Object({ funds: Type.Number(), currency: Type.String() })),
})

/** What is available in each currency, holds taken off. At the top level: no data envelope. */
export const getBalances = route('GET /v2/accounts/balances', {
  permission: 'balance:read',
  answer: Balances,
  async handle({ partnerId, credential }, { db }) {
    const balances = await partnerFunds(db, partnerId)
    const fundsList = balances.map(({ currency, fundsMinor }) => ({
      funds: wireAmount(fundsMinor, storedCurrency(currency)),
      currency,
    }))
    return ok({ name: credential.partnerName, paymentType: 'Funds On Account', fundsList })
  },
})
