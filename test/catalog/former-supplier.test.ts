import { expect, test } from 'vitest'
import { readProduct } from '../../src/catalog/product-input.ts'
import { SUPPLIER_TYPES } from '../../src/process/suppliers.ts'

const PRODUCT = {
  brand: 'Northwind',
  currency: 'USD',
  denominationType: 'FIXED',
  fixedAmounts: [10],
}
const PRESENT = { account: 'acme', product: 17 }

test.each([
  ['the settings of that time', { upstream: 'acme', productId: 17 }],
  ['the settings of the adapter', PRESENT],
])('a product that names upstream is stored as one of tessera, with %s', (_, settings) => {
  const one = { ...PRODUCT, supplier: 'upstream', supplierSettings: settings }
  const suppliers = [{ supplier: 'vault' }, { supplier: 'upstream', settings }]

  expect(readProduct(one, SUPPLIER_TYPES)).toMatchObject({
    supplier: 'tessera',
    supplierSettings: PRESENT,
  })
  expect(readProduct({ ...PRODUCT, suppliers }, SUPPLIER_TYPES)).toMatchObject({
    supplier: 'vault',
    fallbackSuppliers: [{ supplier: 'tessera', settings: PRESENT }],
  })
})
