import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { createGenerator } from './generator.ts'
import type { Supplier, SupplierName } from './port.ts'
import { createSandbox } from './sandbox.ts'
import { createStock } from './stock.ts'

export interface SupplierOptions {
  readonly db: Database
  readonly clock: Clock
  /** Where codes that this service makes are redeemed: `<base>/<code>`. */
  readonly redemptionBaseUrl: string
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
  }
}
