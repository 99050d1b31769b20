import type { Db, RequestsRow, Statement } from '../db/mod.ts'
import {
  blocksAround,
  namedBlocks,
  readBlocks,
  selectedBlocks,
  toRequests,
  type Blocks,
} from './read-blocks.ts'
import {
  newestRequests,
  requestById,
  requestsOfCallerId,
  requestsOfOrder,
  toRequest,
} from './read-single.ts'
import { isSelectedBy, type RequestFilter } from './request-filter.ts'
import { arrivalOf, readCallerRequestId } from './request-id.ts'
import { withSenders, type StoredRequest } from './senders.ts'
import type { LoggedRequest } from './request.ts'

/** The most requests with one id of a caller that are returned. */
const SAME_ID_MAX = 20
/** The most requests about one order to search, because a polling partner makes many. */
const SEARCHED_MAX = 1_000
const CREATIONS_MAX = 20
/** The most requests of an order that returned codes and are listed. */
export const DOWNLOADS_MAX = 100

/** Returns logged requests, newest first. */
export async function listRequests(db: Db, filter: RequestFilter): Promise<StoredRequest[]> {
  const { limit } = filter
  const requests = await readBoth(db, {
    single: newestRequests(filter),
    blocks: selectedBlocks(filter),
    isMatch: isSelectedBy(filter),
    limit,
  })
  return withSenders(db, requests)
}

/**
 * Returns the request to which the service gave this `x-request-id`. If there is none, returns the
 * requests whose callers chose it, newest first. Our own id takes precedence, so no caller can hide
 * a request by choosing its id.
 */
export async function findRequests(db: Db, requestId: string): Promise<StoredRequest[]> {
  const at = arrivalOf(requestId)
  const own = at === undefined ? undefined : await findOwn(db, requestId, at)
  if (own) return withSenders(db, [own])
  if (readCallerRequestId(requestId) === undefined) return []
  const requests = await readBoth(db, {
    single: requestsOfCallerId(requestId, SAME_ID_MAX),
    blocks: namedBlocks(requestId, true),
    isMatch: (request) => request.callerRequestId === requestId,
    limit: SAME_ID_MAX,
  })
  return withSenders(db, requests)
}

/**
 * Returns the requests that created an order or repeated its creation, newest first. They are
 * searched among its first requests, because an order is created before its codes are shown.
 */
export async function listCreations(db: Db, orderId: string): Promise<StoredRequest[]> {
  const first = await aboutOrder(db, orderId, false)
  const creations = first.filter(({ codesShown }) => codesShown === undefined)
  return withSenders(db, creations.toReversed().slice(0, CREATIONS_MAX))
}

/** Returns the requests that returned codes of an order, or links to them, newest first. */
export async function listDownloads(db: Db, orderId: string): Promise<StoredRequest[]> {
  const last = await aboutOrder(db, orderId, true)
  const downloads = last.filter(({ codesShown }) => codesShown !== undefined)
  return withSenders(db, downloads.slice(0, DOWNLOADS_MAX))
}

async function findOwn(db: Db, requestId: string, at: number): Promise<LoggedRequest | undefined> {
  const blocks = await db.rows(blocksAround(requestId, at))
  const requests = blocks.flatMap(toRequests)
  const own = requests.find((request) => request.requestId === requestId)
  if (own) return own
  const [single] = await db.rows(requestById(requestId, at))
  return single && toRequest(single)
}

function aboutOrder(db: Db, orderId: string, isNewestFirst: boolean): Promise<LoggedRequest[]> {
  return readBoth(db, {
    single: requestsOfOrder(orderId, { isNewestFirst, limit: SEARCHED_MAX }),
    blocks: namedBlocks(orderId, isNewestFirst),
    isMatch: (request) => request.orderId === orderId,
    limit: SEARCHED_MAX,
  })
}

interface LogSearch {
  /** Requests of the earlier table, in the same order as the blocks. */
  readonly single: Statement<RequestsRow>
  readonly blocks: Blocks
  readonly isMatch: (request: LoggedRequest) => boolean
  readonly limit: number
}

/** Reads both tables. The earlier table has only older requests, except during a rolling update. */
async function readBoth(db: Db, { single, blocks, isMatch, limit }: LogSearch) {
  const requests = await readBlocks(db, blocks, { isMatch, limit })
  for (const row of await db.rows(single)) requests.push(toRequest(row))
  const sign = blocks.isNewestFirst ? -1 : 1
  requests.sort((one, other) => sign * (one.requestId < other.requestId ? -1 : 1))
  return requests.slice(0, limit)
}
