import { expect, test } from 'vitest'
import { codesOf } from '../../src/connectors/units.ts'

const CARD_NUMBER = '4111111111111111'
const ONE = { quantity: 1, isReceipt: false }

test('a receipt redeems nothing, and its number may look like that of a payment card', () => {
  const receipt = [{ number: CARD_NUMBER }]

  expect(codesOf(receipt, { ...ONE, isReceipt: true })).toMatchObject([
    { giftCardNumber: CARD_NUMBER, redemptionUrl: '' },
  ])
  expect(() => codesOf(receipt, ONE)).toThrow(/^unit 1: giftCardNumber /)
})

test.each([
  ['a PIN alone', [{ pin: '1234' }], /^unit 1: giftCardNumber is empty/],
  ['another number of units', [{ number: 'A' }, { number: 'B' }], '2 units instead of 1'],
])('%s is not what was bought', (_, units, fault) => {
  expect(() => codesOf(units, ONE)).toThrow(fault)
})
