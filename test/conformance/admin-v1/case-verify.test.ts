import { expect, test } from 'vitest'
import { CASE_KINDS } from '../../../src/cases/mod.ts'
import { countCases, newestCases } from '../../../src/cases/list-cases.ts'
import { compile } from '../../../src/db/sql.ts'
import type { Json } from '../../support/client.ts'
import { indexesOf, planNodes } from '../../support/plans.ts'
import { dataOf, startService, type RunningService } from '../../support/service.ts'
import { verifyBooks } from '../../support/verified-books.ts'
import { completeOrder } from '../v2/fixture.ts'
import { useSmallDatabases } from '../../support/database-pool.ts'

useSmallDatabases()

/** A service with a refund and a replacement. */
async function serviceWithCases(): Promise<RunningService> {
  const service = await startService({ funds: { USD: '100.00' } })
  const { productId } = await service.product({ supplier: 'vault' })
  dataOf(await service.stock(productId, ['V-1', 'V-2', 'V-3', 'V-4']))
  const { id } = await completeOrder(service, { productId, amount: 10, quantity: 2 })
  const path = `/admin/v1/orders/${id}/cases`
  dataOf(await service.admin.post(path, { itemNo: 1, kind: 'refund', reason: 'late' }))
  dataOf(await service.admin.post(path, { itemNo: 2, kind: 'replace', reason: 'worn' }))
  return service
}

async function differences({ admin, db }: RunningService): Promise<Json[]> {
  await verifyBooks(db)
  return dataOf(await admin.get('/admin/v1/ledger/verify')).differences
}

test('ledger verify compares each refund with its transfer, and the sum of refunds with the account', async () => {
  const service = await serviceWithCases()
  expect(await differences(service)).toEqual([])
  await service.db.pool.query("update cases set amount_minor = 999 where kind = 'refund'")

  expect(await differences(service)).toMatchObject([
    { account: 'refunds', field: 'cases', stored: '1000', recomputed: '999' },
    {
      account: expect.stringMatching(/^case /),
      field: 'refund',
      stored: '999',
      recomputed: '1000',
    },
  ])
  await service.db.pool.query("update cases set amount_minor = 1000 where kind = 'refund'")
})

test('ledger verify names a replacement without a code, and a reservation without a case', async () => {
  const service = await serviceWithCases()
  const move = (from: string, to: string) =>
    service.db.pool.query(`update cases set state = '${to}', decided_by = 'x', decided_at = now()
      where kind = 'replace' and state = '${from}'`)
  await move('DONE', 'REJECTED')

  expect(await differences(service)).toMatchObject([
    { field: 'reservation', recomputed: 'no such batch' },
  ])
  await move('REJECTED', 'DONE')
  await service.db.pool.query('update stock_reservations set batch_no = -1 where batch_no = -2')
  expect(await differences(service)).toMatchObject([
    { field: 'replace', recomputed: 'no reservation' },
    { field: 'reservation' },
  ])
  await service.db.pool.query('update stock_reservations set batch_no = -2 where batch_no = -1')
})

test('the list of cases reads ranges of indexes, with each filter', async () => {
  const { db } = await serviceWithCases()
  await db.pool.query(`
    insert into cases (partner_id, case_id, order_no, item_no, product_id, kind, state, reason,
      opened_by, opened_at)
    select 1 + n % 50, n, n, 1, 1, 'block', 'DONE', 'many', 'test',
      '2026-01-01'::timestamptz + n * interval '1 second'
    from generate_series(1, 20000) as n`)
  await db.pool.query('analyze cases')
  const filters = [{}, { partnerId: 7 }, { kind: CASE_KINDS[2] }, { after: 500 }]

  for (const filter of filters) {
    for (const statement of [newestCases(filter, { offset: 0, limit: 10 }), countCases(filter)]) {
      const nodes = await planNodes(db, compile(statement).text)
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
      const index = 'partnerId' in filter ? 'cases_of_partner' : 'cases_by_time'
      expect(indexesOf(nodes)).toContain(index)
    }
  }
  await db.pool.query("delete from cases where reason = 'many'")
})
