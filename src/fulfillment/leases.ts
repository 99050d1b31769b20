import type { Db } from '../db/mod.ts'
import { weightOf, type LeasedBatch } from './batch.ts'
import { renewLeases } from './lease-rows.ts'

/** The leases of this worker, renewed while it works on them. */
export class Leases {
  readonly #held = new Map<number, Set<LeasedBatch>>()
  /** Partners whose leases are being renewed. */
  readonly #renewing = new Set<number>()

  add(partnerId: number, batches: readonly LeasedBatch[]): void {
    const held = this.#held.get(partnerId) ?? new Set()
    for (const batch of batches) held.add(batch)
    this.#held.set(partnerId, held)
  }

  remove(partnerId: number, batches: readonly LeasedBatch[]): void {
    const held = this.#held.get(partnerId)
    if (!held) return
    for (const batch of batches) held.delete(batch)
    if (held.size === 0) this.#held.delete(partnerId)
  }

  /** Returns the products of which leased batches of the partner have this weight or more. */
  busyProducts(partnerId: number, weightMax: number): number[] {
    const weights = new Map<number, number>()
    for (const batch of this.#held.get(partnerId) ?? []) {
      const { productId } = batch.request
      weights.set(productId, (weights.get(productId) ?? 0) + weightOf(batch))
    }
    return [...weights].filter(([, held]) => held >= weightMax).map(([productId]) => productId)
  }

  /**
   * Begins to renew all leases, one statement per partner: if the batches of one are locked for
   * long, the leases of the others do not expire.
   */
  renew(db: Db, leaseSeconds: number, onFault: (error: unknown) => void): void {
    for (const [partnerId, held] of this.#held) {
      if (this.#renewing.has(partnerId)) continue
      this.#renewing.add(partnerId)
      void db
        .rows(renewLeases(partnerId, [...held], leaseSeconds))
        .catch(onFault)
        .finally(() => this.#renewing.delete(partnerId))
    }
  }
}
