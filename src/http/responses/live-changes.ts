import { countOpenAlerts } from '../../alerts/mod.ts'
import { pause, Refusal } from '../../core/mod.ts'
import { isConnectionLost } from '../../db/mod.ts'
import { openSessions, type SessionContext } from '../../identity/mod.ts'
import { changedOrders, type ChangedOrder } from '../../reports/mod.ts'
import type { Log } from '../observability/log.ts'

/** The changes between two polls. */
export interface Change {
  /** The orders whose status changed; undefined if they are too many to name. */
  readonly orderIds: readonly string[] | undefined
  readonly hasChangedAlerts: boolean
}

const POLL_MS = 1_000
/**
 * How far a poll looks back beyond the last one: a status has the time at which it was written, but
 * is visible only after its commit.
 */
const OVERLAP_MS = 5_000
const ORDERS_MAX = 200
/** A stream that is more polls behind gets the message that anything may have changed. */
const RECENT_POLLS_MAX = 30
const STREAMS_MAX = 1_000
/**
 * The tabs of a browser share one stream. Further ones are leftovers, or an attempt to hold
 * connections.
 */
const STREAMS_PER_SESSION = 8
const STREAMS_PER_ACTOR = 32
/** The sessions of the listeners are checked at every fifth poll. */
const SESSIONS_EVERY = 5
const RETRY_AFTER_SECONDS = 5

/** Means that anything may have changed. */
const ANYTHING: Change = { orderIds: undefined, hasChangedAlerts: true }

interface LiveContext extends SessionContext {
  readonly log: Log
}

/** Somebody who reads a stream. */
export interface Listener {
  /** The user or token, as log lines name it. */
  readonly who: string
  /** The token of the session; undefined for the operator token. */
  readonly token: string | undefined
}

/**
 * Detects changes in the database for the pages that show them: one poll of this process serves all
 * its streams; without a stream there is no poll. Each process polls by itself, so streams also see
 * writes of other processes.
 */
export class LiveChanges {
  readonly #context: LiveContext
  /** The last polls, by their numbers. */
  readonly #recent = new Map<number, Change>()
  /** The orders that were reported lately, with the times of their status changes. */
  readonly #reported = new Map<string, number>()
  #polls = 0
  readonly #listeners = new Set<Listener>()
  #endedTokens: ReadonlySet<string> = new Set()
  #readSince = 0
  #alerts = ''
  #nextPoll: Promise<void> | undefined

  constructor(context: LiveContext) {
    this.#context = context
  }

  /** Adds a listener. Returns the number of the last poll before it. Refuses rate_limited. */
  add(listener: Listener): number {
    const { who, token } = listener
    const others = [...this.#listeners]
    requireRoom(others.length, STREAMS_MAX, '')
    const ofActor = others.filter((one) => one.who === who)
    requireRoom(ofActor.length, STREAMS_PER_ACTOR, ` of ${who}`)
    const ofSession = ofActor.filter((one) => token !== undefined && one.token === token)
    requireRoom(ofSession.length, STREAMS_PER_SESSION, ' of one session')
    this.#listeners.add(listener)
    return this.#polls
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  /** True if the session of a listener was over at the last check of sessions. */
  isOver({ token }: Listener): boolean {
    return token !== undefined && this.#endedTokens.has(token)
  }

  /** The number of the last poll. */
  get last(): number {
    return this.#polls
  }

  /**
   * Resolves after the next poll, which all waiters share. A failed poll reports no change: the
   * next one looks back to the last one that succeeded.
   */
  next(): Promise<void> {
    this.#nextPoll ??= this.#pollIfPossible().finally(() => {
      this.#nextPoll = undefined
    })
    return this.#nextPoll
  }

  /** Returns the changes after the poll with this number. */
  since(poll: number): Change {
    if (this.#polls - poll > RECENT_POLLS_MAX) return ANYTHING
    const changes = [...this.#recent].flatMap(([number, change]) => (number > poll ? [change] : []))
    const changedIds = changes.flatMap(({ orderIds }) => orderIds ?? [])
    const isKnown = changes.every(({ orderIds }) => orderIds !== undefined)
    return {
      orderIds: isKnown ? [...new Set(changedIds)] : undefined,
      hasChangedAlerts: changes.some(({ hasChangedAlerts }) => hasChangedAlerts),
    }
  }

  async #pollIfPossible(): Promise<void> {
    await pause(POLL_MS).over
    try {
      await this.#poll()
    } catch (error) {
      if (isConnectionLost(error)) return
      this.#context.log.error({ err: error }, 'live changes could not be read')
    }
  }

  async #poll(): Promise<void> {
    const { db, clock } = this.#context
    const now = clock.now()
    const sinceMs = Math.max(this.#readSince, now - POLL_MS * RECENT_POLLS_MAX) - OVERLAP_MS
    if (this.#polls % SESSIONS_EVERY === 0) await this.#checkSessions()
    const [orders, open] = await Promise.all([
      changedOrders(db, { sinceMs, limit: ORDERS_MAX }),
      countOpenAlerts(db),
    ])
    this.#readSince = now
    const alerts = JSON.stringify([...open])
    this.#polls += 1
    this.#recent.set(this.#polls, {
      orderIds: orders.length < ORDERS_MAX ? this.#unreported(orders, sinceMs) : undefined,
      hasChangedAlerts: alerts !== this.#alerts,
    })
    this.#alerts = alerts
    this.#recent.delete(this.#polls - RECENT_POLLS_MAX)
  }

  async #checkSessions(): Promise<void> {
    const tokens = [...this.#listeners].flatMap(({ token }) => token ?? [])
    const open = await openSessions(this.#context, tokens)
    this.#endedTokens = new Set(tokens.filter((token) => !open.has(token)))
  }

  /** Leaves out changes that the overlap of polls returns a second time. */
  #unreported(orders: readonly ChangedOrder[], sinceMs: number): string[] {
    const fresh = orders.filter(({ orderId, atMs }) => this.#reported.get(orderId) !== atMs)
    for (const { orderId, atMs } of fresh) this.#reported.set(orderId, atMs)
    for (const [orderId, atMs] of this.#reported) {
      if (atMs < sinceMs) this.#reported.delete(orderId)
    }
    return fresh.map(({ orderId }) => orderId)
  }
}

function requireRoom(open: number, max: number, owner: string): void {
  if (open < max) return
  throw new Refusal('rate_limited', `at most ${max} live streams${owner} at a time; close others`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
