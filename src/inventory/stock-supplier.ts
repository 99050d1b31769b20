import { groupBy, type Clock } from '../core/mod.ts'
import { transact, type Database, type Tx } from '../db/mod.ts'
import type { IssueOutcome, IssueRequest, Supplier } from '../supply/mod.ts'
import { insertShelves, lockShelves } from './bucket-rows.ts'
import { insertTombstones, releaseClaims, slicesOf } from './reservation-rows.ts'
import { claimWithin } from './reserve-stock.ts'
import { insertFree } from './stock-rows.ts'

export interface StockOptions {
  readonly db: Database
  readonly clock: Clock
  /** See `Sale`. */
  onEmptied?(): void
}

/**
 * Issues what was imported: one transaction per product claims for all of its requests. Asking
 * again answers with what was claimed, so `lookUp` is `issue`.
 */
export function createStock({ db, clock, ...told }: StockOptions): Supplier {
  const claim = (productId: number, requests: readonly IssueRequest[]): Promise<IssueOutcome[]> =>
    transact(db, (tx) => claimWithin(tx, productId, requests, { ...told, now: clock.now() }))

  async function issue(requests: readonly IssueRequest[]): Promise<IssueOutcome[]> {
    const outcomes = new Map<IssueRequest, IssueOutcome>()
    await perProduct(requests, async (productId, group) => {
      const answers = await claim(productId, group)
      group.forEach((request, at) => outcomes.set(request, answers[at] ?? UNANSWERED))
    })
    return requests.map((request) => outcomes.get(request) ?? UNANSWERED)
  }

  return {
    name: 'vault',
    isLocal: true,
    issue,
    lookUp: issue,
    release: (requests) =>
      perProduct(requests, (productId, group) =>
        transact(db, (tx) => releaseWithin(tx, productId, group)),
      ),
  }
}

const UNANSWERED: IssueOutcome = { outcome: 'unknown', reason: 'a request was not answered' }

async function perProduct(
  requests: readonly IssueRequest[],
  work: (productId: number, group: readonly IssueRequest[]) => Promise<void>,
): Promise<void> {
  for (const [productId, group] of groupBy(requests, (request) => request.productId)) {
    await work(productId, group)
  }
}

/**
 * Frees what these batches claimed and bars them for good, whether they had claimed or not. Makes
 * the shelves that are not there, so that a claim of the same keys waits in any case.
 */
async function releaseWithin(
  tx: Tx,
  productId: number,
  requests: readonly IssueRequest[],
): Promise<void> {
  const faces = requests.map((request) => request.faceValueMinor)
  await tx.rows(insertShelves(productId, faces))
  await tx.rows(lockShelves(productId, faces))
  const released = await tx.rows(releaseClaims(productId, requests))
  await tx.rows(insertTombstones(productId, requests))
  const slices = released.flatMap(slicesOf)
  if (slices.length > 0) await tx.rows(insertFree(productId, slices))
}
