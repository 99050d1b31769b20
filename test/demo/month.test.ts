import { expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { monthReport, playMonth } from '../../src/demo/mod.ts'
import type { Json } from '../support/client.ts'
import { ADMIN_TOKEN, startService } from '../support/service.ts'

/** Added up by hand in docs/operate/month.md. */
const STATEMENTS = [
  {
    partnerName: 'Aurora Rewards',
    opening: 0,
    closing: 1_520,
    totals: { deposit: 2_000, order_charge: -528, case_refund: 48 },
  },
  {
    partnerName: 'Beacon Loyalty',
    opening: 0,
    closing: 918,
    totals: { deposit: 1_200, reversal: -200, order_charge: -82 },
  },
  {
    partnerName: 'Cobalt Perks',
    opening: 0,
    closing: 56.9,
    totals: { deposit: 350, order_charge: -293.1 },
  },
]
const MARGIN = [
  { faceValue: 550, discount: 22, fee: 0, refunded: 48, charged: 480, cost: 501, margin: -21 },
  { faceValue: 80, discount: 0, fee: 2, refunded: 0, charged: 82, cost: 82.8, margin: -0.8 },
  { faceValue: 300, discount: 7.5, fee: 0.6, refunded: 0, charged: 293.1, cost: 273, margin: 20.1 },
]

function sumsOf({ partnerName, opening, closing, totals }: Json) {
  const sums = totals.map(({ kind, amount }: Json) => [kind, amount])
  return { partnerName, opening, closing, totals: Object.fromEntries(sums) }
}

test('the month adds up as the docs do by hand, and playing it again changes nothing', async () => {
  const service = await startService()
  const { url, services } = service
  const target = { url, operatorUrl: url, adminToken: ADMIN_TOKEN, clock: services.clock }
  const transfers = async () => service.db.rows(sql`select count(*) from transfers`)

  const month = await playMonth(target)

  expect(month.statements.map(sumsOf)).toEqual(STATEMENTS)
  expect(month.margin).toMatchObject(MARGIN)
  expect(month.refusal).toMatch(/credit limit|available/)
  expect(month.reconciliation).toMatchObject({
    matched: 5,
    differentAmount: 1,
    missingHere: 1,
    missingThere: 0,
    difference: 80,
  })
  const before = await transfers()
  const again = await playMonth(target)
  expect(again.statements.map(sumsOf)).toEqual(STATEMENTS)
  expect(again.refusal).toBeUndefined()
  expect(await transfers()).toEqual(before)
  expect(monthReport(month)).toContain('Aurora Rewards')
  expect(monthReport(month)).toMatch(/closing +1520\.00 +918\.00 +56\.90/)
  expect(monthReport(month)).toMatch(/is margin +-21\.00 +-0\.80 +20\.10/)
})
