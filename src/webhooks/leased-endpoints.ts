import { MS_PER_SECOND, groupBy } from '../core/mod.ts'
import { EndpointRun } from './endpoint-run.ts'
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
import { prepareSecrets } from './signing-keys.ts'
import { writeSettlements, type SettleOptions } from './settle.ts'

export interface LeaseOptions extends SettleOptions {
  readonly leaseSeconds: number
}

/** An endpoint that this process has leased, and sends to. */
export interface LeasedEndpoint {
  readonly run: EndpointRun
  target: TargetRow | undefined
  /** The keys of the target; undefined until something is sent to it. */
  keys: readonly Buffer[] | undefined
  /** True if there may be more to read at once. */
  hasMore: boolean
  /** The last read, by the monotonic clock. */
  readAt: number
  /** The last time at which it had events to send, by the monotonic clock. */
  activeAt: number
}

/** One instant by both clocks. */
interface At {
  readonly now: number
  readonly monotonic: number
}

/** The interval at which endpoints are read without a wake signal. */
const READ_MS = 500
/** The time that an endpoint without events stays leased. */
const IDLE_MS = 1_000
const LEASES_MAX = 1_000
/** If this many subjects of an endpoint wait for another attempt, later events stay unread. */
const WAITING_MAX = 1_000
const RENEWALS_PER_LEASE = 3

/**
 * The endpoints that a process has leased in one life of the database, which ends with a failover
 * or a restore, and their changes that are not written yet. After a fault, or in another life, all
 * of it is discarded: unwritten events are sent again when the leases have expired.
 */
export class LeasedEndpoints {
  readonly #options: LeaseOptions
  readonly #endpoints = new Map<number, LeasedEndpoint>()
  readonly #poll: LeasePoll
  #renewedAt: number

  constructor(options: LeaseOptions) {
    this.#options = options
    this.#poll = new LeasePoll(options)
    this.#renewedAt = options.clock.monotonic()
  }

  /** Returns the leased endpoint of a run; undefined if it is no longer leased. */
  leasedOf(run: EndpointRun): LeasedEndpoint | undefined {
    const leased = this.#endpoints.get(run.lease.endpointId)
    return leased?.run === run ? leased : undefined
  }

  runs(): EndpointRun[] {
    return [...this.#endpoints.values()].map(({ run }) => run)
  }

  /** Leases the endpoints of these partners at the next step. */
  wake(partnerIds: Iterable<number>): void {
    this.#poll.wake(partnerIds)
  }

  /** Drops an endpoint: its lease expires, and unwritten events are sent again. */
  drop({ lease: { endpointId } }: EndpointRun): void {
    this.#endpoints.delete(endpointId)
  }

  /** Returns the milliseconds until the next step has work, unless a wake signal comes. */
  restMs(): number {
    return this.#endpoints.size > 0 ? 0 : this.#poll.restMs(this.#options.clock.monotonic())
  }

  /** Writes attempts that have ended, and reads the next events. */
  async step(): Promise<void> {
    const at = this.#at()
    await this.#settle(at)
    await this.#release(at.monotonic)
    await this.#renew(at.monotonic)
    await this.#lease(at)
    await this.#read(at)
  }

  /** Writes the ended attempts. */
  settle(): Promise<void> {
    return this.#settle(this.#at())
  }

  /** Hands all endpoints on to the other processes. */
  async handOn(): Promise<void> {
    const leases = this.runs().map(({ lease }) => lease)
    this.#endpoints.clear()
    if (leases.length > 0) await this.#options.db.rows(handOnLeases(leases))
  }

  #at(): At {
    const { clock } = this.#options
    return { now: clock.now(), monotonic: clock.monotonic() }
  }

  async #settle(at: At): Promise<void> {
    const settlements = this.runs().flatMap((run) => run.settle(at) ?? [])
    if (settlements.length === 0) return
    const lost = await writeSettlements(this.#options, settlements, at.now)
    for (const { endpointId } of lost) this.#endpoints.delete(endpointId)
    for (const { lease, removed, subjects } of settlements) {
      const endpoint = this.#endpoints.get(lease.endpointId)
      if (endpoint && removed.length + subjects.length > 0) endpoint.hasMore = true
      if (endpoint) endpoint.activeAt = at.monotonic
    }
  }

  /** Releases endpoints without events to send, and those that are paused or disabled. */
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
    const leases = this.runs().map(({ lease }) => lease)
    await db.rows(renewLeases(leases, leaseSeconds))
  }

  async #lease(at: At): Promise<void> {
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

  async #read({ now, monotonic }: At): Promise<void> {
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
    // The limit includes the deliveries under way: the statement returns them, too, because they
    // are still due.
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
  #setTarget(endpoint: LeasedEndpoint, target: TargetRow | undefined): void {
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
}
