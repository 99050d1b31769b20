import { recordAudit, systemActor, type Actor } from '../audit/mod.ts'
import { createMissingTestProducts, type Catalog } from '../catalog/mod.ts'
import { findStoredCurrency, minorUnits, type Clock } from '../core/mod.ts'
import { transact, type Database, type Tx } from '../db/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import { deposit, openTestPartner, partnerFunds } from '../partners/mod.ts'
import type { SupplierRegistry } from '../supply/mod.ts'
import { TEST_PRODUCTS } from './test-products.ts'

export interface SandboxContext {
  readonly db: Database
  readonly clock: Clock
  readonly ledger: Ledger
  readonly catalog: Catalog
  readonly suppliers: Pick<SupplierRegistry, 'types'>
}

interface Opening {
  readonly partnerId: number
  readonly actor: Actor
}

/**
 * The play money of a test partner in each currency, in major units. Operators may deposit more.
 */
const PLAY_MONEY = 1_000_000n
const CURRENCY = 'USD'

/**
 * Returns the id of the test partner of a partner. The first call creates the test partner, gives
 * it play money in USD and each currency of the partner, and adds the test products that the
 * catalog lacks. For a test partner, returns its own id. A call that was interrupted can be
 * repeated. Refuses not_found.
 */
export async function openSandbox(context: SandboxContext, opening: Opening): Promise<number> {
  const { db, clock, catalog } = context
  const { partnerId } = await transact(db, async (tx) => {
    const partner = await openTestPartner(tx, clock, opening)
    await addProducts(tx, context)
    return partner
  })
  catalog.changed()
  await depositPlayMoney(context, partnerId, opening)
  return partnerId
}

/**
 * Adds the missing products. The actor is the system, because all partners share these products.
 */
async function addProducts(tx: Tx, { clock, suppliers }: SandboxContext): Promise<void> {
  const actor = systemActor('sandbox')
  const edit = { suppliers: suppliers.types, now: clock.now() }
  for (const { productId, brand } of await createMissingTestProducts(tx, TEST_PRODUCTS, edit)) {
    recordAudit(tx, {
      actor,
      action: 'product.create',
      target: `product:${productId}`,
      valueOut: 'none',
      after: { brand, test: true },
      at: edit.now,
    })
  }
}

/** Uses fixed references, so that each deposit happens only once. */
async function depositPlayMoney(
  { db, ledger }: SandboxContext,
  testPartnerId: number,
  { partnerId, actor }: Opening,
): Promise<void> {
  const funds = await partnerFunds(db, partnerId)
  const currencies = new Set([CURRENCY, ...funds.map(({ currency }) => currency)])
  for (const currency of currencies) {
    const exponent = findStoredCurrency(currency)?.exponent ?? 0
    await deposit(ledger, {
      partnerId: testPartnerId,
      currency,
      amountMinor: minorUnits(PLAY_MONEY * 10n ** BigInt(exponent)),
      reference: `play-money-${currency}`,
      actor,
    })
  }
}
