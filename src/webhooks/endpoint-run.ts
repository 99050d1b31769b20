import type { EndpointLease } from './lease-rows.ts'
import type { DeliveryToSave, ReadDelivery } from './delivery-rows.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import type { WebhookResponse } from './sender.ts'
import { SentMarks } from './sent-marks.ts'

/** One event on its way to one endpoint. */
export interface PendingDelivery {
  readonly event: OutgoingEvent
  /** Number of earlier attempts. */
  readonly attempts: number
  /** Number of replays of the event when it was read. */
  readonly replays: number
  /** True if the delivery is in webhook_deliveries. */
  isQueued: boolean
}

/** One attempt, with the instant of the next one, if there will be one. */
export interface Attempt {
  readonly delivery: PendingDelivery
  readonly response: WebhookResponse
  readonly at: number
  readonly nextTryAt: number | undefined
}

/** The changes since the last settlement, to be written in one transaction. */
export interface Settlement {
  readonly lease: EndpointLease
  readonly attempts: readonly Attempt[]
  readonly saved: readonly DeliveryToSave[]
  /** Deliveries that have ended. */
  readonly removed: readonly ReadDelivery[]
  /**
   * Subjects whose next delivery may be due: those of queued deliveries that have ended, because
   * others can wait only behind a queued delivery.
   */
  readonly subjects: readonly string[]
  readonly lastEvent: number
}

/** The most events of one endpoint in memory. */
const EVENTS_MAX = 200
/** The most events in memory of an endpoint that is slow or fails. */
const SLOW_EVENTS_MAX = 8
/**
 * If the delivery of an event has not ended this long after the event or a later one was sent, the
 * event is queued. Then it no longer holds back `last_event`.
 */
const QUEUE_AFTER_MS = 250

/**
 * Sends events to one endpoint, in one process. The events of a subject form a chain: one is sent
 * at a time, and after a failure the rest of the chain waits in webhook_deliveries. An event is
 * queued there together with all earlier ones of its subject that have not ended.
 */
export class EndpointRun {
  readonly lease: EndpointLease
  readonly #chains = new Map<string, PendingDelivery[]>()
  readonly #ready: PendingDelivery[] = []
  /** Events after `last_event` that are neither delivered nor queued, in order. */
  readonly #open = new Map<number, PendingDelivery>()
  readonly #inMemory = new Set<number>()
  /** Subjects with a failure that is not written yet. */
  readonly #failed = new Set<string>()
  /** Subjects whose delivery has ended, where the end is not written yet. */
  readonly #endedSubjects = new Set<string>()
  readonly #sent = new SentMarks()
  #attempts: Attempt[] = []
  #parked: PendingDelivery[] = []
  #removed: ReadDelivery[] = []
  #readUpTo: number
  #settledUpTo: number
  sending = 0
  /** True if the last attempt failed or took long. */
  isSlow = false
  isHalted = false

  constructor(lease: EndpointLease, lastEvent: number) {
    this.lease = lease
    this.#readUpTo = lastEvent
    this.#settledUpTo = lastEvent
  }

  get readUpTo(): number {
    return this.#readUpTo
  }

  get size(): number {
    return this.#inMemory.size
  }

  /** Number of further events that may be read. */
  get room(): number {
    return Math.max(0, this.#eventsMax - this.size)
  }

  /** True if more events should be read. Few large reads cost less than many small ones. */
  get hasRoom(): boolean {
    return this.room >= this.#eventsMax / 2 || (this.room > 0 && !this.hasReady)
  }

  get #eventsMax(): number {
    return this.isSlow ? SLOW_EVENTS_MAX : EVENTS_MAX
  }

  get partnerId(): number {
    return this.lease.partnerId
  }

  get hasReady(): boolean {
    return this.#ready.length > 0
  }

  /** True if nothing is under way and all is written. */
  get isIdle(): boolean {
    return this.#inMemory.size === 0 && !this.#hasNews()
  }

  /** Counts events up to this number as read, because the endpoint does not want their types. */
  skipTo(eventNo: number): void {
    if (eventNo > this.#readUpTo) this.#readUpTo = eventNo
  }

  /** Adds an event of the feed. `isBlocked`: an earlier one of its subject is queued. */
  addFresh(delivery: PendingDelivery, isBlocked: boolean): void {
    this.skipTo(delivery.event.eventNo)
    if (isBlocked || this.#failed.has(delivery.event.subject)) {
      this.#parked.push(delivery)
    } else {
      this.#open.set(delivery.event.eventNo, delivery)
      this.#append(delivery)
    }
  }

  /**
   * Adds a due delivery. Leaves it out if a delivery of its subject is in progress, or has ended
   * without being written yet, because the row was then read in an old state.
   */
  addDue(delivery: PendingDelivery): void {
    const { eventNo, subject } = delivery.event
    const isUnderWay = this.#inMemory.has(eventNo) || this.#chains.has(subject)
    const isUnwritten = this.#failed.has(subject) || this.#endedSubjects.has(subject)
    if (!isUnderWay && !isUnwritten) this.#append(delivery)
  }

  /** Gives up a delivery whose event has been removed because of its age. */
  drop(subject: string, read: ReadDelivery): void {
    if (this.#chains.has(subject)) return
    this.#removed.push(read)
    this.#failed.add(subject)
  }

  #append(delivery: PendingDelivery): void {
    const { eventNo, subject } = delivery.event
    this.#inMemory.add(eventNo)
    const chain = this.#chains.get(subject)
    if (chain) {
      chain.push(delivery)
    } else {
      this.#chains.set(subject, [delivery])
      this.#ready.push(delivery)
    }
  }

  /** Returns the next event to send, which then counts as being sent. */
  next(): PendingDelivery | undefined {
    const delivery = this.#ready.shift()
    if (!delivery) return undefined
    this.sending += 1
    if (!delivery.isQueued) this.#sent.add(delivery.event.eventNo)
    return delivery
  }

  /** Records an attempt that has ended. After a failure, the rest of the chain is parked. */
  recordAttempt(attempt: Attempt): void {
    const { delivery, response, nextTryAt } = attempt
    const { subject } = delivery.event
    this.sending -= 1
    this.#attempts.push(attempt)
    const chain = this.#forget(delivery)
    const hasEnded = response.fault === undefined || nextTryAt === undefined
    if (hasEnded) {
      this.#endedSubjects.add(subject)
      const [next] = chain
      if (next) this.#ready.push(next)
    } else {
      this.#failed.add(subject)
      for (const behind of chain) if (!behind.isQueued) this.#parked.push(behind)
      for (const behind of chain) this.#forget(behind)
    }
  }

  /** Removes a delivery from memory, and returns the rest of its chain. */
  #forget(delivery: PendingDelivery): PendingDelivery[] {
    const { eventNo, subject } = delivery.event
    this.#inMemory.delete(eventNo)
    this.#open.delete(eventNo)
    const chain = this.#chains.get(subject) ?? []
    const rest = chain.filter((one) => one !== delivery)
    if (rest.length === 0 || this.isHalted) this.#chains.delete(subject)
    else this.#chains.set(subject, rest)
    return this.isHalted ? [] : rest
  }

  /** Stops sending. Requests under way are finished; other events count as unread. */
  halt(): void {
    this.isHalted = true
    const waiting = new Set(this.#ready.splice(0))
    for (const chain of this.#chains.values()) {
      const [first] = chain
      for (const delivery of first && waiting.has(first) ? chain : chain.slice(1)) {
        const { eventNo } = delivery.event
        this.#inMemory.delete(eventNo)
        if (this.#open.delete(eventNo) && eventNo <= this.#readUpTo) this.#readUpTo = eventNo - 1
      }
    }
    this.#parked = this.#parked.filter(({ event }) => event.eventNo <= this.#readUpTo)
  }

  /** Returns the changes to write, if there are any. */
  settle(at: { readonly now: number; readonly monotonic: number }): Settlement | undefined {
    const queued = this.#queueOpen(at)
    const lastEvent = this.#lastEvent()
    if (!this.#hasNews() && queued.length === 0 && lastEvent === this.#settledUpTo) {
      return undefined
    }
    const attempts = this.#attempts
    const parked = this.#parked
    const failed = attempts.filter(({ nextTryAt }) => nextTryAt !== undefined)
    const ended = attempts.filter(
      ({ delivery, nextTryAt }) => delivery.isQueued && nextTryAt === undefined,
    )
    const settlement = {
      lease: this.lease,
      attempts,
      saved: [
        ...queued,
        ...failed.map(({ delivery, nextTryAt }) =>
          this.#row(delivery, { attempts: delivery.attempts + 1, nextTryAt }),
        ),
        ...parked.map((delivery) => this.#row(delivery, { attempts: 0, nextTryAt: undefined })),
      ],
      removed: [...this.#removed, ...ended.map(({ delivery }) => this.#name(delivery))],
      subjects: [
        ...this.#failed,
        ...ended.map(({ delivery }) => delivery.event.subject),
        ...parked.map(({ event }) => event.subject),
      ],
      lastEvent,
    }
    this.#attempts = []
    this.#parked = []
    this.#removed = []
    this.#failed.clear()
    this.#endedSubjects.clear()
    this.#settledUpTo = lastEvent
    return settlement
  }

  #hasNews(): boolean {
    return this.#attempts.length + this.#parked.length + this.#removed.length > 0
  }

  #lastEvent(): number {
    const [firstOpen] = this.#open.keys()
    // A run that was halted may have left earlier events unread.
    return firstOpen === undefined ? this.#readUpTo : Math.min(firstOpen - 1, this.#readUpTo)
  }

  /** Queues events that take too long, and those whose subject has a parked event. */
  #queueOpen({ now, monotonic }: { now: number; monotonic: number }): DeliveryToSave[] {
    const upTo = this.#sent.takeBefore(QUEUE_AFTER_MS, monotonic)
    const parked = new Set(this.#parked.map(({ event }) => event.subject))
    const queued: PendingDelivery[] = []
    for (const [eventNo, delivery] of this.#open) {
      if (eventNo <= upTo || parked.has(delivery.event.subject)) queued.push(delivery)
      else if (parked.size === 0) break
    }
    return queued.map((delivery) => {
      delivery.isQueued = true
      this.#open.delete(delivery.event.eventNo)
      const isFirst = this.#chains.get(delivery.event.subject)?.[0] === delivery
      const { attempts } = delivery
      return this.#row(delivery, { attempts, nextTryAt: isFirst ? now : undefined })
    })
  }

  #row(
    delivery: PendingDelivery,
    state: { attempts: number; nextTryAt: number | undefined },
  ): DeliveryToSave {
    return { ...this.#name(delivery), subject: delivery.event.subject, ...state }
  }

  #name({ event, replays }: PendingDelivery): ReadDelivery {
    const { partnerId, endpointId } = this.lease
    return { partnerId, endpointId, eventNo: event.eventNo, replays }
  }
}
