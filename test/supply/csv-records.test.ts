import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvBroken, readCsv, type CsvRecord } from '../../src/supply/csv-records.ts'
import { bytesOf } from './stage.ts'

async function read(file: AsyncIterable<Uint8Array>): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const run of readCsv(file)) records.push(...run)
  return records
}

/** What is read before the file breaks, and where and how it breaks. */
async function readBroken(text: string): Promise<{ records: CsvRecord[]; error: CsvBroken }> {
  const records: CsvRecord[] = []
  try {
    for await (const run of readCsv(bytesOf(text))) records.push(...run)
  } catch (error) {
    if (error instanceof CsvBroken) return { records, error }
    throw error
  }
  return expect.unreachable()
}

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('lines that end in %s are numbered as an editor does, blank ones left out', async (_, end) => {
  const text = ['a,b', '', 'c,"x""y, z"', 'e,f'].join(end)

  expect(await read(bytesOf(text))).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 3, fields: ['c', 'x"y, z'] },
    { line: 4, fields: ['e', 'f'] },
  ])
})

test('a record over several lines counts as many of them', async () => {
  const records = await read(bytesOf('"a\r\nb\nc",1\r\n"d\r",2\ne,3'))

  expect(records.map(({ line, fields }) => [line, fields[1]])).toEqual([
    [1, '1'],
    [4, '2'],
    [6, '3'],
  ])
})

test('a byte order mark is no part of the first field, quoted or not', async () => {
  expect(await read(bytesOf('\uFEFF"a",b\n'))).toEqual([{ line: 1, fields: ['a', 'b'] }])
})

test('the pieces in which a file arrives make no difference', async () => {
  const text = '\uFEFFa,"b ""é"""\r\n\r\n漢,"x\r\ny"\r\n"z",🎁\r\n'
  const whole = await read(bytesOf(text))
  const bytes = Buffer.from(text)

  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      async function* pieces(): AsyncGenerator<Buffer> {
        for (let i = 1; i < at.length; i += 1) yield bytes.subarray(at[i - 1], at[i])
      }
      expect(await read(pieces())).toEqual(whole)
    }),
    { numRuns: 200 },
  )
})

test('a file in one huge piece is handed out in small runs', async () => {
  const runs: number[] = []
  for await (const run of readCsv(bytesOf('abc,def\n'.repeat(100_000)))) runs.push(run.length)

  expect(runs.reduce((sum, run) => sum + run, 0)).toBe(100_000)
  expect(Math.max(...runs)).toBeLessThan(10_000)
})

test.each([
  ['a quote inside of a plain field', 'SECRET"x,1'],
  ['text after a closing quote', '"SECRET"x,1'],
  ['a quote that is never closed', '"SECRET,1\nb,2\n'],
  ['a record without an end', `"SECRET${'x'.repeat(70_000)}`],
])('%s ends the file on its line, after the lines before it, and is not quoted', async (_, bad) => {
  const { records, error } = await readBroken(`a,1\n\nb,2\n${bad}\nc,3\n`)

  expect(records.map(({ fields }) => fields[0])).toEqual(['a', 'b'])
  expect(error.line).toBe(4)
  expect(error.message).not.toContain('SECRET')
})

test('UTF-16 is not read at all', async () => {
  const text = Buffer.from('\uFEFFfaceValue,giftCardNumber\n10,A\n', 'utf16le')
  async function* file(): AsyncGenerator<Buffer> {
    yield text
  }

  await expect(read(file())).rejects.toThrow(/is not UTF-8/)
})
