import {
  nextPartners,
  oneRow,
  sql,
  transact,
  type Database,
  type Db,
  type PartnerRange,
  type Statement,
  type Tx,
  twinned,
} from '../db/mod.ts'
import type { NewEvent } from './event.ts'
import { insertNumbered } from './event-rows.ts'
import {
  advanceFeeds,
  feedsToRelay,
  followedPartners,
  lockFeeds,
  lockRelay,
  skipNumbers,
  type FeedProgress,
} from './feed-rows.ts'
import { orderEvent } from './order-source.ts'
import {
  readChanges,
  readOutbox,
  removeChanges,
  removeEvents,
  type OutboxRow,
} from './outbox-rows.ts'
import { transfersIn } from './transfer-rows.ts'
import { transferEvent, TRANSFERS } from './transfer-source.ts'

/** The number of rows of each outbox that one relay reads. */
const OUTBOX_ROWS_MAX = 5_000
/** The number of transfers that one relay reads, of all feeds together. */
const TRANSFERS_MAX = 10_000
/**
 * The number of feeds that one relay checks, beside those that had events in the last minute. This
 * bounds its cost, however many feeds there are. The first event of an idle feed may have to wait
 * for a few relays.
 */
const FEEDS_MAX = 2_000
/**
 * The number of events that one relay creates from rows for several partners. A single row may
 * create more.
 */
const FANNED_OUT_MAX = 20_000

export interface RelayResult {
  /** The partners that have new events. */
  readonly partnerIds: readonly number[]
  /** True if there may be more to relay. */
  readonly isFull: boolean
  /** The feed after which the next relay continues. */
  readonly after: number
}

export interface RelayOptions {
  /** The feed after which this relay continues; 0 for the first relay. */
  readonly after?: number
  /**
   * Called within the transaction with the life of the database. Returns false if no feed can reuse
   * numbers of an earlier life any more.
   */
  mustSkip?(life: string): boolean
}

/**
 * Numbers the events since the last relay in the feeds of the partners that listen. One process
 * relays at a time; a second one returns at once. The deletion from an outbox and the insertion
 * into a feed commit together, so a kill loses and repeats nothing.
 */
export function relayEvents(db: Database, options: RelayOptions = {}): Promise<RelayResult> {
  return transact(db, (tx) => relayOnce(tx, db.life, options))
}

/**
 * Returns whether a relay that starts after this feed would find anything, and the feed after which
 * the next check continues. Begins no transaction: an idle process uses no transaction ids.
 */
export async function checkForEvents(
  db: Db,
  after: number,
): Promise<{ readonly hasEvents: boolean; readonly next: number }> {
  const range = await nextPartners(db, 'feeds', { after, limit: FEEDS_MAX })
  const hasEvents = (await db.rows(somethingToRelay(range))).length > 0
  return { hasEvents, next: range.next }
}

async function relayOnce(
  tx: Tx,
  lives: Database['life'],
  { after = 0, mustSkip }: RelayOptions,
): Promise<RelayResult> {
  const { is_locked: isLocked } = await oneRow(tx, lockRelay())
  if (!isLocked) return { partnerIds: [], isFull: false, after }
  const life = lives.currentId
  if (mustSkip?.(life)) tx.write(skipNumbers(life))
  const [published, changes, { next, behind }] = await Promise.all([
    tx.rows(readOutbox(OUTBOX_ROWS_MAX)),
    tx.rows(readChanges(OUTBOX_ROWS_MAX)),
    readBehind(tx, after),
  ])
  if (published.length + changes.length + behind.length === 0) {
    return { partnerIds: [], isFull: false, after: next }
  }
  const share = BigInt(Math.ceil(TRANSFERS_MAX / Math.max(1, behind.length)))
  const ranges = behind.map(({ partner_id: partnerId, last_transfer: relayed, latest }) => {
    const last = latest - relayed > share ? relayed + share : latest
    return { partnerId, first: relayed + 1n, last }
  })
  const transfers = ranges.length === 0 ? [] : await tx.rows(transfersIn(ranges, TRANSFERS))
  // Events of cases come after the changes of their orders. The changes were read later, so they
  // are complete, unless there are more of them than one relay reads.
  const fanned = changes.length < OUTBOX_ROWS_MAX ? await fanOut(tx, published) : NOTHING
  if (fanned.published.length > 0) tx.write(removeEvents(fanned.published))
  if (changes.length > 0) tx.write(removeChanges(changes))
  const events = [...changes.map(orderEvent), ...fanned.events, ...transfers.map(transferEvent)]
  const lastTransfers = new Map(ranges.map(({ partnerId, last }) => [partnerId, last]))
  const partnerIds = await append(tx, { events, life }, lastTransfers)
  const isFull =
    fanned.published.length < published.length ||
    published.length === OUTBOX_ROWS_MAX ||
    changes.length === OUTBOX_ROWS_MAX ||
    behind.some(({ last_transfer: from, latest }) => latest - from > share)
  return { partnerIds, isFull, after: next }
}

/**
 * Returns the feeds with unrelayed transfers, and the feed after which the next relay continues.
 */
async function readBehind(tx: Tx, after: number) {
  const range = await nextPartners(tx, 'feeds', { after, limit: FEEDS_MAX })
  return { next: range.next, behind: await tx.rows(feedsToRelay(range)) }
}

/**
 * Returns rows if there is anything to relay. An idle process sends this statement all the time.
 */
export const somethingToRelay = twinned(
  'somethingToRelay',
  (range: PartnerRange): Statement<unknown> =>
    sql`
      select true as is_found
      where exists (select from event_outbox) or exists (select from order_outbox)
        or exists (${feedsToRelay(range)})`,
)

interface FannedOut {
  readonly published: readonly OutboxRow[]
  readonly events: readonly NewEvent[]
}

const NOTHING: FannedOut = { published: [], events: [] }

/**
 * Creates one event for each partner that listens from a row that names no partner. Equal rows
 * create one event: the last change of a product says as much as all of them.
 */
async function fanOut(tx: Tx, rows: readonly OutboxRow[]): Promise<FannedOut> {
  const isForAll = rows.some((row) => row.for_partner === null)
  const all = isForAll ? await tx.rows(followedPartners()) : []
  const events = new Map<string, readonly NewEvent[]>()
  let [length, count] = [0, 0]
  for (const { for_partner: forPartner, for_test: isForTest, ...row } of rows) {
    const audience = all.filter((one) => isForTest === null || one.is_test === isForTest)
    const partnerIds = forPartner === null ? audience.map((one) => one.partner_id) : [forPartner]
    if (length > 0 && count + partnerIds.length > FANNED_OUT_MAX) break
    length += 1
    count += partnerIds.length
    const { type, subject, occurred_at: at, data } = row
    const key = JSON.stringify([forPartner, isForTest, type, subject, data])
    const about = { type, subject, atMs: at.getTime(), data }
    events.set(
      key,
      partnerIds.map((partnerId) => ({ partnerId, ...about })),
    )
  }
  return { published: rows.slice(0, length), events: [...events.values()].flat() }
}

/** Numbers the events in their order, and drops those of partners that do not listen. */
async function append(
  tx: Tx,
  { events, life }: { readonly events: readonly NewEvent[]; readonly life: string },
  lastTransfers: ReadonlyMap<number, bigint>,
): Promise<number[]> {
  const ids = new Set([...events.map(({ partnerId }) => partnerId), ...lastTransfers.keys()])
  const feeds = await tx.rows(lockFeeds([...ids]))
  const before = new Map(feeds.map((row) => [row.partner_id, Number(row.last_event)]))
  const numbers = new Map(before)
  const numbered = events.flatMap((event) => {
    const last = numbers.get(event.partnerId)
    if (last === undefined) return []
    numbers.set(event.partnerId, last + 1)
    return [{ ...event, eventNo: last + 1 }]
  })
  if (numbered.length > 0) tx.write(insertNumbered(numbered))
  const progress: FeedProgress[] = [...numbers].map(([partnerId, lastEvent]) => ({
    partnerId,
    lastEvent,
    lastTransfer: lastTransfers.get(partnerId),
  }))
  if (progress.length > 0) tx.write(advanceFeeds(progress, life))
  return [...numbers].flatMap(([id, last]) => (last === before.get(id) ? [] : [id]))
}
