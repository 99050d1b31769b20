import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import type { LeasedBatch } from '../../src/fulfillment/batch.ts'
import type { Order } from '../../src/orders/mod.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import { claimAll, deliverOver } from '../support/by-hand.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'

/**
 * A promoted standby lacks the last commits. Here they are taken back by SQL, while the process
 * that made them goes on.
 */
let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000_000)
  const product = await fixture.product({ supplier: 'vault' })
  await fixture.import(product, ['A-1', 'A-2', 'A-3'])
})
afterEach(() => fixture.end())

/** Keeps these tables as they are now; answers how to bring them back to that. */
async function backup(...tables: string[]): Promise<() => Promise<void>> {
  for (const table of tables) {
    await fixture.db.pool.query(`create table before_${table} as select * from ${table}`)
  }
  return async () => {
    for (const table of tables) {
      await fixture.db.pool.query(
        `begin; delete from ${table}; insert into ${table} select * from before_${table}; commit`,
      )
    }
  }
}

const STOCK = ['stock_free', 'stock_reservations']

interface Asked {
  readonly batch: LeasedBatch
  readonly outcome: IssueOutcome
}

/** A worker's batch, and the stock that it was issued. */
async function askForStock(): Promise<Asked> {
  const [batch] = await claimAll(fixture)
  if (!batch) return expect.unreachable()
  const [outcome] = await fixture.suppliers.vault.issue([batch.request])
  return { batch, outcome: outcome ?? expect.unreachable() }
}

async function fulfilByAnother(...orders: Order[]): Promise<string[]> {
  fixture.worker()
  const codes: string[] = []
  for (const order of orders) {
    await fixture.db.rows(sql`update fulfillments set due_at = now() where due_at is not null`)
    codes.push(...(await fixture.codes(order)))
  }
  return codes
}

test('a worker whose lease the database lost writes nothing: no code is delivered twice', async () => {
  const first = await fixture.place()
  const takeBack = await backup('fulfillments', ...STOCK)
  const late = await askForStock()
  await takeBack()
  const again = await claimAll(fixture)
  const second = await fixture.place()

  const [taken] = await fixture.suppliers.vault.issue([
    { ...late.batch.request, orderNo: second.orderNo, leaseEpoch: undefined },
  ])
  await deliverOver(fixture.db, fixture, late)

  expect(again).toHaveLength(1)
  expect(taken).toEqual(late.outcome)
  const codes = await fulfilByAnother(first, second)
  expect(new Set(codes).size).toBe(2)
})

test('stock whose reservation the database lost is not delivered, and the order gets other codes', async () => {
  const first = await fixture.place()
  const batch = (await claimAll(fixture))[0] ?? expect.unreachable()
  const takeBack = await backup(...STOCK)
  const [outcome] = await fixture.suppliers.vault.issue([batch.request])
  await takeBack()
  const second = await fixture.place()
  const secondBatch = (await claimAll(fixture))[0] ?? expect.unreachable()
  await fixture.suppliers.vault.issue([secondBatch.request])

  const delivered = deliverOver(fixture.db, fixture, {
    batch,
    outcome: outcome ?? expect.unreachable(),
  })

  await expect(delivered).rejects.toThrow('not reserved')
  const codes = await fulfilByAnother(first, second)
  expect(new Set(codes).size).toBe(2)
})
