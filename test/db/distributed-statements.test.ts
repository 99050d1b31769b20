import { expect, test } from 'vitest'
import { countCases } from '../../src/cases/list-cases.ts'
import { TWO_PHASE } from '../../src/db/placement/placement.ts'
import { connect, requireSession } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { projectText, sourceFiles } from '../architecture/sources.ts'
import { freshDatabase } from '../support/database.ts'
import { standInForCluster } from '../support/stand-in-cluster.ts'
import { PARTNER_TABLES, partitionedDatabase, type SentStatement } from '../support/partitioned.ts'
import { statementsOfAllRequests } from './all-requests.ts'
import { fileOfStatement, unplannedShapes } from './citus-shapes.ts'

const REMEDY =
  'Citus cannot plan it: declare it with `twinned`, and add its twin to src/distribution'

/** A statement about several partners. */
interface ListedStatement {
  readonly file: string
  /** Part of its text, with single spaces. */
  readonly words: string
}

/**
 * A line has a file below src, words of the statement, when it runs, and the rows that it reads.
 */
const LISTED: readonly ListedStatement[] = projectText('test/db/several-partners.txt')
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

/** Statements that only a distributed database gets. They read no rows of partners. */
const ONLY_DISTRIBUTED = new RegExp(`pg_dist_|_on_workers|citus_|${TWO_PHASE}`)

/** Statements, and the number of partitions that each one touches. */
const PARTITION_COUNTS: readonly (readonly [
  text: string,
  values: readonly string[],
  expected: number,
])[] = [
  ['select from books where partner_id = $1', ['1'], 1],
  ['select from orders where partner_id = $1 and order_no = any($2)', ['1', '{1,2}'], 1],
  ['select from books where partner_id = any($1)', ['{1,2,3,4,5,6,7,8}'], 4],
  ['update orders set order_no = 1 where order_no = 2', [], 4],
  ['select from books join accounts using (partner_id) where partner_id = $1', ['1'], 1],
  ['select from orders where partner_id = (select max(partner_id) from partners)', [], 4],
  ['select from products', [], 0],
]

test('a statement on a distributed database is about one partner, or is listed and can be planned', async () => {
  const sent = await statementsOfAllRequests({
    async connectThrough(target) {
      await standInForCluster(target)
      return target
    },
  })
  const { partitionsOf } = await partitionedDatabase()
  for (const [text, values, expected] of PARTITION_COUNTS) {
    expect([text, await partitionsOf({ text, values })]).toEqual([text, expected])
  }

  const aboutSeveral: SentStatement[] = []
  let aboutOneCount = 0
  for (const one of sent) {
    if (ONLY_DISTRIBUTED.test(one.text)) continue
    const partitions = await partitionsOf(one)
    if (partitions === 1) aboutOneCount += 1
    else if (partitions > 1) aboutSeveral.push(one)
  }
  // The list has the statement that a twin replaces, not the twin.
  const unlisted = aboutSeveral
    .map(({ text }) => text)
    .filter((text) => !LISTED.some(({ words }) => singleSpaced(text).includes(words)))
    .filter((text) => !fileOfStatement(text).startsWith('src/distribution/'))
  expect(unlisted.map(singleSpaced)).toEqual([])
  expect(aboutOneCount).toBeGreaterThan(100)

  const unplanned = aboutSeveral.flatMap(({ text }) => {
    const shapes = unplannedShapes(text)
    return shapes.length === 0 ? [] : [`${fileOfStatement(text)}: ${shapes.join(', ')}. ${REMEDY}`]
  })
  expect(unplanned).toEqual([])
  const eventInserts = sent.filter(({ text }) => text.includes('insert into order_events'))
  expect(eventInserts.filter(({ text }) => / as \(\s*insert into order_events/.test(text))).toEqual(
    [],
  )
  expect(eventInserts).not.toEqual([])
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

test.each([
  ['with recursive waited as (select 1) select from waited', 'with recursive'],
  ['with a as (insert into orders values (1) returning 1) select from a', 'rows written in'],
  [
    `select from unnest($1::text[]) as wanted (state) cross join lateral (
       select (select max(1)) from cases where state = wanted.state limit 1) as newest`,
    'a lateral with offset or limit',
  ],
  [
    `select from (values ($1::integer)) as new (partner_id) cross join lateral (
       select from transfers where partner_id = new.partner_id offset 0) as t`,
    'a lateral with offset or limit',
  ],
  ['select from credit_imports order by progress_at limit 1 for update skip locked', 'rows locked'],
])('a shape that Citus does not plan is found: %s', (text, shape) => {
  expect(unplannedShapes(text)).toEqual([expect.stringContaining(shape)])
})

function namedIn(call: RegExp): string[] {
  const found = sourceFiles('src').flatMap(({ text }) => [...text.matchAll(call)])
  return found.map(([, name]) => `${name}`)
}

test('each statement that has a twin finds it by its name, and each twin has its statement', () => {
  const twins = namedIn(/\baddTwin\(\s*(?:\w+\.)?(\w+)/g)

  expect(twins.length).toBeGreaterThan(50)
  expect(twins.toSorted()).toEqual(namedIn(/\btwinned\(\s*'(\w+)'/g).toSorted())
})

test('a statement is traced to its file', () => {
  expect(fileOfStatement(compile(countCases({ kind: 'refund' })).text)).toBe(
    'src/cases/list-cases.ts',
  )
})

test('a database whose tables are not all placed is refused in one line that says so', async () => {
  const { target, drop } = await freshDatabase()
  await standInForCluster(target)
  const db = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  await expect(requireSession(db)).resolves.toBeUndefined()

  await db.pool.query('create table forgotten (partner_id integer)')
  await expect(requireSession(db)).rejects.toThrow(/^DATABASE_URL must [^\n]+: forgotten is not/)

  await db.pool.query(`drop table ${TWO_PHASE}`)
  await expect(requireSession(db)).rejects.toThrow(
    'DATABASE_URL must lead to a database that `tessera distribute` has distributed, or one ' +
      'without the extension citus',
  )

  await db.close()
  await drop()
})
