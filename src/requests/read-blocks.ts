import { dateAt } from '../core/mod.ts'
import { sql, type Db, type RequestBlocksRow, type Statement } from '../db/mod.ts'
import { readEntries } from './block-entries.ts'
import { endOfSlot, SLOT_MS } from './block-slots.ts'
import { markOf } from './marks.ts'
import { FIRST_ID, LAST_ID } from './request-id.ts'
import { FOREVER_MS, idRange, type RequestFilter } from './request-filter.ts'
import type { LoggedRequest } from './request.ts'

/** The number of blocks that are read at once: few at first, then more, up to 6 MB. */
const [COUNT_FIRST, COUNT_MAX] = [4, 32]

/**
 * Candidate blocks: the newest first, by their last ids, or the oldest first, by their first ids.
 */
export interface Blocks {
  readonly isNewestFirst: boolean
  /** Returns the next blocks after the one with this id. */
  next(cursor: string, count: number): Statement<RequestBlocksRow>
  /** The first cursor. */
  readonly begin: string
}

/**
 * Returns the first matching requests of these blocks. Blocks of several processes overlap in time,
 * so reading continues until no further block can have an earlier request.
 */
export async function readBlocks(
  db: Db,
  { isNewestFirst, next, begin }: Blocks,
  { isMatch, limit }: { isMatch: (request: LoggedRequest) => boolean; limit: number },
): Promise<LoggedRequest[]> {
  const matches: LoggedRequest[] = []
  const sign = isNewestFirst ? -1 : 1
  let cursor = begin
  for (let count = COUNT_FIRST; ; count = Math.min(count * 2, COUNT_MAX)) {
    const blocks = await db.rows(next(cursor, count))
    for (const block of blocks) matches.push(...toRequests(block).filter(isMatch))
    matches.sort((one, other) => sign * (one.requestId < other.requestId ? -1 : 1))
    matches.splice(limit)
    const [lastBlock, lastMatch] = [blocks.at(-1), matches.at(limit - 1)]
    if (!lastBlock || blocks.length < count) return matches
    cursor = isNewestFirst ? lastBlock.last_id : lastBlock.first_id
    if (lastMatch && sign * (lastMatch.requestId < cursor ? -1 : 1) < 0) return matches
  }
}

export function toRequests(block: RequestBlocksRow): LoggedRequest[] {
  return readEntries(block.entries, block.client_id ?? undefined)
}

/** Returns the blocks that may have this request. */
export function blocksAround(requestId: string, atMs: number): Statement<RequestBlocksRow> {
  return sql`
    select * from request_blocks
    where at >= ${dateAt(atMs)} and at < ${dateAt(atMs + SLOT_MS)}
      and last_id >= ${requestId} and last_id < ${endOfSlot(requestId)}
      and first_id <= ${requestId}`
}

/** Blocks of requests that a filter selects. */
export function selectedBlocks(filter: RequestFilter): Blocks {
  return {
    isNewestFirst: true,
    begin: endOfSlot(idRange(filter).untilId),
    next: (cursor, count) => newestBlocks(filter, cursor, count),
  }
}

/** Reads each credential's blocks by its own range of the index, as `newestRequests` does. */
function newestBlocks(
  filter: RequestFilter,
  cursor: string,
  count: number,
): Statement<RequestBlocksRow> {
  const { clientIds, isFailed = false, fromMs = 0, beforeMs = FOREVER_MS } = filter
  const { fromId, untilId } = idRange(filter)
  const newest = (condition: Statement<unknown>) => sql<RequestBlocksRow>`
    select * from request_blocks
    where at >= ${dateAt(fromMs)} and at < ${dateAt(Math.min(beforeMs + SLOT_MS, FOREVER_MS))}
      and last_id >= ${fromId} and last_id < ${cursor} and first_id < ${untilId}
      ${condition} ${isFailed ? sql`and has_failures` : sql``}
    order by last_id desc limit ${count}`
  if (clientIds === undefined) return newest(sql``)
  return sql`
    select own.* from unnest(${clientIds}::uuid[]) as named (client_id)
    cross join lateral (${newest(sql`and client_id = named.client_id`)}) as own
    order by own.last_id desc limit ${count}`
}

/** Blocks of requests that have this name: an order, or the id that a caller chose. */
export function namedBlocks(name: string, isNewestFirst: boolean): Blocks {
  return {
    isNewestFirst,
    begin: isNewestFirst ? LAST_ID : FIRST_ID,
    next: (cursor, count) => {
      const [key, order] = isNewestFirst
        ? [sql`last_id < ${cursor}`, sql`last_id desc`]
        : [sql`first_id > ${cursor}`, sql`first_id`]
      // Without "offset 0" the planner would read the other index until it has found enough
      // matches.
      return sql`
        select * from (
          select * from request_blocks where marks @> array[${markOf(name)}::integer] offset 0
        ) as marked
        where ${key} order by ${order} limit ${count}`
    },
  }
}
