import { systemActor } from '../audit/mod.ts'
import type { Product, ProductInput } from '../catalog/mod.ts'
import { ADAPTERS, moveAccount, registerAccount } from '../connectors/mod.ts'
import { transact } from '../db/mod.ts'
import { SHOPS } from '../stand-ins/mod.ts'
import type { DemoContext } from './demo-context.ts'
import { PHONE } from './services.ts'

const ACCOUNT = 'demo'
/** Below these, the console says that the funds at a supplier are low. */
const LOW_FLOATS = {
  reloadly: { amount: 500, currency: 'EUR' },
  tillo: { amount: 25, currency: 'GBP' },
}
/** Registers our accounts at the stand-ins, or updates the addresses of the accounts. */
export async function seedSuppliers(
  context: Pick<DemoContext, 'standIns' | 'db' | 'vault' | 'clock'>,
): Promise<void> {
  const { standIns, db, vault, clock } = context
  if (!standIns) return
  const act = { actor: systemActor('demo'), at: clock.now() }
  for (const adapter of ['reloadly', 'tillo'] as const) {
    const { url: baseUrl } = standIns[adapter]
    const name = { adapter, name: ACCOUNT }
    const { secrets } = SHOPS[adapter]
    const lowFloat = LOW_FLOATS[adapter]
    await transact(db, async (tx) => {
      if (await moveAccount(tx, { name, baseUrl, act })) return
      const input = { ...name, environment: 'sandbox', baseUrl, secrets, lowFloat }
      await registerAccount(tx, { vault, adapters: ADAPTERS }, { input, act })
    })
  }
}

const BRANDS = {
  cardProductId: 'Larkspur Games DE',
  topUpProductId: 'Zephyrtel Prepaid DE',
  pairProductId: 'Quillfern Fashion GB',
} as const

/** The ids of the products that are bought at the stand-ins. */
export type SuppliedProducts = Readonly<Record<keyof typeof BRANDS, number>>

export function suppliedProducts(): ProductInput[] {
  const any = { denominationType: 'VARIABLE', minAmount: 5, maxAmount: 100 } as const
  const { cardProductId, topUpProductId, pairProductId } = BRANDS
  return [
    {
      brand: cardProductId,
      currency: 'EUR',
      ...any,
      supplier: 'reloadly',
      supplierSettings: { account: ACCOUNT, listing: 'gift:101', product: '101' },
    },
    {
      brand: topUpProductId,
      currency: 'EUR',
      ...any,
      supplier: 'reloadly',
      supplierSettings: {
        account: ACCOUNT,
        listing: 'airtime:341',
        operator: '341',
        country: 'DE',
      },
      productType: 'TOP_UP',
      recipientFields: [PHONE],
    },
    {
      brand: pairProductId,
      currency: 'GBP',
      ...any,
      supplier: 'tillo',
      supplierSettings: { account: ACCOUNT, brand: 'costa' },
    },
  ]
}

/** Returns the ids of those products; undefined if the demo was seeded without them. */
export function findSupplied(products: Iterable<Product>): SuppliedProducts | undefined {
  const byBrand = new Map(Array.from(products, ({ brand, productId }) => [brand, productId]))
  const ids = Object.entries(BRANDS).map(([name, brand]) => [name, byBrand.get(brand)] as const)
  if (ids.some(([, id]) => id === undefined)) return undefined
  return Object.fromEntries(ids) as unknown as SuppliedProducts
}
