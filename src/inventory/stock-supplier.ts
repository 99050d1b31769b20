import { groupBy, type Clock } from '../core/mod.ts'
import { transact, type Database, type Tx } from '../db/mod.ts'
import type { IssueOutcome, IssueRequest, Supplier } from '../supply/mod.ts'
import { insertBuckets, lockBuckets } from './bucket-rows.ts'
import { STOCK_SUPPLIER, stockedProducts } from './in-stock.ts'
import { insertTombstones, releaseReservations, rangesOf } from './reservation-rows.ts'
import { reserveWithin } from './reserve-stock.ts'
import { insertFree } from './stock-rows.ts'

export interface StockOptions {
  readonly db: Database
  readonly clock: Clock
  /** See `Sale`. */
  onEmptied?(): void
}

/**
 * Issues imported codes. One transaction per product reserves for all of its requests. A repeated
 * request returns the same reservation, so `lookUp` is the same as `issue`.
 */
export function createStock({ db, clock, ...hooks }: StockOptions): Supplier {
  const reservation = (
    productId: number,
    requests: readonly IssueRequest[],
  ): Promise<IssueOutcome[]> =>
    transact(db, (tx) => reserveWithin(tx, productId, requests, { ...hooks, now: clock.now() }))

  async function issue(requests: readonly IssueRequest[]): Promise<IssueOutcome[]> {
    const outcomes = new Map<IssueRequest, IssueOutcome>()
    await perProduct(requests, async (productId, group) => {
      const reserved = await reservation(productId, group)
      group.forEach((request, at) => outcomes.set(request, reserved[at] ?? NO_OUTCOME))
    })
    return requests.map((request) => outcomes.get(request) ?? NO_OUTCOME)
  }

  return {
    name: STOCK_SUPPLIER,
    isLocal: true,
    issue,
    lookUp: issue,
    release: (requests) =>
      perProduct(requests, (productId, group) =>
        transact(db, (tx) => releaseWithin(tx, productId, group)),
      ),
    async availability(reader, offers, now) {
      const ids = offers.map(({ productId }) => productId)
      const stocked = await stockedProducts(reader, now, ids)
      return offers.filter(({ productId }) => stocked.has(productId))
    },
  }
}

const NO_OUTCOME: IssueOutcome = { outcome: 'unknown', reason: 'a request was not answered' }

async function perProduct(
  requests: readonly IssueRequest[],
  work: (productId: number, group: readonly IssueRequest[]) => Promise<void>,
): Promise<void> {
  for (const [productId, group] of groupBy(requests, (request) => request.productId)) {
    await work(productId, group)
  }
}

/**
 * Frees the reservations of these batches and inserts tombstones for all of them. Inserts missing
 * buckets first, so that a concurrent reservation of the same keys always waits.
 */
async function releaseWithin(
  tx: Tx,
  productId: number,
  requests: readonly IssueRequest[],
): Promise<void> {
  const faces = requests.map((request) => request.faceValueMinor)
  await tx.rows(insertBuckets(productId, faces))
  await tx.rows(lockBuckets(productId, faces))
  const released = await tx.rows(releaseReservations(productId, requests))
  await tx.rows(insertTombstones(productId, requests))
  const ranges = released.flatMap(rangesOf)
  if (ranges.length > 0) await tx.rows(insertFree(productId, ranges))
}
