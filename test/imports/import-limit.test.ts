import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ImportReader } from '../../src/imports/import-reader.ts'
import type { FilePart } from '../../src/csv/file-parts.ts'
import { fixedProduct, NOON } from '../inventory/fixture.ts'

const RECORDS_MAX = 1_000_000
const HEADER = 'faceValue,giftCardNumber\n'

function part(text: string): FilePart {
  return { bytes: new TextEncoder().encode(text), isLast: true }
}

test('a field in quotes is one record of an import, however many lines it has', () => {
  const breaks = 60_000
  const long = `10,"${'\n'.repeat(breaks)}"\n`
  const records = Math.ceil(RECORDS_MAX / breaks) + 1
  const file = `${HEADER}${long.repeat(records)}10,GOOD\n`

  const read = new ImportReader(fixedProduct(1)).read(part(file), NOON)

  expect(read.fault).toBeUndefined()
  expect(read.rejected).toHaveLength(records)
  const line = 2 + records * (breaks + 1)
  expect(read.good).toMatchObject([{ line, code: { giftCardNumber: 'GOOD' } }])
  expect(read.place).toMatchObject({ lines: line, records: records + 1 })
})

test('an import ends with its millionth record, counting those of its earlier runs', () => {
  const before = `${HEADER}10,"A\n\n"\n`
  const hash = createHash('sha256').update(before).digest()
  const place = { bytes: before.length, lines: 4, records: RECORDS_MAX - 1, hash }
  const reader = new ImportReader(fixedProduct(1))

  const skipped = reader.skip(part(`${before}\n\n10,LAST\n10,MORE\n`), place)
  const read = reader.read(part(''), NOON)

  expect(skipped).toMatchObject({ isSame: true })
  expect(read.good).toMatchObject([{ line: 7, code: { giftCardNumber: 'LAST' } }])
  expect(read.fault).toEqual({
    kind: 'line',
    line: 8,
    message: 'is beyond the 1000000 records of one import',
  })
})
