import { expect, test } from 'vitest'
import { hasCheckDigits } from '../../src/pay-in/check-digits.ts'
import { payInOf, payInReference, readPayInAccounts } from '../../src/pay-in/mod.ts'

/** The examples of the two standards, ISO 13616 and ISO 11649. */
const RIGHT = ['DE89370400440532013000', 'GB82WEST12345698765432', 'RF18539007547034']

test('check digits are those of the standards, and one wrong or two swapped characters fail', () => {
  expect(RIGHT.filter(hasCheckDigits)).toEqual(RIGHT)
  const wrong = RIGHT.flatMap((text) =>
    Array.from(text.slice(4), (digit, at) => {
      const other = digit === '7' ? '8' : '7'
      return text.slice(0, at + 4) + other + text.slice(at + 5)
    }),
  )
  expect(wrong.filter(hasCheckDigits)).toEqual([])
  expect(hasCheckDigits('DE89370400440532010300')).toBe(false)
})

test('a reference names its partner and currency, however a bank spaces what was written', () => {
  const payIn = { partnerId: 42, currency: 'USD' }
  const reference = payInReference(payIn)
  expect(reference).toMatch(/^RF\d\dUSD42$/)
  const apart = `${reference.slice(0, 4)} ${reference.slice(4).toLowerCase()}`
  const texts = [reference, `invoice ${apart} thanks`, `${reference}/${reference}`]
  expect(texts.map(payInOf)).toEqual(texts.map(() => payIn))
  expect(payInOf(reference.replace('42', '43'))).toBeUndefined()
})

test('a text with the references of two partners is matched to none', () => {
  const [one, other] = [42, 43].map((partnerId) => payInReference({ partnerId, currency: 'USD' }))
  expect(payInOf(`${one} and ${other}`)).toBeUndefined()
  // The digits that follow make a second reference whose check digits fit.
  const tails = Array.from({ length: 10_000 }, (_, at) => String(at))
  const twice = tails.find((tail) => hasCheckDigits(`${one}${tail}`))
  expect(twice).toBeDefined()
  expect(payInOf(`${one} ${twice}`)).toBeUndefined()
})

const account = { currency: 'EUR', holder: 'Example GmbH', account: 'DE89 3704 0044 0532 0130 00' }

test.each([
  ['no JSON', 'DE89370400440532013000'],
  ['no list', JSON.stringify(account)],
  ['no account', '[]'],
  ['a wrong IBAN', JSON.stringify([{ ...account, account: 'DE89370400440532013001' }])],
  ['a wrong BIC', JSON.stringify([{ ...account, bic: 'bank' }])],
  ['an unknown currency', JSON.stringify([{ ...account, currency: 'EUX' }])],
  ['an unknown field', JSON.stringify([{ ...account, iban: account.account }])],
  ['no holder', JSON.stringify([{ ...account, holder: '' }])],
  ['one currency twice', JSON.stringify([account, account])],
])('accounts with %s are refused', (_what, text) => {
  expect(readPayInAccounts(text)).toBeUndefined()
})

test('accounts are read as they are written', () => {
  const other = { currency: 'USD', holder: 'Example Inc', account: '000123456789', bank: 'Bank' }
  expect(readPayInAccounts(JSON.stringify([account, other]))).toEqual([account, other])
})
