import type { Catalog } from '../catalog/mod.ts'
import { recipientWalletFinder } from '../consumers/mod.ts'
import { STOCK_SUPPLIER } from '../inventory/mod.ts'
import { createOrderWrites, type BeginIssuing, type OrderWrites } from '../orders/mod.ts'
import type { Config } from '../settings/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** Returns the kind of write that changes orders, as this process runs it. */
export function createWrites(
  config: Config,
  parts: { catalog: Catalog; vault: Vault; beginIssuing: BeginIssuing },
): OrderWrites {
  const { catalog, vault, beginIssuing } = parts
  return createOrderWrites({
    catalog,
    batchUnitsMax: config.batchUnits,
    linesPerOrderMax: config.orderLinesMax,
    unitsPerOrderMax: config.orderUnitsMax,
    findRecipientWallets: recipientWalletFinder(vault),
    vault,
    stockSupplier: STOCK_SUPPLIER,
    ...(config.role !== 'api' && { beginIssuing }),
  })
}
