import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyCodes, findCurrency, type Currency } from '../../src/core/mod.ts'
import { CSV_COLUMNS, csvOf } from '../../src/exports/mod.ts'
import type { OpenedItems } from '../../src/fulfillment/mod.ts'
import { type Code, encodeCodes } from '../../src/supply/mod.ts'

const ORDER_ID = 'ord_019a0b1c2d3e4f'

/** Text on one line, and often what CSV treats specially. */
const text = fc
  .string({
    unit: fc.oneof(fc.constantFrom(',', '"', ' ', 'é', '漢'), fc.string({ unit: 'grapheme' })),
  })
  .filter((one) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(one))

const code: fc.Arbitrary<Code> = fc.record({
  giftCardNumber: text,
  giftCardPin: text,
  barCodeNumber: text,
  redemptionUrl: text,
})

interface Chunk {
  readonly line: OpenedItems['line']
  readonly codes: readonly Code[]
}

const chunk: fc.Arbitrary<Chunk> = fc.record({
  line: fc.record({
    productId: fc.nat(),
    brand: fc.oneof(text, fc.constant('two\r\nlines')),
    currency: fc.constantFrom(...currencyCodes().slice(0, 5)).map(currencyOf),
    faceValue: fc.constantFrom(10, 0.5, 1.125, 1e-7, 123_456_789.01),
    itemReference: fc.constant(undefined),
  }),
  codes: fc.array(code, { minLength: 1, maxLength: 12 }),
})

function currencyOf(name: string): Currency {
  const currency = findCurrency(name)
  if (!currency) throw new Error(`${name} is no currency`)
  return currency
}

function quoted(field: string | number): string {
  const isPlain = !/[",\r\n]/.test(String(field))
  return isPlain ? String(field) : `"${String(field).replaceAll('"', '""')}"`
}

/** Returns the same file, built in the obvious way: a string for each row. */
function plainly(firstItemNo: number, chunks: readonly Chunk[]): string {
  const rows = chunks
    .flatMap(({ line, codes }) => codes.map((one) => ({ line, one })))
    .map(({ line: { productId, brand, currency, faceValue }, one }, at) => {
      const itemNo = firstItemNo + at
      const card = `crd_019a0b1c2d3e4f-${itemNo}`
      const shared = [itemNo, productId, brand, currency.code, faceValue, card]
      return [...shared, one.giftCardNumber, one.giftCardPin, one.barCodeNumber, one.redemptionUrl]
    })
  return [CSV_COLUMNS, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}

async function* opened(firstItemNo: number, chunks: readonly Chunk[]): AsyncGenerator<OpenedItems> {
  let next = firstItemNo
  for (const { line, codes } of chunks) {
    yield { line, firstItemNo: next, quantity: codes.length, codes: encodeCodes(codes) }
    next += codes.length
  }
}

/** Reads chunks like the sender: a chunk is no longer read once the second after it is produced. */
async function readChunks(chunks: AsyncIterable<Buffer>): Promise<string> {
  const sent: Buffer[] = []
  let sending: Buffer | undefined
  for await (const one of chunks) {
    if (sending) sent.push(Buffer.from(sending))
    sending = one
  }
  return Buffer.concat([...sent, sending ?? Buffer.alloc(0)]).toString()
}

test('any items: the same bytes as rows that are made one by one', async () => {
  const firsts = fc.constantFrom(1, 5, 9, 95, 999_990)
  await fc.assert(
    fc.asyncProperty(firsts, fc.array(chunk, { maxLength: 5 }), async (first, chunks) => {
      expect(await readChunks(csvOf(ORDER_ID, opened(first, chunks)))).toBe(plainly(first, chunks))
    }),
    { numRuns: 200 },
  )
})

test('items that have fewer or more codes than they say break the export off', async () => {
  const codes = encodeCodes(
    ['A', 'B', 'C'].map((giftCardNumber) => ({
      giftCardNumber,
      giftCardPin: '',
      barCodeNumber: '',
      redemptionUrl: '',
    })),
  )
  const line = {
    productId: 1,
    brand: 'Brand',
    currency: currencyOf('USD'),
    faceValue: 10,
    itemReference: undefined,
  }
  async function* saying(quantity: number): AsyncGenerator<OpenedItems> {
    yield { line, firstItemNo: 1, quantity, codes }
  }

  await expect(readChunks(csvOf(ORDER_ID, saying(2)))).rejects.toThrow('as many codes as they say')
  await expect(readChunks(csvOf(ORDER_ID, saying(4)))).rejects.toThrow('as many codes as they say')
  expect(await readChunks(csvOf(ORDER_ID, saying(3)))).toContain('3,1,Brand,USD,10,')
})
