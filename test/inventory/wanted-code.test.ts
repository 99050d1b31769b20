import { expect, test } from 'vitest'
import { wantCode } from '../../src/inventory/mod.ts'
import { encodeCodes, type Code } from '../../src/supply/mod.ts'

function aCode(fields: Partial<Code>): Code {
  return { giftCardNumber: '', giftCardPin: '', barCodeNumber: '', redemptionUrl: '', ...fields }
}

const BLOCK = encodeCodes([
  aCode({ giftCardNumber: 'NWC-10', giftCardPin: 'NWC-1' }),
  aCode({ giftCardNumber: 'NWC-1' }),
  aCode({ redemptionUrl: 'https://shop.test/only' }),
  aCode({ giftCardPin: '77', redemptionUrl: 'https://shop.test/both' }),
  aCode({ giftCardNumber: 'say "hi", Straße' }),
])

test.each([
  ['NWC-1', 1],
  [' nwc-10 ', 0],
  ['https://shop.test/only', 2],
  ['say "hi", straße', 4],
  // Not enough: a part of a number, the PIN of a code that has a number, one field of two.
  ['NWC', undefined],
  ['77', undefined],
  ['https://shop.test/both', undefined],
])('the code %s is found at position %s', (text, position) => {
  expect(wantCode(text).positionIn(BLOCK)).toBe(position)
})
