import { expect, test } from 'vitest'
import { sourceFiles } from '../architecture/sources.ts'
import { readPage, sectionOf } from './markdown.ts'

const SECTIONS = ['Money', 'Orders', 'Supply', 'Secrets', 'People']
const TERMS = SECTIONS.flatMap((section) =>
  Array.from(
    sectionOf(readPage('docs/glossary.md'), section).matchAll(/^- \*\*(.+)\*\*: /gm),
    ([, term = '']) => term,
  ),
)

/** Words that once had a private meaning in `src`: no name and no sentence may have them. */
const RETIRED = [
  'kept book',
  'noted',
  'remember',
  'joint turn',
  'book turn',
  'lane',
  'claim of stock',
  'shelf',
  'shelves',
  'issued piece',
  'setback',
  'trail',
  'dry account',
  'keeper',
  'is told',
  'tell mismatch',
  'alarm',
  'waiting room',
  'patient answer',
  'spaced',
  'shared read',
  'let others run',
  'brought code',
  'trouble',
  'pushed out',
  'stumbled',
  'fulfilment',
  'probe schedule',
  'full turn',
]

/** The fields of a supplier's interface have the supplier's names. */
const THEIRS = /^src\/(connectors\/adapters|stand-ins)\//
const FILES = sourceFiles('src')
  .filter(({ path }) => !THEIRS.test(path))
  .map(({ path, text }) => ({ path, words: wordsOf(text) }))

test.each(TERMS)('the code uses the term "%s"', (term) => {
  expect(FILES.filter(({ words }) => has(words, term))).not.toEqual([])
})

test.each(RETIRED)('the code does not use the retired word "%s"', (word) => {
  expect(FILES.filter(({ words }) => has(words, word)).map(({ path }) => path)).toEqual([])
})

/** Splits names into words: `stockBucket`, `stock_bucket` and `stock-bucket`. */
function wordsOf(text: string): string {
  const apart = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return ` ${apart.replaceAll(/[^a-z0-9]+/g, ' ')} `
}

function has(words: string, term: string): boolean {
  const plain = term.toLowerCase().replaceAll('-', ' ')
  return words.includes(` ${plain} `) || words.includes(` ${plain}s `)
}
