import { expect, test } from 'vitest'
import { createGenerator, generateCodes } from '../../src/supply/generator.ts'
import { batch } from './stage.ts'

const BASE = 'https://redeem.test/r'

test('codes are 20 symbols of base 32 in groups of five, redeemed below the base URL', () => {
  for (const code of generateCodes(1_000, BASE)) {
    expect(code.giftCardNumber).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/)
    expect(code).toMatchObject({ giftCardPin: '', barCodeNumber: '' })
    expect(code.redemptionUrl).toBe(`${BASE}/${code.giftCardNumber}`)
  }
})

test('no two of 20,000 codes are equal, and every symbol appears in every place', () => {
  const codes = generateCodes(20_000, BASE).map((code) => code.giftCardNumber.replaceAll('-', ''))

  expect(new Set(codes).size).toBe(codes.length)
  for (let place = 0; place < 20; place += 1) {
    expect(new Set(codes.map((code) => code[place])).size).toBe(32)
  }
})

test('each request gets its quantity; one for a recipient is refused', async () => {
  const generator = createGenerator(BASE)
  const [one, other] = await generator.issue([
    batch(1, 1, { quantity: 3 }),
    batch(1, 2, { recipient: { phone: '+41790000000' } }),
  ])

  expect(one).toMatchObject({ outcome: 'issued', goods: [{ codes: { length: 3 } }] })
  expect(other).toMatchObject({ outcome: 'refused' })
})
