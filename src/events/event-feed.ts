import {
  createWakeSignal,
  invalidParameter,
  repeat,
  type Clock,
  type RepeatedWork,
  MS_PER_HOUR,
} from '../core/mod.ts'
import { maybeRow, oneRow, type Database, type FeedsRow } from '../db/mod.ts'
import { eventId } from './event.ts'
import type { PageSearch } from './event-rows.ts'
import { followFeeds, feedOf, lastEvents, skipNumbersOf } from './feed-rows.ts'
import { FeedWaits } from './feed-waits.ts'
import { readPage, type FeedPage } from './read-events.ts'
import { checkForEvents, relayEvents, type RelayResult } from './relay.ts'
import { PAUSE_AFTER_FAULT, pauseAfterRelay } from './relay-pause.ts'

export interface EventFeedOptions {
  readonly db: Database
  readonly clock: Clock
}

/** The longest wait of a reader for a first event. */
export interface PageWait {
  readonly ms: number
  /** True if the reader must not wait any longer. */
  isOver(): boolean
}

/** The time after which a reader records again that the feed is followed. */
const FOLLOW_MS = MS_PER_HOUR

/** The feeds of partners, as one process reads and relays them. */
export class EventFeed {
  readonly #options: EventFeedOptions
  readonly #waits = new FeedWaits()
  /** Signals that this process has written something that may become an event. */
  readonly #written = createWakeSignal()
  readonly #listeners: ((partnerIds: readonly number[]) => void)[] = []

  constructor(options: EventFeedOptions) {
    this.#options = options
    this.onRelayed((partnerIds) => this.#waits.wake(partnerIds))
  }

  /** Calls the listener with the partners for which this process relayed events. */
  onRelayed(listener: (partnerIds: readonly number[]) => void): void {
    this.#listeners.push(listener)
  }

  /** Ends a long pause between relays of this process, because it has written something. */
  wake(): void {
    this.#written.ring()
  }

  /**
   * Returns the events after a number, oldest first, and waits for one if there is none. Begins
   * the feed of a partner that reads it for the first time. Without `after`, it reads from the
   * oldest event.
   *
   * Refuses, in this order:
   *   invalid_parameters   `after`: events after this number are not stored any more, or it was
   *                        never given out
   *   rate_limited         too many readers wait
   */
  async read(
    partnerId: number,
    { after, ...search }: Omit<PageSearch, 'after'> & { readonly after: number | undefined },
    wait: PageWait,
  ): Promise<FeedPage> {
    const { first, last } = await this.#reach(partnerId, after)
    const from = after ?? first - 1
    if (from < first - 1) {
      const oldest = eventId({ partnerId, eventNo: first - 1 })
      throw invalidParameter('after', `must be ${oldest} or later: earlier events are not stored`)
    }
    if (from > last) {
      const newest = eventId({ partnerId, eventNo: last })
      throw invalidParameter('after', `must be ${newest} or earlier: the feed ends there`)
    }
    const { db } = this.#options
    const page = await readPage(db, partnerId, { ...search, after: from })
    if (page.last > from || wait.ms === 0) return page
    await this.#waits.untilEvent({ partnerId, after: from, ...wait })
    return await readPage(db, partnerId, { ...search, after: from })
  }

  /**
   * Returns the number of the oldest stored event, or of the next one, and that of the last. A
   * number beyond the last may come from an earlier life of the database, which has lost its event:
   * then the feed continues after that number.
   */
  async #reach(partnerId: number, after = 0): Promise<{ first: number; last: number }> {
    const { db } = this.#options
    const feed = await this.#follow(partnerId)
    const life = db.life.currentId
    if (after <= Number(feed.last_event) || feed.life === life) return numbersOf(feed)
    await db.rows(skipNumbersOf(partnerId, life))
    return numbersOf(await oneRow(db, feedOf(partnerId)))
  }

  async #follow(partnerId: number): Promise<FeedsRow> {
    const { db, clock } = this.#options
    const feed = await maybeRow(db, feedOf(partnerId))
    const listenedAt = feed?.listened_at.getTime() ?? 0
    if (feed?.is_followed && clock.now() - listenedAt < FOLLOW_MS) return feed
    await db.rows(followFeeds([partnerId], clock.now()))
    return await oneRow(db, feedOf(partnerId))
  }

  /** Relays events again and again, until it is stopped. Any number of processes may do so. */
  startRelay(onFault: (error: unknown) => void): RepeatedWork {
    const { db, clock } = this.#options
    let skippedIn: string | undefined
    let [pause, afterFeed] = [PAUSE_AFTER_FAULT, 0]
    const relay = async (): Promise<Pick<RelayResult, 'partnerIds' | 'isFull'>> => {
      const { hasEvents, next } = await checkForEvents(db, afterFeed)
      if (!hasEvents && db.life.currentId === skippedIn) {
        afterFeed = next
        return { partnerIds: [], isFull: false }
      }
      let currentLife = skippedIn
      const relayed = await relayEvents(db, {
        after: afterFeed,
        mustSkip: (life) => {
          currentLife = life
          return life !== skippedIn
        },
      })
      skippedIn = currentLife
      afterFeed = relayed.after
      return relayed
    }
    const relayAndNotify = async (): Promise<void> => {
      if (pause.moreMs > 0) await this.#written.wait(pause.moreMs)
      const begunMs = clock.monotonic()
      pause = PAUSE_AFTER_FAULT
      const { partnerIds, isFull } = await relay()
      const tookMs = clock.monotonic() - begunMs
      pause = pauseAfterRelay({ tookMs, hasFound: partnerIds.length > 0, isFull })
      if (partnerIds.length > 0) for (const listener of this.#listeners) listener(partnerIds)
    }
    const relaying = repeat(relayAndNotify, () => pause.leastMs, onFault)
    return {
      stop: () => {
        this.#written.ring()
        return relaying.stop()
      },
    }
  }

  /** Wakes readers whose events another process has relayed. */
  async poll(): Promise<void> {
    this.#waits.endOver()
    const waiting = this.#waits.partners()
    if (waiting.length === 0) return
    for (const row of await this.#options.db.rows(lastEvents(waiting)))
      this.#waits.reached(row.partner_id, Number(row.last_event))
  }
}

function numbersOf(feed: FeedsRow): { first: number; last: number } {
  return { first: Number(feed.first_event), last: Number(feed.last_event) }
}
