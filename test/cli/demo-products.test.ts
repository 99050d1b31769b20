import { expect, test } from 'vitest'
import { PRODUCT_TYPES, type ProductInput } from '../../src/catalog/mod.ts'
import { readProduct } from '../../src/catalog/product-input.ts'
import { EXAMPLE_BRANDS } from '../../src/demo/examples.ts'
import { demoProducts, hasStock } from '../../src/demo/products.ts'
import { demoRates } from '../../src/demo/rates.ts'
import { SUPPLIER_TYPES } from '../../src/process/suppliers.ts'
import { SANDBOX_OUTCOMES } from '../../src/supply/mod.ts'

const products = demoProducts()

function values(part: (product: ProductInput) => unknown): Set<unknown> {
  return new Set(products.map(part))
}

test('the demo has some 300 products, each of which the catalog accepts', () => {
  expect(products.length).toBeGreaterThan(280)
  expect(products.length).toBeLessThan(320)
  for (const product of products) {
    expect(() => readProduct(product, SUPPLIER_TYPES)).not.toThrow()
  }
  expect(new Set(products.map(({ brand }) => brand)).size).toBe(products.length)
})

test('the list is the same every time, and a first order of 25 USD can be made of product 1', () => {
  expect(demoProducts()).toEqual(products)
  expect(products[0]).toMatchObject({ brand: EXAMPLE_BRANDS.giftCardProductId, currency: 'USD' })
  expect(products[0]?.fixedAmounts).toContain(25)
})

test('the products have every product type, denomination type, supplier and outcome', () => {
  expect(values(({ productType }) => productType ?? 'GIFT_CARD')).toEqual(new Set(PRODUCT_TYPES))
  expect(values(({ denominationType }) => denominationType)).toEqual(new Set(['FIXED', 'VARIABLE']))
  const suppliers = products.flatMap(
    (product) => product.suppliers?.map(({ supplier }) => supplier) ?? product.supplier,
  )
  expect(new Set(suppliers)).toEqual(
    new Set(['vault', 'generator', 'sandbox', 'wallet', 'tessera']),
  )
  const outcomes = values(({ supplierSettings }) => supplierSettings?.['outcome'])
  for (const outcome of SANDBOX_OUTCOMES) expect(outcomes).toContain(outcome)
})

test('the first product is bought at another Tessera, at its amounts', () => {
  const [first] = products
  const resold = products.filter(({ supplier }) => supplier === 'tessera')

  expect(resold).toMatchObject([
    {
      currency: first?.currency,
      fixedAmounts: first?.fixedAmounts,
      supplierSettings: { product: '1' },
    },
  ])
})

test('most gift cards are generated, some are stocked, and one has no stock', () => {
  const bySupplier = (name: string) => products.filter(({ supplier }) => supplier === name)

  expect(bySupplier('generator').length).toBeGreaterThan(products.length / 2)
  const withoutStock = bySupplier('vault').filter(({ brand }) => !hasStock(brand))
  expect(withoutStock.map(({ brand }) => brand)).toEqual([EXAMPLE_BRANDS.soldOutProductId])
  expect(bySupplier('vault').length).toBeGreaterThan(2)
})

test('products for a recipient require recipient fields; credits go to wallets', () => {
  const delivered = products.filter(({ productType }) => productType !== undefined)

  expect(delivered.length).toBeGreaterThan(10)
  for (const product of delivered) {
    const isCredit = product.productType === 'ACCOUNT_CREDIT'
    expect(product.supplier).toBe(isCredit ? 'wallet' : 'sandbox')
    expect(product.recipientFields?.some(({ required }) => required)).toBe(true)
  }
})

test('every example names a product', () => {
  const brands = products.map(({ brand }) => brand)

  for (const brand of Object.values(EXAMPLE_BRANDS)) expect(brands).toContain(brand)
})

test('each currency of a product has a rate to and from every other one', () => {
  const rates = new Map(demoRates().map(({ from, to, rate }) => [`${from} ${to}`, rate]))
  const currencies = new Set(products.map(({ currency }) => currency))

  expect(currencies.size).toBe(14)
  for (const from of currencies) {
    for (const to of currencies) {
      if (from === to) continue
      const [there, back] = [rates.get(`${from} ${to}`) ?? 0, rates.get(`${to} ${from}`) ?? 0]
      expect(there * back).toBeCloseTo(1, 3)
    }
  }
})
