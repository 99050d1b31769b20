import { expect, test } from 'vitest'
import { projectText } from '../architecture/sources.ts'
import { PARTNER_TABLES, partitionedDatabase } from '../support/partitioned.ts'
import { statementsOfAllRequests } from './all-requests.ts'

/** A statement that asks several partners. */
interface Listed {
  readonly file: string
  /** Part of its text, with single spaces. */
  readonly words: string
}

/** A line has a file below src, words of the statement, when it runs and what it reads. */
const LISTED: readonly Listed[] = projectText('test/db/several-partners.txt')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [file = '', words = '', ...reason] = line.split(' | ')
    if (reason.length !== 2) throw new Error(`not a line of the list: ${line}`)
    return { file: `src/${file}`, words }
  })

function singleSpaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

test('each statement asks one partner, or is listed with when it runs and what it reads', async () => {
  const sent = await statementsOfAllRequests()
  const { partitionsOf } = await partitionedDatabase()

  const unlisted: string[] = []
  let asked = 0
  for (const one of sent) {
    const partitions = await partitionsOf(one)
    if (partitions === 1) asked += 1
    const text = singleSpaced(one.text)
    const isListed = LISTED.some(({ words }) => text.includes(words))
    if (partitions > 1 && !isListed) unlisted.push(text)
  }
  expect(unlisted).toEqual([])
  expect(asked).toBeGreaterThan(100)
})

/** Returns the tables whose rows each belong to a partner, and are unique within it only. */
function tablesOfPartners(): string[] {
  const tables = projectText('migrations/schema.sql').split(/^create (?:unlogged )?table /m)
  return tables.slice(1).flatMap((text) => {
    const keys = text.split('\n').filter((line) => /\b(PRIMARY KEY|UNIQUE|EXCLUDE)\b/.test(line))
    const isOfPartners =
      text.includes('partner_id integer not null') &&
      keys.every((key) => key.includes('partner_id'))
    return isOfPartners ? [text.slice(0, text.indexOf(' '))] : []
  })
}

test('the partner tables are those with the partner in each key and constraint over rows', () => {
  expect(PARTNER_TABLES).toEqual(tablesOfPartners())
})

test('each listed statement is in its file', () => {
  const missing = LISTED.filter(
    ({ file, words }) => !singleSpaced(projectText(file)).includes(words),
  )
  expect(missing).toEqual([])
})

const COUNTED: readonly (readonly [text: string, values: readonly string[], expected: number])[] = [
  ['select from books where partner_id = $1', ['1'], 1],
  ['select from orders where partner_id = $1 and order_no = any($2)', ['1', '{1,2}'], 1],
  ['select from books where partner_id = any($1)', ['{1,2,3,4,5,6,7,8}'], 4],
  ['update orders set order_no = 1 where order_no = 2', [], 4],
  ['select from books join accounts using (partner_id) where partner_id = $1', ['1'], 1],
  ['select from orders where partner_id = (select max(partner_id) from partners)', [], 4],
  ['select from products', [], 0],
]

test('the partitions that a statement touches are counted', async () => {
  const { partitionsOf } = await partitionedDatabase()

  const counted: (typeof COUNTED)[number][] = []
  for (const [text, values] of COUNTED) {
    counted.push([text, values, await partitionsOf({ text, values })])
  }
  expect(counted).toEqual(COUNTED)
})
