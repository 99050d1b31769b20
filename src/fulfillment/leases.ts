import type { Db } from '../db/mod.ts'
import { weightOf, type LeasedBatch } from './batch.ts'
import { renewLeases } from './lease-rows.ts'

/** The leases of this worker, renewed while it works on them. */
export class Leases {
  readonly #batches = new Map<number, Set<LeasedBatch>>()
  /** Partners whose leases are being renewed. */
  readonly #renewing = new Set<number>()

  add(partnerId: number, batches: readonly LeasedBatch[]): void {
    const leased = this.#batches.get(partnerId) ?? new Set()
    for (const batch of batches) leased.add(batch)
    this.#batches.set(partnerId, leased)
  }

  remove(partnerId: number, batches: readonly LeasedBatch[]): void {
    const leased = this.#batches.get(partnerId)
    if (!leased) return
    for (const batch of batches) leased.delete(batch)
    if (leased.size === 0) this.#batches.delete(partnerId)
  }

  /**
   * Returns the products whose leased batches of this partner together have this weight or more.
   */
  busyProducts(partnerId: number, weightMax: number): number[] {
    const weights = new Map<number, number>()
    for (const batch of this.#batches.get(partnerId) ?? []) {
      const { productId } = batch.request
      weights.set(productId, (weights.get(productId) ?? 0) + weightOf(batch))
    }
    return [...weights].filter(([, weight]) => weight >= weightMax).map(([productId]) => productId)
  }

  /**
   * Begins to renew all leases, one statement per partner: if the batches of one are locked for
   * long, the leases of the others do not expire.
   */
  renew(db: Db, leaseSeconds: number, onFault: (error: unknown) => void): void {
    for (const [partnerId, held] of this.#batches) {
      if (this.#renewing.has(partnerId)) continue
      this.#renewing.add(partnerId)
      void db
        .rows(renewLeases(partnerId, [...held], leaseSeconds))
        .catch(onFault)
        .finally(() => this.#renewing.delete(partnerId))
    }
  }
}
