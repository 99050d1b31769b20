import { isoTime } from '../core/mod.ts'
import type { Writer } from '../db/mod.ts'
import { publishEvents } from '../events/mod.ts'
import type { Product } from './product.ts'

/** Publishes that a product was created or changed, to the partners that may buy it and listen. */
export function publishProduct(
  tx: Writer,
  { productId, isTest }: Pick<Product, 'productId' | 'isTest'>,
  atMs: number,
): void {
  const subject = `product:${productId}`
  const audience = isTest ? 'test' : 'live'
  publishEvents(tx, [{ audience, type: 'product.updated', subject, atMs, data: { productId } }])
}

/** A write of rates, of a price rule or a rule of the assortment, or of a spread. */
interface PriceChange {
  readonly cause: 'rates' | 'price_rule' | 'spread'
  /** Undefined if it applies to all partners. */
  readonly partnerId?: number | undefined
  readonly effectiveAt: number
  readonly recordedAt: number
}

/** Publishes one event for a write, however many prices it changes. */
export function publishPrice(tx: Writer, change: PriceChange): void {
  const { cause, partnerId: audience = 'all', effectiveAt, recordedAt: atMs } = change
  const data = { cause, effectiveAt: isoTime(effectiveAt) }
  publishEvents(tx, [{ audience, type: 'price.updated', subject: 'prices', atMs, data }])
}
