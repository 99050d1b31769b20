import { groupBy } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { type IssueOutcome, type IssueRequest, keyOf, keyText } from '../supply/mod.ts'
import { lockBuckets } from './bucket-rows.ts'
import {
  FreeRanges,
  goodsOf,
  quantityOf,
  saveReservations,
  rangesFor,
  toRange,
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
} from './stock-rows.ts'

/** What a reservation needs to know of a request. */
export type StockRequest = Pick<
  IssueRequest,
  'partnerId' | 'orderNo' | 'batchNo' | 'leaseEpoch' | 'faceValueMinor' | 'quantity'
>

/** As of when stock is sold (milliseconds), and who hears that the last of a bucket may be gone. */
export interface Sale {
  readonly now: number
  onEmptied?(): void
}

/**
 * Reservations stock of one product for batches, in the order given: each gets its whole quantity,
 * soonest expiry first, or is out of stock and leaves it to those behind it. A key that has
 * reserved is answered with what it reserved; one that was released is refused, and one whose batch
 * somebody has taken over since reservations nothing. Answers in the order of the requests. Stock
 * is sold to the margin before it expires.
 *
 * Locks the buckets of the requests until `tx` ends, so it waits for whoever is taking from them or
 * giving back, and is out of stock only where they then hold too little.
 */
export async function reserveWithin(
  tx: Tx,
  productId: number,
  requests: readonly StockRequest[],
  sale: Sale,
): Promise<IssueOutcome[]> {
  const { now } = sale
  const byFace = groupBy(requests, (request) => request.faceValueMinor)
  const faces = [...byFace.keys()]
  const rangesMax = rangesFor([...byFace.values()].map(quantityOf))
  // In one round trip: each statement sees what the last holder of the lock left.
  const [locked, stored, free] = await Promise.all([
    tx.rows(lockBuckets(productId, faces)),
    tx.rows(readReservations(productId, requests)),
    tx.rows(readFree({ productId, now, rangesMax }, faces)),
  ])
  const outcomes = new Map(stored.map((row) => [keyOf(row), replay(productId, row)]))
  const buckets = new Set<bigint>(locked.map((row) => row.face_value_minor))
  const open = withoutTwins(requests).filter(
    (request) => buckets.has(request.faceValueMinor) && !outcomes.has(keyText(request)),
  )
  const seen = { rangesMax, rows: free }
  for (const { key, ranges } of await takeAll(tx, { ...sale, productId, seen }, open)) {
    outcomes.set(keyText(key), issued(productId, ranges))
  }
  return requests.map((request) => outcomes.get(keyText(request)) ?? { outcome: 'out_of_stock' })
}

/** The same key twice in one call is one request. */
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

/** Stock of one product as it is at a time, and what was seen of it under its buckets' locks. */
interface Scope extends Sale {
  readonly productId: number
  readonly seen: FreeStock
}

/** The first free ranges of each face value, at most `slicesMax` of each. */
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
      if (key.quantity <= ranges.available)
        reservations.push({ key, ranges: ranges.take(key.quantity) })
    }
    takings.push(...ranges.takings())
    if (ranges.isEmptied) scope.onEmptied?.()
  }
  saveReservations(tx, scope.productId, { reservations, takings })
  return reservations
}

const RANGES_FACTOR = 4

/** For each face value free ranges that hold what is wanted of it, or all that there are. */
async function findFree(
  tx: Tx,
  { productId, now, seen }: Scope,
  wantedByFace: ReadonlyMap<bigint, readonly StockRequest[]>,
): Promise<Map<bigint, FreeRange[]>> {
  for (let { rangesMax, rows } = seen; ;) {
    const free = groupBy(rows, (row) => row.face_value_minor)
    const isEnough = [...wantedByFace].every(([face, requests]) => {
      const found = free.get(face) ?? []
      return found.length < rangesMax || quantityOf(found) >= quantityOf(requests)
    })
    if (isEnough) return new Map([...free].map(([face, found]) => [face, found.map(toRange)]))
    rangesMax *= RANGES_FACTOR
    rows = await tx.rows(readFree({ productId, now, rangesMax }, [...wantedByFace.keys()]))
  }
}
