import { groupBy, repeat, signWebhook, waitAtMost, type Repeated } from '../core/mod.ts'
import { EndpointRun, type PendingDelivery } from './endpoint-run.ts'
import { dueDeliveries, freshEvents, type DueRow, type FreshRow } from './events-to-send.ts'
import { LeasePoll } from './lease-poll.ts'
import {
  handOnLeases,
  releaseLeases,
  renewLeases,
  targetsOf,
  type LeasedRow,
  type TargetRow,
} from './lease-rows.ts'
import { toOutgoing } from './outgoing-event.ts'
import { nextAttemptAt } from './retry-schedule.ts'
import type { WebhookSender } from './sender.ts'
import { openSecrets, prepareSecrets } from './signing-keys.ts'
import { SendSlots } from './send-slots.ts'
import { writeSettlements, type SettleOptions } from './settle.ts'

export interface WebhookWorkerOptions extends SettleOptions {
  readonly sender: WebhookSender
  readonly leaseSeconds: number
  onFault(error: unknown): void
}

/** An endpoint that this process has leased, and sends to. */
interface Leased {
  readonly run: EndpointRun
  target: TargetRow | undefined
  /** The keys of the target, once something is sent to it. */
  keys: readonly Buffer[] | undefined
  /** True if there may be more to read at once. */
  hasMore: boolean
  /** By the monotonic clock. */
  readAt: number
  /** When it last had something to get, by the monotonic clock. */
  activeAt: number
}

/** The pause between two runs. A run writes attempts that have ended, and reads the next events. */
const PAUSE_MS = 25
/** How often endpoints are read without a wake signal. */
const READ_MS = 500
/** How long an endpoint without events stays leased. */
const IDLE_MS = 1_000
const LEASES_MAX = 1_000
/** If so many subjects of an endpoint wait for another attempt, its later events stay unread. */
const WAITING_MAX = 1_000
const RENEWALS_PER_LEASE = 3
const STOP_MS_MAX = 3_000
const MS_PER_SECOND = 1_000

/**
 * Sends events to webhook endpoints, at least once, those of one subject in their order. Any number
 * of processes may run one: each endpoint is leased by one of them. What a process had not written
 * when it died is sent again by the next one.
 */
export class WebhookWorker {
  readonly #options: WebhookWorkerOptions
  readonly #endpoints = new Map<number, Leased>()
  readonly #slots = new SendSlots<EndpointRun>()
  readonly #sending = new Set<Promise<void>>()
  readonly #poll: LeasePoll
  #runs: Repeated | undefined
  #renewedAt: number
  #isStopping = false

  constructor(options: WebhookWorkerOptions) {
    this.#options = options
    this.#poll = new LeasePoll(options)
    this.#renewedAt = options.clock.monotonic()
    options.db.life.onNew(() => this.#startAnew())
  }

  start(): void {
    const { onFault } = this.#options
    this.#runs = repeat(
      () => this.#run(),
      PAUSE_MS,
      (error) => {
        this.#startAnew()
        onFault(error)
      },
    )
  }

  /** Drops all endpoints. When their leases have expired, unwritten attempts are made again. */
  #startAnew(): void {
    this.#endpoints.clear()
    this.#poll.startAnew()
  }

  /** Sends what these partners' endpoints have to get. */
  wake(partnerIds: Iterable<number>): void {
    this.#poll.wake(partnerIds)
  }

  /** Waits a while for what is being sent, writes what has ended, and releases the leases. */
  async stop(): Promise<void> {
    const { clock, db, onFault } = this.#options
    this.#isStopping = true
    await this.#runs?.stop()
    for (const { run } of this.#endpoints.values()) run.halt()
    await waitAtMost(STOP_MS_MAX, Promise.all(this.#sending))
    await this.#settle({ now: clock.now(), monotonic: clock.monotonic() }).catch(onFault)
    const leases = [...this.#endpoints.values()].map(({ run }) => run.lease)
    this.#endpoints.clear()
    if (leases.length > 0) await db.rows(handOnLeases(leases)).catch(onFault)
  }

  async #run(): Promise<void> {
    const { clock } = this.#options
    const at = { now: clock.now(), monotonic: clock.monotonic() }
    await this.#settle(at)
    await this.#release(at.monotonic)
    await this.#renew(at.monotonic)
    await this.#lease(at)
    await this.#read(at)
    this.#sendReady()
  }

  async #settle(at: { now: number; monotonic: number }): Promise<void> {
    const settlements = [...this.#endpoints.values()].flatMap(({ run }) => run.settle(at) ?? [])
    if (settlements.length === 0) return
    const lost = await writeSettlements(this.#options, settlements, at.now)
    for (const { endpointId } of lost) this.#endpoints.delete(endpointId)
    for (const { lease, removed, subjects } of settlements) {
      const endpoint = this.#endpoints.get(lease.endpointId)
      if (endpoint && removed.length + subjects.length > 0) endpoint.hasMore = true
      if (endpoint) endpoint.activeAt = at.monotonic
    }
  }

  /** Releases endpoints that have nothing to get, and those that are paused or disabled. */
  async #release(monotonic: number): Promise<void> {
    const { db } = this.#options
    const ended = [...this.#endpoints.values()].filter(({ run }) => run.isIdle && run.isHalted)
    const idle = [...this.#endpoints.values()].filter(
      ({ run, hasMore, activeAt }) =>
        run.isIdle && !run.isHalted && !hasMore && monotonic - activeAt > IDLE_MS,
    )
    for (const { run } of [...ended, ...idle]) this.#endpoints.delete(run.lease.endpointId)
    if (ended.length > 0) await db.rows(handOnLeases(ended.map(({ run }) => run.lease)))
    if (idle.length > 0) await db.rows(releaseLeases(idle.map(({ run }) => run.lease)))
  }

  async #renew(monotonic: number): Promise<void> {
    const { db, leaseSeconds } = this.#options
    const renewMs = (leaseSeconds * MS_PER_SECOND) / RENEWALS_PER_LEASE
    if (this.#endpoints.size === 0 || monotonic - this.#renewedAt < renewMs) return
    this.#renewedAt = monotonic
    const leases = [...this.#endpoints.values()].map(({ run }) => run.lease)
    await db.rows(renewLeases(leases, leaseSeconds))
  }

  async #lease(at: { now: number; monotonic: number }): Promise<void> {
    for (const endpoint of this.#endpoints.values()) {
      if (this.#poll.isWoken(endpoint.run.lease.partnerId)) endpoint.hasMore = true
    }
    const rows = await this.#poll.lease(LEASES_MAX - this.#endpoints.size, at)
    for (const row of rows) this.#add(row, at.monotonic)
  }

  #add(row: LeasedRow, monotonic: number): void {
    const { partner_id: partnerId, lease_epoch: epoch } = row
    const endpointId = Number(row.endpoint_id)
    const run = new EndpointRun({ partnerId, endpointId, epoch }, Number(row.last_event))
    run.isSlow = row.failing_since !== null
    const at = { readAt: monotonic, activeAt: monotonic }
    const nothingRead = { target: undefined, keys: undefined, hasMore: true }
    this.#endpoints.set(endpointId, { run, ...nothingRead, ...at })
  }

  async #read({ now, monotonic }: { now: number; monotonic: number }): Promise<void> {
    const { db, vault } = this.#options
    const reading = [...this.#endpoints.values()].filter(
      ({ run, hasMore, readAt }) =>
        !run.isHalted && ((hasMore && run.hasRoom) || monotonic - readAt >= READ_MS),
    )
    if (reading.length === 0) return
    const leases = reading.map(({ run }) => run.lease)
    const fresh = reading.map(({ run, target }) => ({
      lease: run.lease,
      after: run.readUpTo,
      limit: Number(target?.waiting ?? 0) >= WAITING_MAX ? 0 : run.room,
    }))
    // Adds those under way: the statement returns them too, because they are still due.
    const due = reading.map(({ run }) => ({
      lease: run.lease,
      after: run.readUpTo,
      limit: run.room + run.size,
    }))
    const [targets, freshRows, dueRows] = await Promise.all([
      db.rows(targetsOf(leases, WAITING_MAX)),
      db.rows(freshEvents(fresh)),
      db.rows(dueDeliveries(due, now)),
    ])
    await prepareSecrets(vault, targets)
    const byId = new Map(targets.map((row) => [Number(row.endpoint_id), row]))
    const freshOf = groupBy(freshRows, (row) => Number(row.endpoint_id))
    for (const [at, endpoint] of reading.entries()) {
      const { endpointId } = endpoint.run.lease
      const { length } = freshOf.get(endpointId) ?? []
      endpoint.readAt = monotonic
      endpoint.hasMore = length > 0 && length === fresh[at]?.limit
      if (length > 0) endpoint.activeAt = monotonic
      this.#setTarget(endpoint, byId.get(endpointId))
    }
    for (const row of dueRows) this.#addDue(row)
    for (const row of freshRows) this.#addFresh(row)
  }

  /** Stops an endpoint that is not ENABLED any more, or whose lease is lost. */
  #setTarget(endpoint: Leased, target: TargetRow | undefined): void {
    endpoint.target = target
    endpoint.keys = undefined
    if (target?.state === 'ENABLED') return
    endpoint.run.halt()
    if (!target) this.#endpoints.delete(endpoint.run.lease.endpointId)
  }

  #addFresh(row: FreshRow): void {
    const endpoint = this.#endpoints.get(Number(row.endpoint_id))
    if (!endpoint?.target || endpoint.run.isHalted) return
    const { run, target } = endpoint
    const { event_types: types } = target
    if (types !== null && !types.includes(row.type)) return run.skipTo(Number(row.event_no))
    const event = toOutgoing(row)
    run.addFresh({ event, attempts: 0, replays: 0, isQueued: false }, row.is_blocked)
  }

  #addDue(row: DueRow): void {
    const endpoint = this.#endpoints.get(Number(row.endpoint_id))
    if (!endpoint || endpoint.run.isHalted) return
    const { type, body, attempts, replays } = row
    if (type === null || body === null) {
      const { partnerId, endpointId } = endpoint.run.lease
      const read = { partnerId, endpointId, eventNo: Number(row.event_no), replays }
      return endpoint.run.drop(row.subject, read)
    }
    const event = toOutgoing({ ...row, type, body })
    endpoint.run.addDue({ event, attempts, replays, isQueued: true })
  }

  #sendReady(): void {
    for (const { run } of this.#endpoints.values()) this.#slots.request(run)
    this.#fillSlots()
  }

  #fillSlots(): void {
    if (this.#isStopping) return
    for (let run = this.#slots.take(); run; run = this.#slots.take()) {
      const endpoint = this.#endpoints.get(run.lease.endpointId)
      const delivery = endpoint?.run === run ? run.next() : undefined
      if (!endpoint || !delivery) {
        this.#slots.release(run.isSlow)
        continue
      }
      const sent = this.#send(endpoint, delivery, run.isSlow).finally(() =>
        this.#sending.delete(sent),
      )
      this.#sending.add(sent)
      this.#slots.request(run)
    }
  }

  async #send(endpoint: Leased, delivery: PendingDelivery, isSlow: boolean): Promise<void> {
    const { clock, sender, vault, onFault } = this.#options
    const { run, target } = endpoint
    try {
      if (!target) throw new Error('an endpoint is read before anything is sent to it')
      const { id, body } = delivery.event
      const at = clock.now()
      // Opening a secret takes three times as long as signing with it.
      endpoint.keys ??= openSecrets(vault, target, at)
      const headers = signWebhook(endpoint.keys, { id, at, body })
      const answer = await sender.send({ url: target.url, headers, body })
      run.isSlow = answer.fault !== undefined || answer.durationMs > MS_PER_SECOND
      const now = clock.now()
      const next = nextAttemptAt(delivery.attempts + 1, { now, random: Math.random() })
      const nextTryAt = answer.fault === undefined ? undefined : next
      run.ended({ delivery, answer, at, nextTryAt })
    } catch (error) {
      // The lease of the endpoint expires, and the event is sent again.
      this.#endpoints.delete(run.lease.endpointId)
      onFault(error)
    } finally {
      this.#slots.release(isSlow)
    }
    if (this.#endpoints.get(run.lease.endpointId) === endpoint) this.#slots.request(run)
    this.#fillSlots()
  }
}
