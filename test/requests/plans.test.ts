import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { compile, type Statement } from '../../src/db/sql.ts'
import { addDays } from '../../src/requests/mod.ts'
import { blocksAround, namedBlocks, selectedBlocks } from '../../src/requests/read-blocks.ts'
import {
  newestRequests,
  requestById,
  requestsOfCallerId,
  requestsOfOrder,
} from '../../src/requests/read-single.ts'
import type { RequestFilter } from '../../src/requests/request-filter.ts'
import { startDomainTest, type Domain } from '../support/domain.ts'
import { indexesOf, planNodes } from '../support/plans.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

const TODAY = Date.UTC(2031, 4, 17)

type Statements = Readonly<Record<string, readonly Statement<unknown>[]>>

/** Expects that the statements use the index that they are listed under, and scan no table. */
async function expectIndexes(
  { db }: Pick<Domain, 'db'>,
  day: string,
  statements: Statements,
): Promise<void> {
  const usedIndexes = []
  for (const [index, list] of Object.entries(statements)) {
    for (const statement of list) {
      const nodes = await planNodes(db, compile(statement).text)
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
      const full = [...indexesOf(nodes)].filter((name) => name.startsWith(day))
      usedIndexes.push([index, ...full.map((name) => name.slice(day.length))])
    }
  }
  expect(usedIndexes).toEqual(usedIndexes.map(([index]) => [index, index]))
}

test('each list reads a range of an index of each day', async () => {
  const { db, end } = await startDomainTest()
  await addDays(db, [TODAY, TODAY + MS_PER_DAY])
  await db.pool.query(`
    insert into request_blocks (at, client_id, first_id, last_id, has_failures, marks, entries)
    select timestamptz '2031-05-17Z' + n * interval '8 seconds',
           case when n % 4 = 0 then gen_random_uuid() else '${randomUUID()}' end,
           gen_random_uuid(), gen_random_uuid(), n % 5 = 0,
           case when n % 2 = 0 then array[n] end, ''
    from generate_series(1, 20000) as n`)
  await db.pool.query('analyze')
  const [id, clientIds] = [randomUUID(), [randomUUID()]]
  const selected = (filter: Omit<RequestFilter, 'limit'>) =>
    selectedBlocks({ ...filter, limit: 101 }).next(id, 4)
  await expectIndexes({ db }, 'request_blocks_20310517_', {
    last_id_idx: [blocksAround(id, TODAY), selected({ after: id })],
    client_id_last_id_idx: [selected({ clientIds })],
    last_id_idx1: [selected({ isFailed: true })],
    client_id_last_id_idx1: [selected({ clientIds, isFailed: true })],
    marks_idx: [namedBlocks('ord_1', true).next(id, 4), namedBlocks('ord_1', false).next(id, 4)],
  })
  await end()
})

test('each list reads a range of an index of the days from before there were blocks', async () => {
  const { db, end } = await startDomainTest()
  await db.pool.query(`
    create table requests_20310517 partition of requests
      for values from ('2031-05-17Z') to ('2031-05-18Z');
    insert into requests (
      request_id, at, client_id, is_authenticated, method, path, status, micros, address)
    select gen_random_uuid(), timestamptz '2031-05-17Z' + n * interval '4 seconds',
           case when n % 4 = 0 then gen_random_uuid() else '${randomUUID()}' end, true, 'GET',
           '/v2/orders', case when n % 5 = 0 then 402 else 200 end, 1, '::1'
    from generate_series(1, 20000) as n;
    analyze`)
  const [id, clientIds] = [randomUUID(), [randomUUID()]]
  await expectIndexes({ db }, 'requests_20310517_', {
    request_id_idx: [requestById(id, TODAY), newestRequests({ limit: 101, after: id })],
    client_id_request_id_idx: [newestRequests({ clientIds, limit: 101 })],
    request_id_idx1: [newestRequests({ isFailed: true, limit: 101 })],
    client_id_request_id_idx1: [newestRequests({ clientIds, isFailed: true, limit: 101 })],
    caller_request_id_request_id_idx: [requestsOfCallerId('their-1', 20)],
    order_id_request_id_idx: [
      requestsOfOrder('ord_1', { isNewestFirst: true, limit: 1_000 }),
      requestsOfOrder('ord_1', { isNewestFirst: false, limit: 1_000 }),
    ],
  })
  await end()
})
