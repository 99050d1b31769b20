import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { findCurrency } from '../core/mod.ts'
import { hasCheckDigits } from './check-digits.ts'

const Line = Type.String({ minLength: 1, maxLength: 140, pattern: '^[^\\x00-\\x1f\\x7f]+$' })

/** A bank account of the operator, to which partners pay in one currency. */
const PayInAccount = Type.Object(
  {
    currency: Type.String(),
    holder: Line,
    /** An IBAN, or a number as its bank writes it. */
    account: Line,
    bic: Type.Optional(Type.String({ pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' })),
    bank: Type.Optional(Line),
  },
  { additionalProperties: false },
)
export type PayInAccount = Readonly<Static<typeof PayInAccount>>

const PayInAccounts = Type.Array(PayInAccount, { minItems: 1, maxItems: 50 })
const LIKE_IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** Reads accounts from JSON; undefined if one is invalid, or two have the same currency. */
export function readPayInAccounts(text: string): readonly PayInAccount[] | undefined {
  const accounts = parse(text)
  if (!Value.Check(PayInAccounts, accounts)) return undefined
  const currencies = new Set(accounts.map(({ currency }) => currency))
  const isPayable = currencies.size === accounts.length && accounts.every(canBePaidTo)
  return isPayable ? accounts : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function canBePaidTo({ currency, account }: PayInAccount): boolean {
  const plain = account.replaceAll(' ', '')
  return findCurrency(currency) !== undefined && (!LIKE_IBAN.test(plain) || hasCheckDigits(plain))
}
