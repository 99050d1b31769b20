import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { compile } from '../../src/db/sql.ts'
import { addDays } from '../../src/requests/mod.ts'
import {
  creationsOf,
  downloadsOf,
  newestRequests,
  requestById,
  requestsOfCallerId,
} from '../../src/requests/list-requests.ts'
import { startDomainTest } from '../support/domain.ts'
import { indexesOf, planNodes } from '../support/plans.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'

/** The partition that has rows. */
const FULL = 'requests_20310517_'
const TODAY = Date.UTC(2031, 4, 17)

test('each list reads a range of an index of each day', async () => {
  const { db, end } = await startDomainTest()
  await addDays(db, [TODAY, TODAY + MS_PER_DAY])
  await db.pool.query(`
    insert into requests (
      request_id, at, client_id, is_authenticated, method, path, status, micros, address)
    select gen_random_uuid(), timestamptz '2031-05-17Z' + n * interval '8 seconds',
           case when n % 4 = 0 then gen_random_uuid() else '${randomUUID()}' end, true, 'GET',
           '/v2/orders', case when n % 5 = 0 then 402 else 200 end, 1, '::1'
    from generate_series(1, 20000) as n`)
  await db.pool.query('analyze')
  const [id, clientIds] = [randomUUID(), [randomUUID()]]
  const statements = {
    request_id_idx: [requestById(id, TODAY), newestRequests({ limit: 101, after: id })],
    client_id_request_id_idx: [newestRequests({ clientIds, limit: 101 })],
    request_id_idx1: [newestRequests({ isFailed: true, limit: 101 })],
    client_id_request_id_idx1: [newestRequests({ clientIds, isFailed: true, limit: 101 })],
    caller_request_id_request_id_idx: [requestsOfCallerId('their-1')],
    order_id_request_id_idx: [creationsOf('ord_1'), downloadsOf('ord_1')],
  }
  const used = []
  for (const [index, read] of Object.entries(statements)) {
    for (const statement of read) {
      const nodes = await planNodes(db, compile(statement).text)
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
      const full = [...indexesOf(nodes)].filter((name) => name.startsWith(FULL))
      used.push([index, ...full.map((name) => name.slice(FULL.length))])
    }
  }
  expect(used).toEqual(used.map(([index]) => [index, index]))
  await end()
})
