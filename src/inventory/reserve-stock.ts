import { groupBy } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { type IssueOutcome, type IssueRequest, keyOf, keyText } from '../supply/mod.ts'
import { lockShelves } from './bucket-rows.ts'
import { FreeSlices, goodsOf, quantityOf, saveClaims, slicesFor, toSlice } from './free-ranges.ts'
import { type ClaimRow, type NewClaim, readClaims, slicesOf } from './reservation-rows.ts'
import { type FreeRow, type FreeSlice, readFree, type Slice, type Taking } from './stock-rows.ts'

/** What a claim needs to know of a request. */
export type StockRequest = Pick<
  IssueRequest,
  'partnerId' | 'orderNo' | 'batchNo' | 'leaseEpoch' | 'faceValueMinor' | 'quantity'
>

/** As of when stock is sold (milliseconds), and who hears that the last of a shelf may be gone. */
export interface Sale {
  readonly now: number
  onEmptied?(): void
}

/**
 * Claims stock of one product for batches, in the order given: each gets its whole quantity,
 * soonest expiry first, or is out of stock and leaves it to those behind it. A key that has claimed
 * is answered with what it claimed; one that was released is refused, and one whose batch somebody
 * has taken over since claims nothing. Answers in the order of the requests. Stock is sold to the
 * margin before it expires.
 *
 * Locks the shelves of the requests until `tx` ends, so it waits for whoever is taking from them or
 * giving back, and is out of stock only where they then hold too little.
 */
export async function claimWithin(
  tx: Tx,
  productId: number,
  requests: readonly StockRequest[],
  sale: Sale,
): Promise<IssueOutcome[]> {
  const { now } = sale
  const byFace = groupBy(requests, (request) => request.faceValueMinor)
  const faces = [...byFace.keys()]
  const slicesMax = slicesFor([...byFace.values()].map(quantityOf))
  // In one round trip: each statement sees what the last holder of the lock left.
  const [locked, stored, free] = await Promise.all([
    tx.rows(lockShelves(productId, faces)),
    tx.rows(readClaims(productId, requests)),
    tx.rows(readFree({ productId, now, slicesMax }, faces)),
  ])
  const outcomes = new Map(stored.map((row) => [keyOf(row), replay(productId, row)]))
  const shelves = new Set<bigint>(locked.map((row) => row.face_value_minor))
  const open = withoutTwins(requests).filter(
    (request) => shelves.has(request.faceValueMinor) && !outcomes.has(keyText(request)),
  )
  const seen = { slicesMax, rows: free }
  for (const { key, slices } of await takeAll(tx, { ...sale, productId, seen }, open)) {
    outcomes.set(keyText(key), issued(productId, slices))
  }
  return requests.map((request) => outcomes.get(keyText(request)) ?? { outcome: 'out_of_stock' })
}

/** The same key twice in one call is one request. */
function withoutTwins(requests: readonly StockRequest[]): StockRequest[] {
  return [...new Map(requests.map((request) => [keyText(request), request])).values()]
}

function replay(productId: number, row: ClaimRow): IssueOutcome {
  switch (row.state) {
    case 'CLAIMED':
      return issued(productId, slicesOf(row))
    case 'RELEASED':
      return { outcome: 'refused', reason: 'what this batch had claimed was released' }
    case 'OVERTAKEN':
      return { outcome: 'unknown', reason: 'another worker has taken the batch over' }
  }
}

function issued(productId: number, slices: readonly Slice[]): IssueOutcome {
  return { outcome: 'issued', goods: goodsOf(productId, slices) }
}

/** Stock of one product as it is at a time, and what was seen of it under its shelves' locks. */
interface Scope extends Sale {
  readonly productId: number
  readonly seen: FreeStock
}

/** The first free slices of each face value, at most `slicesMax` of each. */
interface FreeStock {
  readonly slicesMax: number
  readonly rows: readonly FreeRow[]
}

async function takeAll(
  tx: Tx,
  scope: Scope,
  requests: readonly StockRequest[],
): Promise<NewClaim[]> {
  if (requests.length === 0) return []
  const byFace = groupBy(requests, (request) => request.faceValueMinor)
  const free = await findFree(tx, scope, byFace)
  const claims: NewClaim[] = []
  const takings: Taking[] = []
  for (const [faceValueMinor, group] of byFace) {
    const slices = new FreeSlices(free.get(faceValueMinor) ?? [])
    for (const key of group) {
      if (key.quantity <= slices.available) claims.push({ key, slices: slices.take(key.quantity) })
    }
    takings.push(...slices.takings())
    if (slices.isEmptied) scope.onEmptied?.()
  }
  saveClaims(tx, scope.productId, { claims, takings })
  return claims
}

const SLICES_FACTOR = 4

/** For each face value free slices that hold what is wanted of it, or all that there are. */
async function findFree(
  tx: Tx,
  { productId, now, seen }: Scope,
  wantedByFace: ReadonlyMap<bigint, readonly StockRequest[]>,
): Promise<Map<bigint, FreeSlice[]>> {
  for (let { slicesMax, rows } = seen; ;) {
    const free = groupBy(rows, (row) => row.face_value_minor)
    const isEnough = [...wantedByFace].every(([face, requests]) => {
      const found = free.get(face) ?? []
      return found.length < slicesMax || quantityOf(found) >= quantityOf(requests)
    })
    if (isEnough) return new Map([...free].map(([face, found]) => [face, found.map(toSlice)]))
    slicesMax *= SLICES_FACTOR
    rows = await tx.rows(readFree({ productId, now, slicesMax }, [...wantedByFace.keys()]))
  }
}
