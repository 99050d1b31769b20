import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { compile } from '../../src/db/sql.ts'
import { depositsOf, purchasesOf } from '../../src/reconciliations/booked-rows.ts'
import { startDomainTest } from '../support/domain.ts'
import { indexesOf, planNodes } from '../support/plans.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

const SCOPE = { currency: 'USD', fromMs: Date.UTC(2026, 0, 1), beforeMs: Date.UTC(2026, 1, 1) }

test('deposits and purchases are found by indexes, and nothing else is read', async () => {
  const { db, end } = await startDomainTest()
  await db.pool.query(`
    insert into transfers (
      partner_id, transfer_no, debit_account, credit_account, amount, debit_available,
      credit_available, state, code, created_at)
    select 9, n, 1, 2, 1, 0, 0, 0, case when n % 100 = 0 then 1 else 6 end, now()
    from generate_series(1, 20000) as n`)
  await db.pool.query(`
    insert into supplier_creates (
      partner_id, order_no, batch_no, first_unit, create_no, account_id, reference, product_id,
      currency, face_value_minor, quantity, settings, status, theirs, begun_at)
    select 9, n, 1, 1, 1, 1, gen_random_uuid(), 1, 'USD', 100, 1, '{}', 'DONE', 'ord_' || n,
           timestamptz '2020-01-01' + n * interval '3 hours'
    from generate_series(1, 20000) as n`)
  await db.pool.query('analyze')
  const reference = `tessera-9-1-1-${randomUUID()}`
  const used: string[] = []
  for (const statement of [
    depositsOf(undefined, SCOPE, ['r']),
    purchasesOf(1, SCOPE, [reference]),
  ]) {
    const { text } = compile(statement)
    const nodes = await planNodes(db, text)
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan')
    const large = ['transfers', 'supplier_creates']
    expect(scanned.filter((node) => large.includes(String(node['Relation Name'])))).toEqual([])
    used.push(...indexesOf(nodes))
  }

  expect(used).toEqual(
    expect.arrayContaining([
      'transfers_of_funding',
      'supplier_creates_by_time',
      'supplier_creates_reference',
      'supplier_creates_theirs',
    ]),
  )
  await end()
})
