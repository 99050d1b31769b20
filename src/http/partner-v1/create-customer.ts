import { Type } from 'typebox'
import { createConsumer } from '../../consumers/mod.ts'
import { wireAmount } from '../../core/mod.ts'
import { ok } from '../response.ts'
import { route } from '../route.ts'
import { readAmount, readCurrency } from '../wire-fields.ts'

const NewCustomer = Type.Object(
  {
    fullName: Type.String(),
    email: Type.String(),
    currency: Type.String(),
    initialFunds: Type.Number(),
  },
  { title: 'NewCustomer' },
)

const Customer = Type.Object(
  {
    id: Type.Integer(),
    walletId: Type.String(),
    fullName: Type.String(),
    email: Type.String(),
    walletBalance: Type.Number(),
    currency: Type.String(),
  },
  { title: 'CreatedCustomer' },
)

export const createCustomer = route('POST /api/partner/v1/customer', {
  operationId: 'createCustomer',
  refuses: ['insufficient_funds', 'balance_limit', 'numbers_exhausted', 'wallet_exists'],
  summary:
    "Creates a consumer, or opens a known one's wallet in another currency, and funds the " +
    'wallet',
  permission: 'consumers:write',
  body: NewCustomer,
  response: Type.Object({ success: Type.Boolean(), data: Customer }),
  async handle({ partnerId, credential, body }, { ledger, vault }) {
    const currency = readCurrency('currency', body.currency)
    const consumer = await createConsumer({ ledger, vault }, partnerId, {
      fullName: body.fullName,
      email: body.email,
      currency,
      initialFundsMinor: readAmount('initialFunds', body.initialFunds, {
        currency,
        zero: 'allowed',
      }),
      clientId: credential.clientId,
    })
    return ok({
      success: true,
      data: {
        id: consumer.consumerId,
        walletId: consumer.walletId,
        fullName: consumer.fullName,
        email: consumer.email,
        walletBalance: wireAmount(consumer.walletBalanceMinor, currency),
        currency: currency.code,
      },
    })
  },
})
