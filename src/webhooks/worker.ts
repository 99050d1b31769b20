import {
  createWakeSignal,
  repeat,
  signWebhook,
  waitAtMost,
  type RepeatedWork,
  randomFraction,
} from '../core/mod.ts'
import { LifeHasEnded, PerDatabaseLife } from '../db/mod.ts'
import type { EndpointRun, PendingDelivery } from './endpoint-run.ts'
import { LeasedEndpoints, type LeasedEndpoint, type LeaseOptions } from './leased-endpoints.ts'
import { nextAttemptAt } from './retry-schedule.ts'
import type { WebhookSender } from './sender.ts'
import { openSecrets } from './signing-keys.ts'
import { SendSlots } from './send-slots.ts'

export interface WebhookWorkerOptions extends LeaseOptions {
  readonly sender: WebhookSender
  onFault(error: unknown): void
}

/** The pause between two runs. A run writes attempts that have ended, and reads the next events. */
const PAUSE_MS = 25
const STOP_MS_MAX = 3_000
/** An endpoint that took longer for its last attempt is slow. */
const SLOW_MS = 1_000

/**
 * Sends events to webhook endpoints at least once, and the events of one subject in sequence. Any
 * number of processes may run a worker: each endpoint is leased by one process. If a process dies,
 * the next one repeats the events whose results were not written.
 */
export class WebhookWorker {
  readonly #options: WebhookWorkerOptions
  readonly #endpoints: PerDatabaseLife<LeasedEndpoints>
  readonly #slots = new SendSlots<EndpointRun>()
  readonly #sending = new Set<Promise<void>>()
  /** Ends the pause between two runs. */
  readonly #woken = createWakeSignal()
  #runs: RepeatedWork | undefined
  #isStopping = false

  constructor(options: WebhookWorkerOptions) {
    this.#options = options
    this.#endpoints = new PerDatabaseLife(
      options.db,
      (db) => new LeasedEndpoints({ ...options, db }),
    )
  }

  start(): void {
    this.#runs = repeat(
      () => this.#run(),
      PAUSE_MS,
      (error) => {
        // After LifeHasEnded, the endpoints already belong to the new life.
        if (!(error instanceof LifeHasEnded)) this.#endpoints.renew()
        this.#report(error)
      },
    )
  }

  /** Sends events to the endpoints of these partners. */
  wake(partnerIds: Iterable<number>): void {
    this.#endpoints.present.wake(partnerIds)
    this.#woken.ring()
  }

  /** Waits a while for requests under way, writes the ended ones, and releases the leases. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#woken.ring()
    await this.#runs?.stop()
    const endpoints = this.#endpoints.present
    for (const run of endpoints.runs()) run.halt()
    await waitAtMost(STOP_MS_MAX, Promise.all(this.#sending))
    await endpoints.settle().catch((error) => this.#report(error))
    await endpoints.handOn().catch((error) => this.#report(error))
  }

  async #run(): Promise<void> {
    const restMs = this.#endpoints.present.restMs()
    if (restMs > 0) await this.#woken.wait(restMs)
    if (this.#isStopping) return
    const endpoints = this.#endpoints.present
    await endpoints.step()
    for (const run of endpoints.runs()) this.#slots.request(run)
    this.#fillSlots()
  }

  #fillSlots(): void {
    if (this.#isStopping) return
    const endpoints = this.#endpoints.present
    for (let run = this.#slots.take(); run; run = this.#slots.take()) {
      const leased = endpoints.leasedOf(run)
      const delivery = leased && run.next()
      if (!delivery) {
        this.#slots.release(run.isSlow)
        continue
      }
      const sent = this.#send(endpoints, leased, delivery).finally(() => this.#sending.delete(sent))
      this.#sending.add(sent)
      this.#slots.request(run)
    }
  }

  async #send(
    endpoints: LeasedEndpoints,
    leased: LeasedEndpoint,
    delivery: PendingDelivery,
  ): Promise<void> {
    const { run } = leased
    const wasSlow = run.isSlow
    try {
      await this.#attempt(leased, delivery)
    } catch (error) {
      endpoints.drop(run)
      this.#report(error)
    } finally {
      this.#slots.release(wasSlow)
    }
    if (endpoints.leasedOf(run)) this.#slots.request(run)
    this.#fillSlots()
  }

  /**
   * Reports a fault, unless work has ended as intended because the life of the database has ended.
   */
  #report(error: unknown): void {
    if (!(error instanceof LifeHasEnded)) this.#options.onFault(error)
  }

  async #attempt(leased: LeasedEndpoint, delivery: PendingDelivery): Promise<void> {
    const { clock, sender, vault } = this.#options
    const { run, target } = leased
    if (!target) throw new Error('an endpoint is read before anything is sent to it')
    const { id, body } = delivery.event
    const at = clock.now()
    // Opening a secret takes three times as long as signing with it.
    leased.keys ??= openSecrets(vault, target, at)
    const headers = signWebhook(leased.keys, { id, at, body })
    const response = await sender.send({ url: target.url, headers, body })
    run.isSlow = response.fault !== undefined || response.durationMs > SLOW_MS
    const now = clock.now()
    const next = nextAttemptAt(delivery.attempts + 1, { now, random: randomFraction() })
    const nextTryAt = response.fault === undefined ? undefined : next
    run.recordAttempt({ delivery, response, at, nextTryAt })
  }
}
