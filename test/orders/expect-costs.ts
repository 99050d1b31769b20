import { expect } from 'vitest'
import { sql, type Database } from '../../src/db/mod.ts'
import { reportMargin } from '../../src/reports/mod.ts'
import { CURRENCIES, type SumsByCurrency } from './money-fixture.ts'

/** The cost of a unit of each lot, in US dollars. */
const UNIT_COST = 937n

/**
 * Records the costs of a product's lots, and checks that the margin report has the cost of each
 * delivered unit and of no other, by the currency of the order.
 */
export async function expectCosts(
  db: Database,
  partnerId: number,
  { productId, sold }: { readonly productId: number; readonly sold: SumsByCurrency },
): Promise<void> {
  await db.rows(sql`
    insert into lot_costs (
      product_id, lot, face_value_minor, currency, unit_cost_minor, recorded_at, recorded_by)
    select product_id, lot, 0, 'USD', ${UNIT_COST}::bigint, now(), 'test'
    from stock_lots where product_id = ${productId}`)
  const period = { fromMs: 0, beforeMs: 4_102_444_800_000, partnerId }
  const rows = await reportMargin(db, { ...period, by: ['product'] })
  const reported = rows.filter((row) => row.productId === productId)
  const costs = reported.map(({ currency, units, own }) => [currency.code, [units, own?.costMinor]])
  const delivered = CURRENCIES.filter((code) => sold.of(code) > 0n)
  const expected = delivered.map((code) => [code, [sold.of(code), sold.of(code) * UNIT_COST]])
  expect(costs).toHaveLength(expected.length)
  expect(Object.fromEntries(costs)).toEqual(Object.fromEntries(expected))
}
