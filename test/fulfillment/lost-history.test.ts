import { afterEach, beforeEach, expect, test } from 'vitest'
import { isConnectionLost, sql } from '../../src/db/mod.ts'
import type { LeasedBatch } from '../../src/fulfillment/batch.ts'
import { findOrder, type Order } from '../../src/orders/mod.ts'
import type { IssueOutcome, Supplier } from '../../src/supply/mod.ts'
import { claimAll, deliverOver, endLeases, issuedCode } from '../support/by-hand.ts'
import { eventually } from '../support/eventually.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { Gate } from '../support/gate.ts'
import { beginNewLife } from '../support/new-life.ts'
import { TESTER } from '../support/tester.ts'

/**
 * A promoted standby lacks the last commits. Here, SQL undoes commits while the process that made
 * them keeps running.
 */
let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000_000)
  const product = await fixture.product({ supplier: 'vault' })
  await fixture.import(product, ['A-1', 'A-2', 'A-3'])
})
afterEach(() => fixture.end())

/** Saves these tables as they are now, and returns a function that restores them. */
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

interface StockIssue {
  readonly batch: LeasedBatch
  readonly outcome: IssueOutcome
}

/** Leases a batch, and returns it with the outcome of issuing stock for it. */
async function leaseAndIssue(): Promise<StockIssue> {
  const [batch] = await claimAll(fixture)
  if (!batch) return expect.unreachable()
  const [outcome] = await fixture.suppliers.vault.issue([batch.request])
  return { batch, outcome: outcome ?? expect.unreachable() }
}

/** Completes orders by another worker, and returns their codes. */
async function fulfilByAnother(...orders: Order[]): Promise<string[]> {
  fixture.worker()
  const codes: string[] = []
  for (const order of orders) {
    await endLeases(fixture)
    codes.push(...(await fixture.codes(order)))
  }
  return codes
}

test('a worker whose lease the database lost writes nothing: no code is delivered twice', async () => {
  const first = await fixture.place()
  const restore = await backup('fulfillments', ...STOCK)
  const late = await leaseAndIssue()
  await restore()
  const again = await claimAll(fixture)
  const second = await fixture.place()

  const [secondOutcome] = await fixture.suppliers.vault.issue([
    { ...late.batch.request, orderNo: second.orderNo, leaseEpoch: undefined },
  ])
  await deliverOver(fixture.db, fixture, late)

  expect(again).toHaveLength(1)
  expect(secondOutcome).toEqual(late.outcome)
  const codes = await fulfilByAnother(first, second)
  expect(new Set(codes).size).toBe(2)
})

test('stock whose reservation the database lost is not delivered, and the order gets other codes', async () => {
  const first = await fixture.place()
  const batch = (await claimAll(fixture))[0] ?? expect.unreachable()
  const restore = await backup(...STOCK)
  const [outcome] = await fixture.suppliers.vault.issue([batch.request])
  await restore()
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

/** Runs `then` once, after the first call has ended and before the worker gets its result. */
function afterFirst<Args extends unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
  then: () => Promise<void>,
): { call: (...args: Args) => Promise<Result>; happened: Promise<void> } {
  const first = new Gate()
  let calls = 0
  return {
    happened: first.passed(),
    async call(...args) {
      calls += 1
      const isFirst = calls === 1
      const result = await call(...args)
      if (isFirst) {
        await then()
        first.open()
      }
      return result
    },
  }
}

function startWorker(vault: Partial<Supplier>): void {
  const { suppliers } = fixture
  fixture.worker(fixture, { ...suppliers, vault: { ...suppliers.vault, ...vault } })
}

/**
 * Repeats until the check passes, and ends the leases each time after twice as long. Otherwise, on
 * a busy machine, each worker would lose its batch before the outcome is written.
 */
async function untilLeasesEnd<T>(read: () => Promise<T>, expected: T): Promise<void> {
  let reads = 0
  const end = async (): Promise<T> => {
    reads += 1
    if (Number.isInteger(Math.log2(reads))) await eventually(() => endLeases(fixture))
    return read()
  }
  await expect.poll(end, { interval: 250 }).toEqual(expected)
}

async function freeUnits(): Promise<number> {
  const rows = await fixture.db.rows(sql<{ free: bigint }>`
    select coalesce(sum(quantity), 0)::bigint as free from stock_free`)
  return Number(rows[0]?.free)
}

test('stock whose release the database lost is released again in its next life', async () => {
  const order = await fixture.place({ items: [{ productId: 1, amount: 10, quantity: 3 }] })
  await leaseAndIssue()
  await fixture.orders.cancel(order, { actor: TESTER, reason: 'wrong' })
  const restore = await backup(...STOCK)
  const released = afterFirst(fixture.suppliers.vault.release, async () => {
    await restore()
    await beginNewLife(fixture.target)
  })
  startWorker({ release: released.call })
  await endLeases(fixture)
  await released.happened

  await untilLeasesEnd(freeUnits, 3)
  // The end of a life is not a fault.
  expect(fixture.faults.filter((fault) => !isConnectionLost(fault))).toEqual([])
})

test('an outcome from an earlier life of the database is not written in the next', async () => {
  const order = await fixture.place()
  const outcomes: IssueOutcome[] = [{ outcome: 'refused', reason: 'no' }]

  const issued = afterFirst<Parameters<Supplier['issue']>, IssueOutcome[]>(
    (requests) => Promise.resolve(requests.flatMap(() => outcomes)),
    async () => {
      outcomes.splice(0, 1, issuedCode('B-1'))
      await beginNewLife(fixture.target)
    },
  )
  startWorker({ issue: issued.call, lookUp: issued.call })
  await issued.happened

  const status = async () => (await findOrder(fixture.db, order))?.status
  await untilLeasesEnd(status, 'COMPLETED')
  expect(await fixture.codes(order)).toEqual(['B-1'])
  const refusals = sql`select reason from supplier_attempts where outcome = 'refused'`
  expect(await fixture.db.rows(refusals)).toEqual([])
})
