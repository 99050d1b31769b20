import { Type } from 'typebox'
import { storedCurrency, wireAmount } from '../../core/mod.ts'
import { partnerFunds } from '../../partners/mod.ts'
import { ok } from '../response.ts'
import { route } from '../route.ts'
import { Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'

const Balances = Type.Object(
  {
    name: Text('The name of the partner account'),
    paymentType: Text('Always `Funds On Account`'),
    fundsList: Type.Array(Type.Object({ funds: fields.funds, currency: fields.currency }), {
      description: 'The available funds, by currency',
    }),
  },
  { title: 'Balances' },
)

export const getBalances = route('GET /v2/accounts/balances', {
  operationId: 'getBalances',
  summary: 'Returns the available funds by currency, without holds',
  description: 'The response has no data envelope.',
  permission: 'balance:read',
  response: Balances,
  async handle({ partnerId, credential }, { db }) {
    const balances = await partnerFunds(db, partnerId)
    const fundsList = balances.map(({ currency, fundsMinor }) => ({
      funds: wireAmount(fundsMinor, storedCurrency(currency)),
      currency,
    }))
    return ok({ name: credential.partnerName, paymentType: 'Funds On Account', fundsList })
  },
})
