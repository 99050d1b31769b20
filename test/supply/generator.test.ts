import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeCodes, encodeCodes } from '../../src/supply/code-block.ts'
import { blankLine, createGenerator, writeCodes } from '../../src/supply/generator.ts'
import { BYTES_PER_CODE } from '../../src/supply/grouped-code.ts'
import { batch } from '../inventory/fixture.ts'

const BASE = 'https://redeem.test/r'

function blockOf(quantity: number, base = BASE): Buffer {
  const line = blankLine(base)
  const block = Buffer.alloc(quantity * line.bytes.length)
  return writeCodes(block, randomBytes(quantity * BYTES_PER_CODE), line)
}

const generated = (quantity: number) => decodeCodes(blockOf(quantity))

test('codes are 20 symbols of base 32 in groups of five, redeemed below the base URL', () => {
  for (const code of generated(1_000)) {
    expect(code.giftCardNumber).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/)
    expect(code).toMatchObject({ giftCardPin: '', barCodeNumber: '' })
    expect(code.redemptionUrl).toBe(`${BASE}/${code.giftCardNumber}`)
  }
})

test('no two of 20,000 codes are equal, and each symbol appears at each position', () => {
  const codes = generated(20_000).map((code) => code.giftCardNumber.replaceAll('-', ''))

  expect(new Set(codes).size).toBe(codes.length)
  for (let place = 0; place < 20; place += 1) {
    expect(new Set(codes.map((code) => code[place])).size).toBe(32)
  }
})

test.each([BASE, 'https://redeem.test/a,b', `https://redeem.test/${'X'.repeat(24)}`])(
  'a generated block is the block of its codes: %s',
  (base) => {
    const block = blockOf(3, base)

    expect(encodeCodes(decodeCodes(block))).toEqual(block)
    expect(decodeCodes(block).map((code) => code.redemptionUrl)).toEqual(
      decodeCodes(block).map((code) => `${base}/${code.giftCardNumber}`),
    )
  },
)

test('each request gets its quantity; a delivery to a recipient has only confirmation numbers', async () => {
  const generator = createGenerator(BASE)
  const [one, other] = await generator.issue([
    batch(1, 1, { quantity: 3 }),
    batch(1, 2, { quantity: 2, recipient: { phone: '+41790000000' } }),
  ])

  expect(one).toMatchObject({ outcome: 'issued', goods: [{ quantity: 3 }] })
  const empty = { giftCardPin: '', barCodeNumber: '', redemptionUrl: '' }
  const receipt = {
    giftCardNumber: expect.stringMatching(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/),
    ...empty,
  }
  expect(other).toEqual({ outcome: 'issued', goods: [{ codes: [receipt, receipt] }] })
})

test('each sealing generates new codes, and overwrites their bytes afterwards', async () => {
  const [outcome] = await createGenerator(BASE).issue([batch(1, 1, { quantity: 3 })])
  const [goods] = outcome?.outcome === 'issued' ? outcome.goods : []
  if (!goods || !('sealWith' in goods)) expect.unreachable('codes are sealed as a block')
  let inTheClear: Buffer = Buffer.alloc(0)
  const seal = (block: Buffer): Buffer => {
    inTheClear = block
    return Buffer.from(block)
  }
  const first = goods.sealWith(seal)
  const second = goods.sealWith(seal)

  for (const sealed of [first, second]) {
    expect(decodeCodes(sealed).map((code) => code.redemptionUrl)).toEqual(
      decodeCodes(sealed).map((code) => `${BASE}/${code.giftCardNumber}`),
    )
    expect(decodeCodes(sealed)).toHaveLength(3)
  }
  expect(second).not.toEqual(first)
  expect(inTheClear).toEqual(Buffer.alloc(first.length))
})
