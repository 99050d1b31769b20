import { expect } from 'vitest'
import { oneRow, sql, transact, type Database, type Statement } from '../../src/db/mod.ts'
import { toLeased, type LeasedBatch } from '../../src/fulfillment/batch.ts'
import { deliver, settleDelivered } from '../../src/fulfillment/deliver.ts'
import { leaseBatches } from '../../src/fulfillment/lease-rows.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import type { FulfillmentFixture } from './fulfillment-fixture.ts'

/** What a worker does, step by step: so that a test decides what happens between two steps. */

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

/**
 * Writes what a supplier said, over any pool of the same database. Answers the database's time from
 * before, which `secondsUntilDue` goes by.
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

/** Of batches set back since then: in how many seconds they are due, as `dueIn` expects it. */
export function secondsUntilDue(since: Date): Statement<object> {
  return sql`
    array(
      select seconds from generate_series(0, 1000) as seconds
      where due_at between ${since}::timestamptz + make_interval(secs => seconds)
        and now() + make_interval(secs => seconds))`
}

/** More than one number fits where the machine was slow. */
export function dueIn(seconds: number | null): unknown {
  return seconds === null ? [] : expect.arrayContaining([seconds])
}

/** For whoever may have no fault. */
export function unexpected(error: unknown): never {
  return expect.unreachable(String(error))
}

export function issuedCode(giftCardNumber = 'N'): IssueOutcome {
  const code = { giftCardNumber, giftCardPin: '', barCodeNumber: '', redemptionUrl: '' }
  return { outcome: 'issued', goods: [{ codes: [code] }] }
}
