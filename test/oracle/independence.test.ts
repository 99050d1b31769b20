import { expect, test } from 'vitest'
import { sourceFiles } from '../architecture/sources.ts'

const LINES_MAX = 1_500
const IMPORT = /(?:from|import\()\s*'([^']+)'/g

/** Files of the worlds that the oracle may import: the fields of acts, and their products. */
const ACT_FILES = [
  '../worlds/acts.ts',
  '../worlds/card-acts.ts',
  '../worlds/catalog.ts',
  '../worlds/lines.ts',
]

/** Tables of who may do what, and of which rule an act has, are looked up, not read. */
const TABLES = ['/permissions.ts', '/permissions-of-partners.ts', '/rules.ts']

const files = sourceFiles('test/oracle').filter(({ path }) => !path.endsWith('.test.ts'))

test('the oracle imports nothing but itself and the acts', () => {
  const imports = files.flatMap(importsOf)
  expect(imports.length).toBeGreaterThan(20)
  expect(imports.filter((name) => !ACT_FILES.includes(name) && !name.startsWith('./'))).toEqual([])
  const names = ACT_FILES.map((name) => name.replace('../', '/'))
  const drawn = sourceFiles('test/worlds').filter(({ path }) =>
    names.some((name) => path.endsWith(name)),
  )
  expect(drawn).toHaveLength(ACT_FILES.length)
  expect([...new Set(drawn.flatMap(importsOf))].toSorted()).toEqual([
    '../oracle/facts.ts',
    './catalog.ts',
    './lines.ts',
    'fast-check',
  ])
})

function importsOf({ text }: { readonly text: string }): string[] {
  return [...text.matchAll(IMPORT)].map(([, name = '']) => name)
}

test('the oracle stays small enough to be read in one sitting', () => {
  const read = files.filter(({ path }) => !TABLES.some((table) => path.endsWith(table)))
  const lines = read.reduce((sum, { text }) => sum + text.trimEnd().split('\n').length, 0)
  expect(lines).toBeLessThan(LINES_MAX)
})
