import { expect, test } from 'vitest'
import type { Database } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { withoutHold } from '../../src/ledger/verify-rows.ts'
import { transfersWithoutOrder } from '../../src/orders/compared-rows.ts'
import { freshDatabase } from '../support/database.ts'
import { indexesOf, planNodes, recordStatements } from '../support/plans.ts'
import { anOrder, dataOf, startService } from '../support/service.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

/**
 * Plans are cached, and most are made while no order is open. A plan that compares each row with
 * each other row is fast then, but takes seconds when many orders are open.
 */
test('no statement of an order is planned as a nested loop without an index', async () => {
  const texts = recordStatements()
  const { partner, admin, product, stock, waitForOrder, db } = await startService({
    funds: { USD: '1000.00' },
  })
  const generated = await product()
  const stocked = await product({ supplier: 'vault' })
  const place = async (productId: number, quantity = 1): Promise<string> =>
    dataOf(await partner.post('/v2/orders', anOrder({ productId, amount: 10, quantity }))).id
  await waitForOrder(await place(generated.productId), 'COMPLETED')
  const waiting = await place(stocked.productId, 2)
  const cancelled = await place(stocked.productId)
  await waitForOrder(waiting, 'OUT_OF_STOCK')
  await admin.post(`/admin/v1/orders/${cancelled}/cancel`, { reason: 'no longer wanted' })
  dataOf(await stock(stocked.productId, ['one', 'two', 'three']))
  await waitForOrder(waiting, 'COMPLETED')
  await waitForOrder(await place(stocked.productId), 'COMPLETED')
  await db.pool.query('analyze')

  expect(texts.size).toBeGreaterThan(50)
  expect(await withoutIndex(db, texts)).toEqual([])
  await db.pool.query(ONE_ROW_EACH)
  expect(await withoutIndex(db, texts)).toEqual([])
})

/** Statistics by which comparing all rows costs no more than looking them up. */
const ONE_ROW_EACH = `
  update pg_class set reltuples = 1, relpages = 1
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`

/**
 * Statements that a slow run may send as well. Checks for silent sessions and late standbys read
 * functions of PostgreSQL, which have no index; the third is the hourly check of the audit log.
 */
const BESIDE_ORDERS = /pg_stat_activity|pg_stat_replication|from audit_links/

/** Returns the statements that are planned as a nested loop without an index. */
async function withoutIndex(db: Database, texts: ReadonlySet<string>): Promise<string[]> {
  const comparing: string[] = []
  for (const text of texts) {
    if (BESIDE_ORDERS.test(text)) continue
    const nodes = await planNodes(db, text)
    if (nodes.some((node) => node['Join Filter'] !== undefined)) comparing.push(text)
  }
  return comparing
}

test('verification finds holds and orders by their keys, whatever the statistics are', async () => {
  const { db, drop } = await freshDatabase()
  await db.pool.query(ONE_ROW_EACH)
  const range = { first: 1, last: 20_000 }
  const texts = [withoutHold(1, range), transfersWithoutOrder(1, range)].map(
    (statement) => compile(statement).text,
  )

  expect(await withoutIndex(db, new Set(texts))).toEqual([])
  for (const text of texts) {
    const names = [...indexesOf(await planNodes(db, text))]
    expect(names).toEqual(expect.arrayContaining(['transfers_pkey']))
  }
  await drop()
})

test('a transfer is looked up by the hash of its key', async () => {
  const texts = recordStatements()
  const { db } = await startService({ funds: { USD: '1.00' } })

  const lookups = [...texts].filter((text) => text.includes('from transfers as transfer'))
  expect(lookups).toHaveLength(1)
  for (const text of lookups) {
    const nodes = await planNodes(db, text)
    const scan = nodes.find((node) => node['Index Name'] !== undefined)
    expect(scan?.['Index Name']).toBe('transfers_key')
    expect(scan?.['Index Cond']).toContain('sha256')
  }
})
