import { PRODUCT_TYPES, type SupplierTypes } from '../catalog/mod.ts'
import { type Adapter, ADAPTERS, Connections, createConnector } from '../connectors/mod.ts'
import { createWalletSupplier } from '../consumers/mod.ts'
import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { createStock, STOCK_SUPPLIER } from '../inventory/mod.ts'
import { BALANCE_PATH } from '../issuer/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import { createGenerator, createSandbox, SupplierRegistry, type Supplier } from '../supply/mod.ts'
import { createFormerSupplier, FORMER_SUPPLIER } from '../takeover/mod.ts'
import type { Tracing } from '../telemetry/mod.ts'
import type { Vault } from '../vault/mod.ts'

/**
 * The types of product that each supplier can issue. Stock can be of any type, because operators
 * know what they import.
 */
export const SUPPLIER_TYPES = {
  [STOCK_SUPPLIER]: PRODUCT_TYPES,
  generator: PRODUCT_TYPES,
  sandbox: PRODUCT_TYPES,
  ...ofAdapters(({ manifest }) => manifest.types),
  wallet: ['ACCOUNT_CREDIT'],
} as const satisfies SupplierTypes
export type SupplierName = keyof typeof SUPPLIER_TYPES

/** Applies `make` to each adapter. Returns the results by the adapter's name. */
function ofAdapters<T>(make: (adapter: Adapter) => T): Record<keyof typeof ADAPTERS, T> {
  const entries = Object.entries(ADAPTERS).map(([name, adapter]) => [name, make(adapter)] as const)
  return Object.fromEntries(entries) as Record<keyof typeof ADAPTERS, T>
}

export interface SupplierOptions {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
  /** The base of the URL where codes of this service are redeemed: `<base>/<code>`. */
  readonly redemptionUrl: string
  /**
   * Returns the base of the pages of links. The pages of codes with card accounts are there, too.
   */
  claimUrl?(): string | undefined
  /** Called when the last code of a bucket may have been reserved. */
  onEmptied?(): void
  /** Returns the headers that continue the current trace at another service of this kind. */
  traceHeaders?(): Readonly<Record<string, string>>
  readonly tracing?: Tracing | undefined
}

export function createRegistry(
  options: SupplierOptions & { readonly ledger: Ledger },
): SupplierRegistry {
  const byName = {
    ...createSuppliers(options),
    wallet: createWalletSupplier(options),
    [FORMER_SUPPLIER]: createFormerSupplier(options),
  }
  return new SupplierRegistry(byName, SUPPLIER_TYPES)
}

/** Creates every supplier except `wallet`, which needs a ledger. */
export function createSuppliers(
  options: SupplierOptions,
): Record<Exclude<SupplierName, 'wallet'>, Supplier> {
  const bought = { ...options, connections: new Connections({ ...options, adapters: ADAPTERS }) }
  const redemptionBaseUrl = options.redemptionUrl.replace(/\/+$/, '')
  return {
    [STOCK_SUPPLIER]: createStock(options),
    generator: createGenerator(redemptionBaseUrl, () => balancePage(options.claimUrl?.())),
    sandbox: createSandbox({ redemptionBaseUrl }),
    ...ofAdapters((adapter) => createConnector(adapter, bought)),
  }
}

function balancePage(base: string | undefined): string | undefined {
  return base === undefined ? undefined : base + BALANCE_PATH
}
