import type { Clock } from './core/mod.ts'
import type { Database } from './db/mod.ts'
import { createStock } from './inventory/mod.ts'
import { createGenerator, createSandbox, type Supplier, type SupplierName } from './supply/mod.ts'
import {
  Connections,
  CREATE_SECONDS_MAX,
  createUpstreamSupplier,
  looksEvery,
} from './upstream/mod.ts'
import type { Vault } from './vault/mod.ts'

export interface SupplierOptions {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
  /** Where codes that this service makes are redeemed: `<base>/<code>`. */
  readonly redemptionBaseUrl: string
  /** Called when the last code of a bucket may have been reserved. */
  onEmptied?(): void
  /** How often an order at an upstream is looked at, a quarter more or less. */
  readonly upstreamPollSeconds: number
}

/** Every supplier that a product can name, but for `wallet`, which lives where wallets do. */
export function createSuppliers(
  options: SupplierOptions,
): Record<Exclude<SupplierName, 'wallet'>, Supplier> {
  const redemptionBaseUrl = options.redemptionBaseUrl.replace(/\/+$/, '')
  return {
    vault: createStock(options),
    generator: createGenerator(redemptionBaseUrl),
    sandbox: createSandbox({ redemptionBaseUrl }),
    upstream: createUpstreamSupplier({
      ...options,
      connections: new Connections(options),
      createSecondsMax: CREATE_SECONDS_MAX,
      nextLookSeconds: looksEvery(options.upstreamPollSeconds),
    }),
  }
}
