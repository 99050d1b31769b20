import { expect, test } from 'vitest'
import { countCases } from '../../src/cases/list-cases.ts'
import { TWO_PHASE } from '../../src/db/placement/placement.ts'
import { connect, requireSession } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { sourceFiles } from '../architecture/sources.ts'
import { freshDatabase } from '../support/database.ts'
import { standInForCluster } from '../support/stand-in-cluster.ts'
import { partitionedDatabase } from '../support/partitioned.ts'
import { statementsOfAllRequests } from './all-requests.ts'
import { fileOfStatement, unplannedShapes } from './citus-shapes.ts'

const REMEDY = 'Citus cannot plan it: return it by sql.twin, with a twin in src/distribution'

test('what is sent to a distributed database answers each request, in shapes that Citus plans', async () => {
  const sent = await statementsOfAllRequests({
    async connectThrough(target) {
      await standInForCluster(target)
      return target
    },
  })

  const texts = sent.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  const { partitionsOf } = await partitionedDatabase()
  const unplanned: string[] = []
  for (const one of sent) {
    const shapes = unplannedShapes(one.text)
    if (shapes.length === 0 || (await partitionsOf(one)) < 2) continue
    unplanned.push(`${fileOfStatement(one.text)}: ${shapes.join(', ')}. ${REMEDY}`)
  }
  expect(unplanned).toEqual([])
  expect(texts.filter((text) => / as \( insert into order_events/.test(text))).toEqual([])
  expect(texts.filter((text) => text.includes('insert into order_events'))).not.toEqual([])
})

test.each([
  ['with recursive waited as (select 1) select from waited', 'with recursive'],
  ['with a as (insert into orders values (1) returning 1) select from a', 'rows written in'],
  [
    `select from unnest($1::text[]) as wanted (state) cross join lateral (
       select (select max(1)) from cases where state = wanted.state limit 1) as newest`,
    'a lateral with offset or limit',
  ],
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
  expect(twins.toSorted()).toEqual(namedIn(/\bsql\.twin\(\s*(\w+)/g).toSorted())
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
