import { type Clock, errorMessage } from '../core/mod.ts'
import { MS_PER_SECOND } from '../core/mod.ts'
import type { Obstacle, ToCheck } from './adapter.ts'
import type { Connection } from './connections.ts'
import { withoutSecrets } from './hide-secrets.ts'

/** How long a response is reused, so that the batches of a product share one request. */
const FRESH_MS = 10 * MS_PER_SECOND
const CACHED_MAX = 10_000

interface CachedCheck {
  readonly at: number
  readonly obstacle: Promise<Obstacle | undefined>
}

/**
 * Asks suppliers whether a product is for sale, before anything is bought. A product that is out of
 * stock at one supplier can then be bought at another one. Without the check, the supplier would
 * accept the order and wait for stock, and the order could not be taken back.
 */
export class FirstChecks {
  readonly #clock: Clock
  readonly #cached = new Map<string, CachedCheck>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns why the product cannot be bought there now; undefined if it can. */
  async obstacle(connection: Connection, toCheck: ToCheck): Promise<Obstacle | undefined> {
    const { accountId, version } = connection.account
    const { settings, faceValue } = toCheck
    const key = JSON.stringify([accountId, String(version), settings, faceValue.currency])
    const now = this.#clock.monotonic()
    const cached = this.#cached.get(key)
    if (cached && now - cached.at < FRESH_MS) return cached.obstacle
    if (this.#cached.size >= CACHED_MAX) this.#cached.clear()
    const obstacle = ask(connection, toCheck)
    this.#cached.set(key, { at: now, obstacle })
    const result = await obstacle
    // A fault of the account says nothing about the product, so the next call asks again.
    if (result?.for === 'account') this.#cached.delete(key)
    return result
  }
}

async function ask(
  { adapter, exchange }: Connection,
  toCheck: ToCheck,
): Promise<Obstacle | undefined> {
  const { check, readCheck } = adapter
  if (!check || !readCheck) return undefined
  const account = exchange.account()
  try {
    const response = await exchange.send(check(toCheck, account))
    const obstacle = readCheck(response, toCheck, account)
    return obstacle && withoutSecrets(obstacle, exchange.secrets)
  } catch (error) {
    const why = errorMessage(error, 'a fault of ours')
    return { for: 'account', detail: `not reachable: ${why}` }
  }
}
