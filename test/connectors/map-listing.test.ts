import { expect, test } from 'vitest'
import { routesWith, routesWithout, suggestProducts } from '../../src/connectors/map-listing.ts'
import type { MirroredListing } from '../../src/connectors/listings.ts'
import { contentOfListing, productOf } from '../../src/connectors/product-of-listing.ts'
import { findCurrency } from '../../src/core/mod.ts'

const LISTING: MirroredListing = {
  listingId: 7,
  account: { adapter: 'tillo', name: 'main' },
  listing: 'northwind',
  name: 'Northwind Coffee',
  brand: 'Northwind',
  productType: 'GIFT_CARD',
  currency: 'EUR',
  countries: ['DE'],
  faceValues: { min: '5', max: '100.005' },
  discountPercent: '5',
  isOnSale: true,
  settings: { brand: 'northwind' },
  goneAt: undefined,
  changedAt: 0,
  products: [],
  waiting: undefined,
}

const PRODUCT = {
  productId: 1,
  brand: 'Northwind',
  currency: findCurrency('EUR') ?? expect.unreachable(),
  productType: 'GIFT_CARD',
  denomination: { type: 'FIXED', fixedMinor: [1000n, 2500n] },
  supplier: 'vault',
  supplierSettings: {},
  fallbackSuppliers: [],
  active: true,
  isTest: false,
} as const

const ROUTE = {
  supplier: 'tillo',
  settings: { account: 'main', listing: 'northwind', brand: 'northwind' },
}

/** Returns why a product of these face values cannot buy the listing. */
function faultOf(denomination: object): string {
  try {
    routesWith({ ...PRODUCT, denomination } as typeof PRODUCT, LISTING, undefined)
  } catch (error) {
    return JSON.stringify(error)
  }
  return ''
}

function countriesOf(productId: number): string[] {
  return productId === 3 ? ['DE'] : ['FR']
}

test('a new listing comes after the present suppliers of a product', () => {
  expect(routesWith(PRODUCT, LISTING, undefined)).toEqual([
    { supplier: 'vault', settings: {} },
    ROUTE,
  ])
})

test('a refusal names the face values that a listing lacks, and what can be done', () => {
  const fixed = { type: 'FIXED', fixedMinor: [100n, 500n, 20_000n] } as const
  expect(faultOf(fixed)).toContain('(1.00, 200.00): name another one in faceValue')
  const range = { type: 'VARIABLE', minMinor: 100n, maxMinor: 50_000n } as const
  expect(faultOf(range)).toContain('sells 1.00 to 500.00, and the listing 5 to 100.005')
})

test('a listing replaces the same supplier that was entered by hand, in its place and once', () => {
  const byHand = {
    ...PRODUCT,
    supplier: 'tillo',
    supplierSettings: { brand: 'northwind', account: 'main' },
    fallbackSuppliers: [{ supplier: 'vault', settings: {} }],
  }
  const routes = routesWith(byHand, LISTING, undefined)
  expect(routes).toEqual([ROUTE, { supplier: 'vault', settings: {} }])
  const [{ supplier, settings }, ...fallbackSuppliers] = [ROUTE, ...routes.slice(1)]
  const mapped = { ...PRODUCT, supplier, supplierSettings: settings, fallbackSuppliers }
  expect(routesWith(mapped, LISTING, undefined)).toEqual(routes)
  expect(routesWithout(mapped, LISTING)).toEqual([{ supplier: 'vault', settings: {} }])
})

test('one face value is bought at a listing that has no other', () => {
  const listing = { ...LISTING, faceValues: ['10'] }
  expect(routesWith(PRODUCT, listing, '10.00').at(-1)?.settings).toMatchObject({
    faceValue: '10.00',
  })
  expect(routesWith(PRODUCT, listing, '10').at(-1)?.settings).toMatchObject({ faceValue: '10.00' })
})

const STEAM = { ...LISTING, brand: 'Steam', name: 'Steam' }

test.each([
  ['is gone', { goneAt: 1 }, undefined, 'productId'],
  ['has another currency', { currency: 'USD' }, undefined, 'productId'],
  ['has another type', { productType: 'TOP_UP' }, undefined, 'productId'],
  ['lacks a face value', { faceValues: ['10'] }, undefined, 'productId'],
  ['lacks the face value that is named', { faceValues: ['10'] }, '25.00', 'faceValue'],
  ['has a face value that the product lacks', {}, '11.00', 'faceValue'],
] as const)('a listing that %s is not mapped, naming the field', (_, change, face, field) => {
  const listing = { ...LISTING, ...change } as MirroredListing
  expect(() => routesWith(PRODUCT, listing, face)).toThrow(
    expect.objectContaining({ extras: { details: [expect.objectContaining({ field })] } }),
  )
})

test('a product keeps its only supplier, and a listing that it does not buy is not unmapped', () => {
  const only = { ...PRODUCT, supplier: 'tillo', supplierSettings: ROUTE.settings }
  expect(() => routesWithout(only, LISTING)).toThrow(/nothing else/)
  expect(() => routesWithout(PRODUCT, LISTING)).toThrow(/does not buy/)
})

test('products are suggested by brand, then country, then face values', () => {
  const products = [
    { ...PRODUCT, productId: 1, brand: 'Northwind Coffee' },
    { ...PRODUCT, productId: 2 },
    { ...PRODUCT, productId: 3, brand: 'NORTHWIND' },
    { ...PRODUCT, productId: 4, brand: 'Zephyr' },
    { ...PRODUCT, productId: 5, isTest: true },
    { ...PRODUCT, productId: 6, active: false },
    { ...PRODUCT, productId: 7, currency: findCurrency('USD') ?? expect.unreachable() },
  ]
  const suggestions = suggestProducts(products, LISTING, countriesOf)

  expect(suggestions.map(({ productId }) => productId)).toEqual([3, 2, 1])
  expect(suggestions[0]).toMatchObject({ sameBrand: true, sameCountry: true, sameFaceValues: true })
  expect(suggestProducts(products, STEAM, countriesOf)).toEqual([])
})

test('a product of a listing has its face values that are amounts of the currency', () => {
  expect(productOf(LISTING)).toMatchObject({
    brand: 'Northwind',
    denominationType: 'VARIABLE',
    minAmount: 5,
    maxAmount: 100,
    suppliers: [ROUTE],
  })
  const fixed = { ...LISTING, faceValues: ['10', '25.5', '0.001'] }
  expect(productOf(fixed)).toMatchObject({ fixedAmounts: [10, 25.5] })
  expect(() => productOf({ ...LISTING, faceValues: ['0.001'] })).toThrow(/none of its face values/)
})

test('the content of a listing has no line that a spreadsheet runs, and no address of the supplier', () => {
  const listing = {
    ...LISTING,
    name: '=Northwind',
    imageUrl: 'https://cdn.example.com/a.png',
    redemption: 'Open it.\n\n+Show it.',
  }
  const content = contentOfListing(listing, { locale: 'en', imageIds: [] })
  expect(content.locales).toEqual([
    { locale: 'en', name: 'Northwind', redemptionSteps: ['Open it.', 'Show it.'] },
  ])
  expect(JSON.stringify(content)).not.toContain('example.com')
})
