import { expect } from 'vitest'
import { oneRow, sql, transact, type Database, type Statement } from '../../src/db/mod.ts'
import { toLeased, type LeasedBatch } from '../../src/fulfillment/batch.ts'
import { deliver, settleDelivered } from '../../src/fulfillment/deliver.ts'
import { leaseBatches } from '../../src/fulfillment/lease-rows.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import type { FulfillmentFixture } from './fulfillment-fixture.ts'

/** The steps of a worker, one function each, so that a test decides what happens in between. */

export async function claimAll({
  db,
  partnerId,
  clock,
}: FulfillmentFixture): Promise<LeasedBatch[]> {
  const request = { partnerId, owner: crypto.randomUUID(), leaseSeconds: 60, nowMs: clock.now() }
  const bounds = { batchesMax: 10, unitsMax: 10, busyProducts: [] }
  const rows = await transact(db, (tx) => tx.rows(leaseBatches({ ...request, ...bounds })))
  return rows.map((row) => toLeased(partnerId, row))
}

/** Makes all leases expire at once, so that their workers have lost them. */
export async function endLeases({ db }: Pick<FulfillmentFixture, 'db'>): Promise<void> {
  await db.rows(sql`update fulfillments set due_at = now() where due_at is not null`)
}

/**
 * Writes the outcome of a supplier, over any pool of the same database. Returns the database's time
 * from before the write, for `secondsUntilDue`.
 */
export async function deliverOver(
  db: Database,
  { vault, orders, clock, partnerId, suppliers }: FulfillmentFixture,
  { batch, outcome }: { batch: LeasedBatch | undefined; outcome: IssueOutcome },
): Promise<Date> {
  if (!batch) throw new Error('nothing was leased')
  const { now } = await oneRow(db, sql<{ now: Date }>`select now()`)
  const context = { db, vault, orders, clock, suppliers, onFault: unexpected }
  const { issued } = await deliver(context, partnerId, [{ batch, outcome }])
  await settleDelivered(context, partnerId, issued)
  return now
}

/**
 * Returns SQL for an array of the whole seconds in which a batch is due that was delayed after
 * `since`. On a slow machine, more than one number fits.
 */
export function secondsUntilDue(since: Date): Statement<object> {
  return sql`
    array(
      select seconds from generate_series(0, 1000) as seconds
      where due_at between ${since}::timestamptz + make_interval(secs => seconds)
        and now() + make_interval(secs => seconds))`
}

/** Returns a matcher for `secondsUntilDue`; null stands for a batch without a due time. */
export function dueIn(seconds: number | null): unknown {
  return seconds === null ? [] : expect.arrayContaining([seconds])
}

/** The fault handler of a test that allows no fault. */
export function unexpected(error: unknown): never {
  return expect.unreachable(String(error))
}

export function issuedCode(giftCardNumber = 'N'): IssueOutcome {
  const code = { giftCardNumber, giftCardPin: '', barCodeNumber: '', redemptionUrl: '' }
  return { outcome: 'issued', goods: [{ codes: [code] }] }
}
