import { expect, test } from 'vitest'
import { sourceFiles } from '../architecture/sources.ts'

const LINES_MAX = 2_150
const IMPORT = /(?:from|import\()\s*'([^']+)'/g

const files = sourceFiles('test/oracle').filter(({ path }) => !path.endsWith('.test.ts'))

test('the oracle imports nothing but itself', () => {
  const imports = files.flatMap(({ text }) => [...text.matchAll(IMPORT)].map(([, name]) => name))
  expect(imports.length).toBeGreaterThan(20)
  expect(imports.filter((name) => name?.startsWith('./') !== true)).toEqual([])
})

test('the oracle stays small enough to be read in one sitting', () => {
  // Tables of who may do what are looked up, not read.
  const read = files.filter(({ path }) => !path.includes('/permissions'))
  const lines = read.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  expect(lines).toBeLessThan(LINES_MAX)
})
