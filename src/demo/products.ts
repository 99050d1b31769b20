import type { ProductInput } from '../catalog/mod.ts'
import { SANDBOX_OUTCOMES } from '../supply/mod.ts'
import { BRANDS } from './brands.ts'
import { countriesOf, denominated, type Country } from './markets.ts'
import { serviceProducts } from './services.ts'

/** Brands of imported codes; the codes are made up when the demo is seeded. */
const STOCKED: readonly { readonly name: string; readonly country: Country }[] = [
  { name: 'Alder and Vine', country: 'US' },
  { name: 'Harbourlight Cinema', country: 'GB' },
  { name: 'Kanade Stationery', country: 'JP' },
]
const SOLD_OUT = 'Copper Kettle Tea'

/** What each example is for, by the brand that its product carries; the first is product 1. */
export const EXAMPLE_BRANDS = {
  giftCardProductId: 'Northwind Coffee US',
  variableProductId: 'Hopperdash US',
  stockedProductId: 'Alder and Vine US',
  soldOutProductId: `${SOLD_OUT} US`,
  topUpProductId: 'Zephyrtel Top-up US',
  billPaymentProductId: 'Amberline Electricity US',
  accountCreditProductId: 'Pursewell Account US',
  sandboxIssuedProductId: 'Sandbox: issued',
  sandboxSlowProductId: 'Sandbox: slow',
  sandboxOutOfStockProductId: 'Sandbox: out of stock',
  sandboxRefusedProductId: 'Sandbox: refused',
  sandboxUnknownProductId: 'Sandbox: unknown',
  sandboxPendingProductId: 'Sandbox: pending',
  sandboxUnfundedProductId: 'Sandbox: unfunded',
  failoverProductId: 'Failover: refused, then issued',
  soldOutFailoverProductId: 'Failover: sold out, then generated',
} as const

export type ExampleName = keyof typeof EXAMPLE_BRANDS

/** What the examples that do not simply succeed show. */
export const WHAT_HAPPENS: readonly (readonly [ExampleName, string])[] = [
  ['soldOutProductId', 'no code left: OUT_OF_STOCK until some are imported'],
  ['sandboxSlowProductId', 'slow: PROCESSING for three seconds'],
  ['sandboxOutOfStockProductId', 'never in stock: OUT_OF_STOCK until it is cancelled'],
  ['sandboxRefusedProductId', 'refused: its batch FAILED, is tried again, then left to you'],
  ['sandboxUnknownProductId', 'its answer is lost: looked up, not bought again, and COMPLETED'],
  ['sandboxPendingProductId', 'worked on elsewhere: asked again after three seconds'],
  ['sandboxUnfundedProductId', 'our account there is dry: ON_HOLD, and an alert for you'],
  ['failoverProductId', 'refused by its first supplier, and issued by its second'],
  ['soldOutFailoverProductId', 'no code left, so codes are generated'],
]

/** Every product of the demo, in the order in which they get their ids; each brand stands once. */
export function demoProducts(): ProductInput[] {
  return [
    ...giftCards(),
    ...serviceProducts(),
    ...STOCKED.map(({ name, country }) => stocked(name, country)),
    stocked(SOLD_OUT, 'US'),
    ...sandboxProducts(),
    ...failoverProducts(),
  ]
}

/** Whether the demo imports codes for this brand. */
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

function stocked(name: string, country: Country): ProductInput {
  return { brand: `${name} ${country}`, ...denominated(country, 'medium'), supplier: 'vault' }
}

const ANY_AMOUNT = {
  currency: 'USD',
  denominationType: 'VARIABLE',
  minAmount: 1,
  maxAmount: 1_000,
} as const

/** One for each thing that can become of an order. */
function sandboxProducts(): ProductInput[] {
  return SANDBOX_OUTCOMES.map((outcome) => ({
    brand: `Sandbox: ${outcome.replaceAll('_', ' ')}`,
    ...ANY_AMOUNT,
    supplier: 'sandbox',
    supplierSettings: { outcome },
  }))
}

/** What the first supplier does not have, or does not sell, comes from the second. */
function failoverProducts(): ProductInput[] {
  const refused = { supplier: 'sandbox', settings: { outcome: 'refused' } }
  const issued = { supplier: 'sandbox', settings: { outcome: 'issued' } }
  const { failoverProductId, soldOutFailoverProductId } = EXAMPLE_BRANDS
  return [
    { brand: failoverProductId, ...ANY_AMOUNT, suppliers: [refused, issued] },
    {
      brand: soldOutFailoverProductId,
      ...ANY_AMOUNT,
      suppliers: [{ supplier: 'vault' }, { supplier: 'generator' }],
    },
  ]
}
