import type { Clock } from '../core/mod.ts'
import type { IssueOutcome, IssueRequest } from '../supply/mod.ts'
import type { Connection } from './connections.ts'
import type { TheirProduct } from './wire.ts'

/** How long a product is cached, so that its batches read it once. */
const FRESH_MS = 10_000
const CACHED_MAX = 10_000

interface CachedProduct {
  readonly at: number
  readonly product: Promise<TheirProduct | undefined>
}

/**
 * Reads an upstream's catalog before anything is bought there. A product that is out of stock there
 * can then be bought elsewhere, whereas an order that waits for stock at the upstream could not be
 * taken back.
 */
export class Availability {
  readonly #clock: Clock
  readonly #cached = new Map<string, CachedProduct>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Returns why the product cannot be bought there now; undefined if it can. Throws UpstreamError.
   */
  async obstacle(
    connection: Connection,
    theirProductId: number,
    request: Pick<IssueRequest, 'currency'>,
  ): Promise<IssueOutcome | undefined> {
    const product = await this.#read(connection, theirProductId)
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

  #read({ upstream, client }: Connection, productId: number): CachedProduct['product'] {
    const key = `${upstream.upstreamId} ${upstream.version} ${productId}`
    const now = this.#clock.monotonic()
    const cached = this.#cached.get(key)
    if (cached && now - cached.at < FRESH_MS) return cached.product
    if (this.#cached.size >= CACHED_MAX) this.#cached.clear()
    const read = { at: now, product: client.readProduct(productId, upstream.currency.code) }
    this.#cached.set(key, read)
    // A failed request is not cached.
    read.product.catch(() => this.#cached.delete(key))
    return read.product
  }
}
