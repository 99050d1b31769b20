import { expect, test } from 'vitest'
import type { Database } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { countSearched, searchedOrders, type OrderSearch } from '../../src/orders/search-rows.ts'
import { startDomainTest } from '../support/domain.ts'
import { indexesOf, planNodes } from '../support/plans.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

const UUID = '0198c0de-0000-7000-8000-000000000001'
const PAGING = { depth: 100, offset: 0, limit: 100 }
const TIMES = { createdFromMs: 0, createdBeforeMs: 1 }

const SEARCHES: readonly (readonly [index: string, search: OrderSearch])[] = [
  ['orders_pkey', {}],
  ['orders_pkey', { order: { partnerId: 1, orderNo: 1 } }],
  ['orders_client_reference', { clientReference: 'a' }],
  ['order_recipients_pkey', { recipientBlind: UUID }],
  ['order_lines_by_reference', { itemReference: 'a' }],
  ['orders_by_amount', { total: { minor: 1n, currency: 'USD' } }],
  ['order_lines_by_product', { productId: 1 }],
  ['orders_not_completed', { status: 'CANCELLED' }],
]

test('each search reads the range of one index, for each partner and newest first', async () => {
  const { db, end } = await startDomainTest()
  await seed(db)
  const faults: string[] = []
  for (const [index, search] of SEARCHES) {
    for (const times of [{}, TIMES]) {
      const timedSearch = { ...search, ...times }
      for (const statement of [
        searchedOrders(timedSearch, PAGING),
        countSearched(timedSearch, 100),
      ]) {
        const nodes = await planNodes(db, compile(statement).text)
        const range = nodes.find((node) => node['Index Name'] === index)
        const isRange = range?.['Index Cond']?.includes('partner_id = ') === true
        const hasScan = nodes.some((one) => one['Node Type'] === 'Seq Scan' && isLarge(one))
        const hasJoinFilter = nodes.some((node) => node['Join Filter'] !== undefined)
        const isByDay =
          indexesOf(nodes).has('orders_sampled_by_time') || timedSearch.createdFromMs === undefined
        if (isRange && !hasScan && !hasJoinFilter && isByDay) continue
        faults.push(`${JSON.stringify(search)}: ${[...indexesOf(nodes)].join(', ')}`)
      }
    }
  }
  expect(faults).toEqual([])
  await end()
})

/** False for `books`, which has one row for each partner and may be read as a whole. */
function isLarge(node: { readonly 'Relation Name'?: string }): boolean {
  return node['Relation Name'] !== 'books'
}

/** Inserts orders of one partner, created a second apart, each with a line and a recipient. */
async function seed({ pool }: Database): Promise<void> {
  await pool.query(`
    insert into orders (
      partner_id, order_no, client_reference, fingerprint, currency, total_minor, unit_count,
      status, previous_status, status_since, hold_no, created_at, completed_at)
    select 1, n, gen_random_uuid(), '', 'USD', n % 500, 1, 'COMPLETED', 'PROCESSING',
           at.created, n, at.created, at.created
    from generate_series(1, 20000) as n
    cross join lateral (select now() + make_interval(secs => n) as created) as at`)
  await pool.query(`
    insert into order_lines (
      partner_id, order_no, line_no, product_id, brand, product_type, product_currency,
      face_value_minor, quantity, first_item_no, unit_cost_minor, fx_rate, item_reference,
      is_irrevocable)
    select 1, n, 1, n % 50, 'N', 'GIFT_CARD', 'USD', 100, 1, 1, 100, 1, 'row ' || n % 1000, false
    from generate_series(1, 20000) as n`)
  await pool.query(`
    insert into order_recipients (partner_id, blind, order_no, line_no)
    select 1, gen_random_uuid(), n, 1 from generate_series(1, 20000) as n`)
  await pool.query('analyze')
}
