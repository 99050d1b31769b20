import { expect, test } from 'vitest'
import { sourceFiles } from '../architecture/sources.ts'

const LINES_MAX = 2_080
const IMPORT = /(?:from|import\()\s*'([^']+)'/g

/** The fields of acts, which the worlds draw. */
const ACTS = '../worlds/acts.ts'

const files = sourceFiles('test/oracle').filter(({ path }) => !path.endsWith('.test.ts'))

test('the oracle imports nothing but itself and the acts', () => {
  const imports = files.flatMap(importsOf)
  expect(imports.length).toBeGreaterThan(20)
  expect(imports.filter((name) => name !== ACTS && !name.startsWith('./'))).toEqual([])
  const acts = sourceFiles('test/worlds').filter(({ path }) => path.endsWith('/acts.ts'))
  expect(acts.flatMap(importsOf)).toEqual(['fast-check', '../oracle/facts.ts'])
})

function importsOf({ text }: { readonly text: string }): string[] {
  return [...text.matchAll(IMPORT)].map(([, name = '']) => name)
}

test('the oracle stays small enough to be read in one sitting', () => {
  // Tables of who may do what are looked up, not read.
  const read = files.filter(({ path }) => !path.includes('/permissions'))
  const lines = read.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  expect(lines).toBeLessThan(LINES_MAX)
})
