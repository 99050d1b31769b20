import { findStoredCurrency, formatAmount } from '../core/mod.ts'
import { UsageFailure } from './failure.ts'
import { group } from './invocation.ts'
import { operation } from './operation.ts'
import { requestOf, type BodyOf } from './operation-table.ts'

const REFERENCE =
  'your key for this deposit or reversal: repeating it returns the first result and moves nothing'
const AMOUNT = 'such as 25000 or 12.50'

/**
 * The largest deposit that need not be confirmed: 100,000.00 USD, 10,000,000 JPY, 10,000.000 KWD.
 */
const UNCONFIRMED_MINOR_MAX = 10_000_000n

export const DEPOSITS = group("a partner's funds", {
  create: operation('createDeposit', {
    about: "add to a partner's funds; orders that wait for funds resume",
    args: ['currency', 'amount'],
    fields: {
      amount: AMOUNT,
      reference: REFERENCE,
      confirm: 'the amount again; needed above 100000 USD, 10000000 JPY: ten million minor units',
    },
    request(input) {
      requireConfirmation(input.body)
      return requestOf('createDeposit', input)
    },
  }),
  list: operation('listDeposits', {
    about: 'list the deposits of a partner, newest first',
    columns: ['depositId', 'at', 'currency', 'amount', 'reversed', 'left', 'reference'],
  }),
  reverse: operation('createReversal', {
    about: 'take a deposit back; funds may go below zero, which suspends orders',
    args: ['currency', 'amount'],
    fields: {
      // The currency may be no longer listed: the service knows which currencies it has stored.
      currency: { read: (_label, text) => text.toUpperCase() },
      amount: AMOUNT,
      depositId: 'the deposit that it takes back; at most what is left of it',
      reference: REFERENCE,
    },
  }),
})

/**
 * Throws unless a large amount is typed twice: one digit too many would let the partner spend money
 * that nobody has paid.
 */
function requireConfirmation({ currency: code, amount, confirm }: BodyOf<'createDeposit'>): void {
  const exponent = findStoredCurrency(code)?.exponent ?? 0
  if (confirm !== undefined || amount * 10 ** exponent <= UNCONFIRMED_MINOR_MAX) return
  const limit = formatAmount(UNCONFIRMED_MINOR_MAX, { code, exponent })
  throw new UsageFailure(
    `${amount} ${code} is above ${limit} ${code}; if it is right, add --confirm ${amount}`,
  )
}
