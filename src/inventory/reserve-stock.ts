import { groupBy } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { type IssueOutcome, type IssueRequest, keyOf, keyText } from '../supply/mod.ts'
import { lockBuckets } from './bucket-rows.ts'
import {
  FreeRanges,
  goodsOf,
  quantityOf,
  rangesByFace,
  rangesFor,
  saveReservations,
} from './free-ranges.ts'
import {
  type ReservationRow,
  type NewReservation,
  readReservations,
  rangesOf,
} from './reservation-rows.ts'
import {
  type FreeRow,
  type FreeRange,
  readFree,
  type StockRange,
  type Taking,
  validUntil,
} from './stock-rows.ts'

/** The part of a request that a reservation needs. */
export type StockRequest = Pick<
  IssueRequest,
  | 'partnerId'
  | 'orderNo'
  | 'batchNo'
  | 'leaseEpoch'
  | 'faceValueMinor'
  | 'quantity'
  | 'minValidityDays'
>

/** The time that stock is sold at (milliseconds), and a callback for the last code of a bucket. */
export interface Sale {
  readonly now: number
  onEmptied?(): void
}

/**
 * Reserves stock of one product for batches, in the order given. Each batch gets its whole
 * quantity, soonest expiry first, or is out of stock and leaves the codes to the next batches.
 * Stock is sold until the margin before its expiry. Returns the outcomes in the order of the
 * requests:
 *   a key with a reservation gets the same ranges again
 *   a key that was released is refused
 *   a key whose batch has another lease gets nothing
 *
 * Locks the buckets of the requests until `tx` ends. So it waits for concurrent reservations and
 * releases, and a batch is out of stock only if too little is left after them.
 */
export async function reserveWithin(
  tx: Tx,
  productId: number,
  requests: readonly StockRequest[],
  sale: Sale,
): Promise<IssueOutcome[]> {
  const byDays = groupBy(requests, ({ minValidityDays }) => minValidityDays)
  const [days] = byDays.keys()
  if (byDays.size < 2) return reserveValidFor(tx, { productId, days, sale }, requests)
  // Locks all buckets at once, in the order in which every transaction locks them.
  await tx.rows(lockBuckets(productId, [...new Set(requests.map((one) => one.faceValueMinor))]))
  const outcomes = new Map<StockRequest, IssueOutcome>()
  for (const [least, group] of byDays) {
    const groupOutcomes = await reserveValidFor(tx, { productId, days: least, sale }, group)
    for (const [at, outcome] of groupOutcomes.entries()) {
      const request = group[at]
      if (request) outcomes.set(request, outcome)
    }
  }
  return requests.map((request) => outcomes.get(request) ?? { outcome: 'out_of_stock' })
}

interface ValidFor {
  readonly productId: number
  /** The number of days for which the codes must be valid. */
  readonly days: number | undefined
  readonly sale: Sale
}

async function reserveValidFor(
  tx: Tx,
  { productId, days, sale }: ValidFor,
  requests: readonly StockRequest[],
): Promise<IssueOutcome[]> {
  const { now } = sale
  const validMs = validUntil(days, now)
  const byFace = groupBy(requests, (request) => request.faceValueMinor)
  const faces = [...byFace.keys()]
  const rangesMax = rangesFor(byFace.values())
  // All statements are sent in one round trip. Each sees what the last holder of the locks has
  // committed.
  const [locked, stored, free] = await Promise.all([
    tx.rows(lockBuckets(productId, faces)),
    tx.rows(readReservations(productId, requests)),
    tx.rows(readFree({ productId, now, validMs, rangesMax }, faces)),
  ])
  const outcomes = new Map(stored.map((row) => [keyOf(row), replay(productId, row)]))
  const buckets = new Set<bigint>(locked.map((row) => row.face_value_minor))
  const open = withoutTwins(requests).filter(
    (request) => buckets.has(request.faceValueMinor) && !outcomes.has(keyText(request)),
  )
  const initialFree = { rangesMax, rows: free }
  for (const { key, ranges } of await takeAll(
    tx,
    { ...sale, productId, validMs, initialFree },
    open,
  )) {
    outcomes.set(keyText(key), issued(productId, ranges))
  }
  return requests.map((request) => outcomes.get(keyText(request)) ?? { outcome: 'out_of_stock' })
}

/** Drops requests that repeat a key. */
function withoutTwins(requests: readonly StockRequest[]): StockRequest[] {
  return [...new Map(requests.map((request) => [keyText(request), request])).values()]
}

function replay(productId: number, row: ReservationRow): IssueOutcome {
  switch (row.state) {
    case 'RESERVED':
      return issued(productId, rangesOf(row))
    case 'RELEASED':
      return { outcome: 'refused', reason: 'what this batch had reserved was released' }
    case 'OVERTAKEN':
      return { outcome: 'unknown', reason: 'another worker has taken the batch over' }
  }
}

function issued(productId: number, ranges: readonly StockRange[]): IssueOutcome {
  return { outcome: 'issued', goods: goodsOf(productId, ranges) }
}

/** A sale of one product, and its free ranges as they were read under the locks. */
interface Scope extends Sale {
  readonly productId: number
  /** Codes that expire earlier are left out. */
  readonly validMs: number | undefined
  readonly initialFree: FreeStock
}

/** The first free ranges of each face value, at most `rangesMax` of each. */
interface FreeStock {
  readonly rangesMax: number
  readonly rows: readonly FreeRow[]
}

async function takeAll(
  tx: Tx,
  scope: Scope,
  requests: readonly StockRequest[],
): Promise<NewReservation[]> {
  if (requests.length === 0) return []
  const byFace = groupBy(requests, (request) => request.faceValueMinor)
  const free = await findFree(tx, scope, byFace)
  const reservations: NewReservation[] = []
  const takings: Taking[] = []
  for (const [faceValueMinor, group] of byFace) {
    const ranges = new FreeRanges(free.get(faceValueMinor) ?? [])
    for (const key of group) {
      if (key.quantity <= ranges.available())
        reservations.push({ key, ranges: ranges.take(key.quantity) })
    }
    takings.push(...ranges.takings())
    if (ranges.isEmptied && scope.validMs === undefined) scope.onEmptied?.()
  }
  saveReservations(tx, scope.productId, { reservations, takings })
  return reservations
}

const RANGES_FACTOR = 4

/** Returns enough free ranges of each face value for the requests, or all that there are. */
async function findFree(
  tx: Tx,
  { productId, now, validMs, initialFree }: Scope,
  requestsByFace: ReadonlyMap<bigint, readonly StockRequest[]>,
): Promise<Map<bigint, FreeRange[]>> {
  for (let { rangesMax, rows } = initialFree; ;) {
    const free = rangesByFace(rows)
    const isEnough = [...requestsByFace].every(([face, requests]) => {
      const ranges = free.get(face) ?? []
      return ranges.length < rangesMax || quantityOf(ranges) >= quantityOf(requests)
    })
    if (isEnough) return free
    rangesMax *= RANGES_FACTOR
    rows = await tx.rows(
      readFree({ productId, now, validMs, rangesMax }, [...requestsByFace.keys()]),
    )
  }
}
