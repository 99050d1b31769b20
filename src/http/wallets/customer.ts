import { type Static, Type } from 'typebox'
import type { Consumer, NewConsumer } from '../../consumers/mod.ts'
import { readAmount, readCurrency, type RefusalKind } from '../../core/mod.ts'
import { Decimal, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { amountOf, codeOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'

export const NewCustomer = Type.Object(
  {
    fullName: Text('The name of the consumer: 1 to 255 characters'),
    email: Text('The e-mail address of the consumer, unique for each currency'),
    currency: fields.currency,
    initialFunds: Decimal('First credit of the wallet, in major units of `currency`; 0 for none'),
  },
  { title: 'NewCustomer' },
)

export const CustomerView = view<Consumer>()(
  {
    id: [Whole('Identifies the consumer'), (consumer) => consumer.consumerId],
    walletId: fields.walletId,
    fullName: Text('The name of the consumer: 1 to 255 characters'),
    email: Text('The e-mail address of the consumer, unique for each currency'),
    walletBalance: [
      Decimal('The balance of the new wallet, in major units of `currency`'),
      amountOf('walletBalanceMinor'),
    ],
    currency: [fields.currency, codeOf],
  },
  { title: 'CreatedCustomer' },
)

/** Refuses invalid_request for a currency or amount. */
export function newConsumerOf(body: Static<typeof NewCustomer>, clientId?: string): NewConsumer {
  const currency = readCurrency('currency', body.currency)
  const initialFundsMinor = readAmount('initialFunds', body.initialFunds, {
    currency,
    zero: 'allowed',
  })
  const { fullName, email } = body
  return { fullName, email, currency, initialFundsMinor, clientId }
}

/** The refusals of a new consumer, by programs and by people. */
export const NEW_CUSTOMER_REFUSALS: readonly RefusalKind[] = [
  'insufficient_funds',
  'balance_limit',
  'numbers_exhausted',
  'wallet_exists',
]
