import type { Clock } from '../core/mod.ts'
import type { IssueOutcome, IssueRequest } from '../supply/mod.ts'
import type { Connection } from './connections.ts'
import type { TheirProduct } from './wire.ts'

/** A look at their catalog holds for so long; many batches of one product ask once. */
const FRESH_MS = 10_000
const LOOKS_MAX = 10_000

interface Look {
  readonly at: number
  readonly product: Promise<TheirProduct | undefined>
}

/**
 * Asks their catalog before anything is bought: what they have not got can be bought elsewhere,
 * while an order that they accept, and that then waits for stock, could not be taken back.
 */
export class Availability {
  readonly #clock: Clock
  readonly #looks = new Map<string, Look>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Why it cannot be bought there now; undefined where it can. Throws what the client throws. */
  async obstacle(
    connection: Connection,
    theirProductId: number,
    request: Pick<IssueRequest, 'currency'>,
  ): Promise<IssueOutcome | undefined> {
    const product = await this.#look(connection, theirProductId)
    const { name, currency } = connection.upstream
    if (!product) {
      const reason = `${name} has no product ${theirProductId} in ${currency.code}`
      return { outcome: 'refused', reason }
    }
    if (product.currency !== request.currency) {
      const reason = `product ${theirProductId} of ${name} is in ${product.currency}`
      return { outcome: 'refused', reason }
    }
    return product.inStock ? undefined : { outcome: 'out_of_stock' }
  }

  #look({ upstream, client }: Connection, productId: number): Look['product'] {
    const key = `${upstream.upstreamId} ${upstream.version} ${productId}`
    const now = this.#clock.monotonic()
    const known = this.#looks.get(key)
    if (known && now - known.at < FRESH_MS) return known.product
    if (this.#looks.size >= LOOKS_MAX) this.#looks.clear()
    const look = { at: now, product: client.readProduct(productId, upstream.currency.code) }
    this.#looks.set(key, look)
    // A look that failed is no look.
    look.product.catch(() => this.#looks.delete(key))
    return look.product
  }
}
