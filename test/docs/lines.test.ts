import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectText } from '../architecture/sources.ts'

const PROJECT = join(import.meta.dirname, '../..')
const LINE_LENGTH_MAX = 100
/** A decision is a rule, its reason, and the rejected alternatives. */
const DECISION_WORDS_MAX = 700
/** Rows of tables, and commands that a reader copies as one line. */
const MAY_BE_LONGER = /^ *(\||(\$ )?(npx )?tessera )/

const FOLDERS = [
  '.',
  'docs',
  'docs/decisions',
  'docs/guides',
  'docs/operate',
  'bench',
  'test/faults',
]
const PAGES = FOLDERS.flatMap((folder) =>
  readdirSync(join(PROJECT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

function longLines(page: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      line.length > LINE_LENGTH_MAX && !MAY_BE_LONGER.test(line) ? [`${page}:${at + 1}`] : [],
    )
}

test.each(PAGES)('%s has lines of at most 100 characters', (page) => {
  expect(longLines(page, projectText(page))).toEqual([])
})

test('a longer line is found, unless it is a row of a table or a command', () => {
  const long = 'x'.repeat(100)
  const page = ['', `${long}x`, long, `| ${long} |`, `tessera ${long}`, `npx tessera ${long}`]

  expect(longLines('a.md', page.join('\n'))).toEqual(['a.md:2'])
})

test('a page of decisions has at most 700 words', () => {
  const pages = PAGES.filter((page) => page.startsWith('docs/decisions/'))
  const long = pages.filter((page) => wordsOf(projectText(page)) > DECISION_WORDS_MAX)

  expect(pages.length).toBeGreaterThan(30)
  expect(long).toEqual([])
  expect(wordsOf('| a | b c |\n| --- | --- |\nd')).toBe(4)
})

test.each(PAGES)('every table of %s has a head', (page) => {
  expect(looseRows(projectText(page))).toEqual([])
})

test('a row that an empty line cut off from its table is found', () => {
  expect(looseRows('| a |\n| --- |\n| b |\n\n| c |\n')).toEqual(['| c |'])
})

/** Returns the first lines of tables without a head, which Markdown shows as text. */
function looseRows(text: string): string[] {
  const lines = ['', ...text.split('\n')]
  return lines.filter(
    (line, at) =>
      line.startsWith('|') && lines[at - 1] === '' && !/^\| *:?-/.test(lines[at + 1] ?? ''),
  )
}

/** Returns the number of words, without the lines that tables are drawn with. */
function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
