import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvBroken, CsvReader, type CsvRecord } from '../../src/csv/csv-records.ts'

interface ReadRecords {
  readonly records: readonly CsvRecord[]
  readonly broken: CsvBroken | undefined
  /** Bytes and lines of the file up to the end of the last record that was returned. */
  readonly bytes: number
  readonly lines: number
}

function readParts(parts: readonly Uint8Array[]): ReadRecords {
  const reader = new CsvReader()
  const records: CsvRecord[] = []
  const state = () => ({ records, bytes: reader.bytes, lines: reader.lines })
  try {
    for (const [at, part] of parts.entries()) {
      reader.push(part, at === parts.length - 1)
      for (let one = reader.next(); one; one = reader.next()) records.push(one)
    }
  } catch (error) {
    if (error instanceof CsvBroken) return { ...state(), broken: error }
    throw error
  }
  return { ...state(), broken: undefined }
}

const read = (text: string): ReadRecords => readParts([Buffer.from(text)])

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('lines that end in %s are numbered as an editor does, blank ones left out', (_, end) => {
  const text = ['a,b', '', 'c,"x""y, z"', 'e,f'].join(end)

  expect(read(text).records).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 3, fields: ['c', 'x"y, z'] },
    { line: 4, fields: ['e', 'f'] },
  ])
})

test('a record over several lines counts as many of them', () => {
  const { records, lines } = read('"a\r\nb\nc",1\r\n"d\r",2\ne,3')

  expect(records.map(({ line, fields }) => [line, fields[1]])).toEqual([
    [1, '1'],
    [4, '2'],
    [6, '3'],
  ])
  expect(lines).toBe(6)
})

test('a byte order mark is not a part of the first field, quoted or not', () => {
  expect(read('\uFEFF"a",b\n').records).toEqual([{ line: 1, fields: ['a', 'b'] }])
})

const ANY_CSV = fc.array(fc.constantFrom('a', ',', '"', '""', '\n', '\r', '\r\n', 'é', '🎁', ' '), {
  maxLength: 40,
})

/** Undefined where the file breaks. */
function readByOther(text: string): string[][] | undefined {
  try {
    return parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    })
  } catch {
    return undefined
  }
}

test('any text is read as a well-known parser reads it, or breaks where that does', () => {
  fc.assert(
    fc.property(ANY_CSV, fc.boolean(), (parts, hasBom) => {
      const text = (hasBom ? '\uFEFF' : '') + parts.join('')
      const { records, broken } = read(text)
      expect(broken ? undefined : records.map(({ fields }) => fields)).toEqual(readByOther(text))
    }),
    { numRuns: 3_000 },
  )
})

test('the parts in which a file arrives make no difference', () => {
  fc.assert(
    fc.property(ANY_CSV, fc.array(fc.nat(60), { maxLength: 8 }), (texts, cuts) => {
      const bytes = Buffer.from(texts.join(''))
      const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length]
      const places = at.toSorted((one, other) => one - other)
      const parts = places.slice(1).map((end, n) => bytes.subarray(places[n], end))
      expect(readParts(parts)).toEqual(readParts([bytes]))
    }),
    { numRuns: 2_000 },
  )
})

test('the bytes of a record end where the next one begins', () => {
  const reader = new CsvReader()
  reader.push(Buffer.from('é,1\r\n\r\n"漢",2\r\nlast,3'), false)
  const places: unknown[] = []
  for (let one = reader.next(); one; one = reader.next()) places.push([reader.bytes, reader.lines])
  reader.push(Buffer.from('4'), true)
  const last = reader.next()

  expect(places).toEqual([
    [6, 1],
    [17, 3],
  ])
  expect(last).toEqual({ line: 4, fields: ['last', '34'] })
  expect([reader.bytes, reader.lines]).toEqual([24, 4])
})

test.each([
  ['a quote inside of a plain field', 'SECRET"x,1'],
  ['text after a closing quote', '"SECRET"x,1'],
  ['a quote that is never closed', '"SECRET,1\nb,2\n'],
  ['a record without an end', `"SECRET${'x'.repeat(70_000)}`],
])('%s ends the file on its line, after the lines before it, and is not quoted', (_, bad) => {
  const { records, broken } = read(`a,1\n\nb,2\n${bad}\nc,3\n`)

  expect(records.map(({ fields }) => fields[0])).toEqual(['a', 'b'])
  expect(broken?.line).toBe(4)
  expect(broken?.message).not.toContain('SECRET')
})

test.each(['utf16le', 'latin1'] as const)('a file in UTF-16 is refused: %s', (encoding) => {
  const mark = encoding === 'latin1' ? '\u00FE\u00FF' : '\uFEFF'

  const { broken } = readParts([Buffer.from(`${mark}faceValue,giftCardNumber\n10,A\n`, encoding)])

  expect(broken).toMatchObject({ line: 1, message: 'is not UTF-8' })
})
