import type { Database } from '../db/mod.ts'
import { HOLDERS_PROOF } from '../fulfillment/mod.ts'
import type { Log, Metrics } from '../http/mod.ts'
import { createSentinel, proofOf, type Sentinel } from '../ledger/mod.ts'
import { HOLDS_PROOF, ORDERS_PROOF, type OrderWrites } from '../orders/mod.ts'
import type { Config } from '../settings/mod.ts'

interface SentinelParts {
  readonly db: Database
  readonly writes: OrderWrites
  readonly metrics: Pick<Metrics, 'sentinelFaulted'>
  readonly log: Pick<Log, 'error'>
}

/** Returns the sentinel, which checks each group, if TESSERA_SENTINEL is `on`. */
export function sentinelOf(
  { sentinel }: Pick<Config, 'sentinel'>,
  { db, writes, metrics, log }: SentinelParts,
): Sentinel | undefined {
  if (sentinel === 'off') return undefined
  return createSentinel({
    db,
    proofs: [
      [undefined, HOLDS_PROOF],
      proofOf(writes, ORDERS_PROOF),
      proofOf(writes, HOLDERS_PROOF),
    ],
    onFault(fault) {
      metrics.sentinelFaulted(fault.invariant)
      log.error(fault, 'the sentinel has refused a group: an invariant is broken')
    },
  })
}
