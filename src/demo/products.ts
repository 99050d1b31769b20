import type { ProductInput } from '../catalog/mod.ts'
import { STOCK_SUPPLIER } from '../inventory/mod.ts'
import { SANDBOX_OUTCOMES } from '../supply/mod.ts'
import { BRANDS } from './brands.ts'
import { DEMO_ACCOUNT, EXAMPLE_BRANDS, SOLD_OUT } from './examples.ts'
import { countriesOf, denominated, type Country } from './markets.ts'
import { serviceProducts } from './services.ts'

/** Brands with imported codes, which are generated when the demo is seeded. */
const STOCKED: readonly { readonly name: string; readonly country: Country }[] = [
  { name: 'Alder and Vine', country: 'US' },
  { name: 'Harbourlight Cinema', country: 'GB' },
  { name: 'Kanade Stationery', country: 'JP' },
]
/** Returns every product of the demo in the order of their ids. Each brand occurs once. */
export function demoProducts(): ProductInput[] {
  return [
    ...giftCards(),
    ...serviceProducts(),
    ...STOCKED.map(({ name, country }) => stockProduct(name, country)),
    stockProduct(SOLD_OUT, 'US'),
    ...sandboxProducts(),
    ...failoverProducts(),
    upstreamProduct(),
  ]
}

/** True if the demo imports codes for this brand. */
export function hasStock(brand: string): boolean {
  return STOCKED.some(({ name, country }) => brand === `${name} ${country}`)
}

function giftCards(): ProductInput[] {
  return Object.values(BRANDS)
    .flat()
    .flatMap(({ name, sells, reach }) =>
      countriesOf(reach).map((country) => ({
        brand: `${name} ${country}`,
        ...denominated(country, sells),
        supplier: 'generator',
      })),
    )
}

function stockProduct(name: string, country: Country): ProductInput {
  return {
    brand: `${name} ${country}`,
    ...denominated(country, 'medium'),
    supplier: STOCK_SUPPLIER,
  }
}

const ANY_AMOUNT = {
  currency: 'USD',
  denominationType: 'VARIABLE',
  minAmount: 1,
  maxAmount: 1_000,
} as const

/** Returns one product for each outcome of an order. */
function sandboxProducts(): ProductInput[] {
  return SANDBOX_OUTCOMES.map((outcome) => ({
    brand: `Sandbox: ${outcome.replaceAll('_', ' ')}`,
    ...ANY_AMOUNT,
    supplier: 'sandbox',
    supplierSettings: { outcome },
  }))
}

/** Returns products that the first supplier lacks or does not sell, and the second has. */
function failoverProducts(): ProductInput[] {
  const refused = { supplier: 'sandbox', settings: { outcome: 'refused' } }
  const issued = { supplier: 'sandbox', settings: { outcome: 'issued' } }
  const { failoverProductId, soldOutFailoverProductId } = EXAMPLE_BRANDS
  return [
    { brand: failoverProductId, ...ANY_AMOUNT, suppliers: [refused, issued] },
    {
      brand: soldOutFailoverProductId,
      ...ANY_AMOUNT,
      suppliers: [{ supplier: STOCK_SUPPLIER }, { supplier: 'generator' }],
    },
  ]
}

/** Returns the product that is bought at another Tessera, as the first product of its list. */
function upstreamProduct(): ProductInput {
  return {
    brand: EXAMPLE_BRANDS.upstreamProductId,
    ...denominated('US', 'small'),
    supplier: 'tessera',
    supplierSettings: { account: DEMO_ACCOUNT, product: '1' },
  }
}
