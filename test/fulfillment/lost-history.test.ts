import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import type { LeasedBatch } from '../../src/fulfillment/batch.ts'
import type { Order } from '../../src/orders/mod.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import { claimAll, deliverOver } from '../support/by-hand.ts'
import { startWorks, type Works } from '../support/works.ts'

/**
 * A promoted standby lacks the last commits. Here they are taken back by SQL, while the process
 * that made them goes on.
 */
let works: Works

beforeEach(async () => {
  works = await startWorks()
  await works.deposit(1_000_000)
  const product = await works.product({ supplier: 'vault' })
  await works.import(product, ['A-1', 'A-2', 'A-3'])
})
afterEach(() => works.end())

/** Keeps these tables as they are now; answers how to bring them back to that. */
async function backup(...tables: string[]): Promise<() => Promise<void>> {
  for (const table of tables) {
    await works.db.pool.query(`create table before_${table} as select * from ${table}`)
  }
  return async () => {
    for (const table of tables) {
      await works.db.pool.query(
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
  const [batch] = await claimAll(works)
  if (!batch) return expect.unreachable()
  const [outcome] = await works.suppliers.vault.issue([batch.request])
  return { batch, outcome: outcome ?? expect.unreachable() }
}

async function fulfilByAnother(...orders: Order[]): Promise<string[]> {
  works.worker()
  const codes: string[] = []
  for (const order of orders) {
    await works.db.rows(sql`update fulfillments set due_at = now() where due_at is not null`)
    codes.push(...(await works.codes(order)))
  }
  return codes
}

test('a worker whose lease the database lost writes nothing: no code is delivered twice', async () => {
  const first = await works.place()
  const takeBack = await backup('fulfillments', ...STOCK)
  const late = await askForStock()
  await takeBack()
  const again = await claimAll(works)
  const second = await works.place()

  const [taken] = await works.suppliers.vault.issue([
    { ...late.batch.request, orderNo: second.orderNo, leaseEpoch: undefined },
  ])
  await deliverOver(works.db, works, late)

  expect(again).toHaveLength(1)
  expect(taken).toEqual(late.outcome)
  const codes = await fulfilByAnother(first, second)
  expect(new Set(codes).size).toBe(2)
})

test('stock whose reservation the database lost is not delivered, and the order gets other codes', async () => {
  const first = await works.place()
  const batch = (await claimAll(works))[0] ?? expect.unreachable()
  const takeBack = await backup(...STOCK)
  const [outcome] = await works.suppliers.vault.issue([batch.request])
  await takeBack()
  const second = await works.place()
  const secondBatch = (await claimAll(works))[0] ?? expect.unreachable()
  await works.suppliers.vault.issue([secondBatch.request])

  const delivered = deliverOver(works.db, works, {
    batch,
    outcome: outcome ?? expect.unreachable(),
  })

  await expect(delivered).rejects.toThrow('not reserved')
  const codes = await fulfilByAnother(first, second)
  expect(new Set(codes).size).toBe(2)
})
