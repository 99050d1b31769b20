import { repeat, type Clock, type Repeated } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { UpstreamError } from './client.ts'
import { type Connection, Connections } from './connections.ts'
import { takeDueFloats } from './float-rows.ts'
import { pollFloat } from './float.ts'
import { recordFault, raiseMismatchAlert, resolveCleared } from './mismatch.ts'
import { type Purchase, toPurchase } from './purchase-rows.ts'
import type { PurchaseContext } from './purchase.ts'
import { NotAsBought } from '../connectors/mod.ts'
import { takeReleased } from './release-rows.ts'
import { settleReleased } from './released.ts'
import { CREATE_SECONDS_MAX, pollInterval } from './times.ts'
import { followUnconfirmed } from './unconfirmed.ts'

export interface ReconcilerOptions {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
  readonly upstreamPollSeconds: number
  /** Seconds between polls of the float at an upstream. */
  readonly floatPollSeconds: number
  /** Serves the orders that wait for stock of this product. */
  restocked(productId: number): Promise<void>
  /** Called when our float at this upstream has grown. */
  funded(name: string): Promise<void>
  onFault(error: unknown): void
}

const POLL_MS = 1_000
const ALERTS_POLL_MS = 10_000
const RELEASED_AT_ONCE = 20
/** How many polls in a row an upstream must miss to count as silent. */
const POLLS_MISSED_MAX = 3

/** Polls the floats at upstreams and settles purchases whose orders were cancelled here. */
export function reconcileUpstreams(options: ReconcilerOptions): Repeated {
  const reconciler = new Reconciler(options)
  const { onFault } = options
  const repeated = [
    repeat(() => reconciler.pollFloats(), POLL_MS, onFault),
    repeat(() => reconciler.settleReleased(), POLL_MS, onFault),
    repeat(() => followUnconfirmed(options), ALERTS_POLL_MS, onFault),
    repeat(() => resolveCleared(options), ALERTS_POLL_MS, onFault),
  ]
  return {
    async stop() {
      await Promise.all(repeated.map((one) => one.stop()))
      reconciler.close()
    },
  }
}

class Reconciler {
  readonly #options: ReconcilerOptions
  readonly #connections: Connections
  readonly #released: PurchaseContext

  constructor(options: ReconcilerOptions) {
    this.#options = options
    this.#connections = new Connections(options)
    this.#released = {
      ...options,
      createSecondsMax: CREATE_SECONDS_MAX,
      nextPollSeconds: pollInterval(options.upstreamPollSeconds),
    }
  }

  close(): void {
    this.#connections.close()
  }

  /** Polls each upstream by itself, so that a silent one delays no other. */
  async pollFloats(): Promise<void> {
    const { db, clock, floatPollSeconds, funded, onFault } = this.#options
    const now = clock.now()
    const due = await db.rows(takeDueFloats(now, now - floatPollSeconds * 1_000))
    if (due.length === 0) return
    const ids = new Set(due.map((row) => row.upstream_id))
    const context = { db, now, silentAfterMs: POLLS_MISSED_MAX * floatPollSeconds * 1_000 }
    const connections = (await this.#connections.all())
      .filter(({ upstream }) => ids.has(upstream.upstreamId))
      .map(async (connection) => {
        if (await pollFloat(context, connection)) await funded(connection.upstream.name)
      })
    await Promise.all(connections.map((one) => one.catch(onFault)))
  }

  /**
   * Settles released purchases, upstream by upstream. A failing upstream is left until next time.
   */
  async settleReleased(): Promise<void> {
    const { db, clock, nextPollSeconds } = this.#released
    const { onFault } = this.#options
    const now = clock.now()
    const againAt = now + nextPollSeconds() * 1_000
    const rows = await db.rows(takeReleased({ now, againAt }, RELEASED_AT_ONCE))
    if (rows.length === 0) return
    const purchases = rows.map(toPurchase)
    const settled = (await this.#connections.all()).map(async (connection) => {
      const { upstreamId } = connection.upstream
      for (const purchase of purchases.filter((one) => one.upstreamId === upstreamId)) {
        if (!(await this.#settle(purchase, connection))) return
      }
    })
    await Promise.all(settled.map((one) => one.catch(onFault)))
  }

  /**
   * Returns false if the upstream fails. A fault of one purchase raises an alert and delays no
   * other.
   */
  async #settle(purchase: Purchase, connection: Connection): Promise<boolean> {
    try {
      const isStocked = await settleReleased(this.#released, purchase, connection)
      if (isStocked) await this.#options.restocked(purchase.productId)
      return true
    } catch (error) {
      if (error instanceof NotAsBought) {
        const upstream = connection.upstream.name
        await raiseMismatchAlert(this.#released, purchase, { upstream, fault: error.message })
        return true
      }
      if (!(error instanceof UpstreamError)) {
        this.#options.onFault(error)
        return true
      }
      await this.#released.db.rows(recordFault(this.#released, purchase, error.message))
      return false
    }
  }
}
