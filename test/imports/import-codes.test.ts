import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql, type Statement, type StockBlocksRow } from '../../src/db/mod.ts'
import { REJECTED_LISTED_MAX } from '../../src/imports/import-report.ts'
import { type ImportResult, importCodes } from '../../src/imports/mod.ts'
import { reserveWithin } from '../../src/inventory/mod.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import {
  batch,
  fixedProduct,
  names,
  NOON,
  openFixture,
  type Fixture,
} from '../inventory/fixture.ts'
import { refusalOf } from '../support/refusal.ts'

let fixture: Fixture
let productId: number
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())
beforeEach(() => {
  productId = fixture.nextProductId()
})

const HEADER = 'faceValue,giftCardNumber'
const file = (...lines: string[]): string => [HEADER, ...lines].join('\n')
const importCsv = (csv: AsyncIterable<Uint8Array>): Promise<ImportResult> =>
  importCodes(fixture, { actor: 'test' }, { product: fixedProduct(productId), csv })
const importText = (text: string): Promise<ImportResult> =>
  fixture.importText(fixedProduct(productId), text)

const sell = async (quantity: number): Promise<string[]> => {
  const [outcome] = await fixture.stock.issue([batch(productId, 1, { quantity })])
  return fixture.numbers(outcome)
}

async function* latin1(): AsyncGenerator<Buffer> {
  yield Buffer.from(`${HEADER}\n10,caf\xe9\n10,ok\n`, 'latin1')
}

test('every line is imported, a duplicate or rejected, under its number in the file', async () => {
  const answer = await importText(
    file(
      '10,A',
      '',
      '10,A',
      '=1,B',
      '10,=C',
      '"10","D"',
      '10,"E\nE"',
      '10',
      '10, a',
      '10,a',
      '25,F',
    ),
  )

  expect(answer).toMatchObject({
    imported: 3,
    duplicates: 2,
    rejectedCount: 5,
    rejected: [
      { line: 5, reason: expect.stringMatching(/^faceValue/) },
      { line: 6, reason: expect.stringMatching(/^giftCardNumber begins/) },
      { line: 8, reason: expect.stringMatching(/^giftCardNumber has/) },
      { line: 10, reason: expect.stringMatching(/^has 1 columns/) },
      { line: 11, reason: expect.stringMatching(/^giftCardNumber begins or ends/) },
    ],
  })
  expect(await sell(2)).toEqual(['A', 'D'])
})

test('codes are delivered unchanged, in the order of the file', async () => {
  const numbers = ['"quoted", and more', 'é漢🎁', 'lower-Case', "it's"]
  const lines = numbers.map((number) => `10,"${number.replaceAll('"', '""')}"`)

  await importText(file(...lines))

  expect(await sell(4)).toEqual(numbers)
})

test('a file sent again imports nothing; another namespace may have the same codes', async () => {
  const text = file(...names('A', 20).map((number) => `10,${number}`))
  await importText(text)
  const again = await importText(text)
  productId = fixture.nextProductId()
  const other = await importText(text)

  expect(again).toMatchObject({ imported: 0, duplicates: 20 })
  expect(other).toMatchObject({ imported: 20, duplicates: 0 })
})

test('a code that was sold is a duplicate in later imports', async () => {
  await importText(file('10,A'))
  await sell(1)

  expect(await importText(file('10,A'))).toMatchObject({ imported: 0, duplicates: 1 })
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

test('concurrent imports of the same codes import each code once, without a deadlock', async () => {
  const numbers = names('A', 900)
  const files = [numbers, numbers.toReversed(), numbers.slice(200), numbers.toReversed().slice(200)]

  const answers = await Promise.all(
    files.map((some) => importText(file(...some.map((number) => `10,${number}`)))),
  )

  const total = (count: (answer: ImportResult) => number): number =>
    answers.reduce((sum, answer) => sum + count(answer), 0)
  expect(total((answer) => answer.imported)).toBe(900)
  expect(total((answer) => answer.duplicates)).toBe(2_300)
  expect(await fixture.freeAfterAudit(productId)).toBe(900)
  expect((await sell(900)).toSorted()).toEqual(numbers.toSorted())
})

test.each([
  ['no header', '10,ABCD-SECRET\n10,B'],
  ['an unknown column', `${HEADER},SECRET\n10,A,x`],
  ['no face value', 'giftCardNumber\nA'],
  ['a column twice', `${HEADER},giftCardNumber\n10,A,B`],
  ['a header in other letters', 'FaceValue,GiftCardNumber\n10,A'],
  ['nothing at all', ''],
  ['no line but blank ones', '\n\n'],
])('400 invalid_request: %s imports nothing and repeats nothing', async (_, text) => {
  const refusal = await refusalOf(importText(text))

  expect(refusal.kind).toBe('invalid_request')
  expect(refusal.extras.details).not.toHaveLength(0)
  expect(JSON.stringify([refusal.message, refusal.extras])).not.toMatch(/SECRET/)
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

test('400 invalid_request: lines before the point where a file is no longer CSV are imported', async () => {
  const lines = names('A', 4_500).map((number) => `10,${number}`)
  const text = file(...lines.slice(0, 4_400), '10,"SECRET"x', ...lines.slice(4_400))

  const refusal = await refusalOf(importText(text))
  const again = await importText(file(...lines))

  expect(refusal.kind).toBe('invalid_request')
  expect(refusal.message).toMatch(/^line 4402 .* 4400 imported, 0 duplicates, 0 rejected/)
  expect(refusal.message).not.toMatch(/SECRET/)
  expect(refusal.extras.details).toMatchObject([{ field: 'line 4402' }])
  expect(again).toMatchObject({ imported: 100, duplicates: 4_400 })
})

test('the list of rejected lines is capped, their count is not', async () => {
  const count = 140_000
  const answer = await importText(`${HEADER}\n${'x\n'.repeat(count)}`)

  expect(answer).toMatchObject({ imported: 0, rejectedCount: count })
  expect(answer.rejected).toHaveLength(REJECTED_LISTED_MAX)
  expect(answer.rejected.at(-1)?.line).toBe(REJECTED_LISTED_MAX + 1)
})

test('a line with bytes that are not UTF-8 is rejected', async () => {
  const answer = await importCsv(latin1())

  expect(answer.rejected).toEqual([{ line: 2, reason: 'giftCardNumber is not UTF-8' }])
  expect(await sell(1)).toEqual(['ok'])
})

test('a block has at most 500 codes of one face value and expiry', async () => {
  const lines = names('A', 1_100).map(
    (number, at) => `${at % 2 === 0 ? 10 : 25},${number},${at < 100 ? '2027-01-01' : ''}`,
  )
  await fixture.importText(
    fixedProduct(productId),
    ['faceValue,giftCardNumber,expiresAt', ...lines].join('\n'),
  )

  const blocks = await fixture.db.rows(blocksOf(productId))
  expect(blocks.map((block) => block.quantity).toSorted((a, b) => a - b)).toEqual([
    50, 50, 500, 500,
  ])
  expect(blocks.filter((block) => block.expires_at !== null)).toHaveLength(2)
  expect(await fixture.freeAfterAudit(productId)).toBe(1_100)
})

test('the blocks of one import are one lot; another import makes another lot', async () => {
  for (const prefix of ['A', 'B']) {
    await importText(file(...names(prefix, 600).map((number) => `10,${number}`)))
  }

  const lots = (await fixture.db.rows(blocksOf(productId))).map((block) => block.lot)
  expect(lots).toHaveLength(4)
  expect(new Set(lots).size).toBe(2)
})

test('waiting batches are served within the import, oldest first, before it commits', async () => {
  const waiting = [3, 1, 2].map((orderNo) => batch(productId, orderNo, { quantity: 2 }))
  const served: IssueOutcome[] = []

  await fixture.importText(
    fixedProduct(productId),
    file(...names('A', 5).map((number) => `10,${number}`)),
    async (tx) => {
      served.push(...(await reserveWithin(tx, productId, waiting, { now: NOON })))
      expect(await fixture.db.rows(blocksOf(productId))).toEqual([])
    },
  )

  expect(served.map(({ outcome }) => outcome)).toEqual(['issued', 'issued', 'out_of_stock'])
  expect(await fixture.stock.lookUp(waiting.slice(0, 2))).toEqual(served.slice(0, 2))
  expect(await fixture.freeAfterAudit(productId)).toBe(1)
})

test('if onChunk fails, its chunk is not imported and can be imported again', async () => {
  const text = file('10,A', '10,B')
  const failed = fixture.importText(fixedProduct(productId), text, () =>
    Promise.reject(new Error('served badly')),
  )

  await expect(failed).rejects.toThrow('served badly')
  expect(await importText(text)).toMatchObject({ imported: 2, duplicates: 0 })
})

type BlockRow = Pick<StockBlocksRow, 'lot' | 'quantity' | 'expires_at'>

function blocksOf(product: number): Statement<BlockRow> {
  return sql`select lot, quantity, expires_at from stock_blocks where product_id = ${product}`
}

test('state_conflict: an import ends if the namespace of its product was changed', async () => {
  const product = { ...fixedProduct(productId), codeNamespace: 'another' }

  const refusal = await refusalOf(fixture.importText(product, file('10,A')))

  expect(refusal).toMatchObject({
    kind: 'state_conflict',
    message: expect.stringContaining('codeNamespace'),
  })
  expect(await importText(file('10,A'))).toMatchObject({ imported: 1, duplicates: 0 })
})
