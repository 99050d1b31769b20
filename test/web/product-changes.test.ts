import { expect, test } from 'vitest'
import { changesOf } from '../../web/src/console/product-changes.ts'

const PRODUCT = {
  supplier: 'runa',
  supplierSettings: { account: 'main', product: 'IKEA-DE', listing: 'IKEA-DE', faceValue: '10.00' },
} as unknown as Parameters<typeof changesOf>[0]

const SHOWN = { account: 'main', product: 'IKEA-DE' }

test('a product that is edited still buys its listing, which the form does not show', () => {
  const entered = { brand: 'IKEA', minAmount: 5, supplier: 'runa', supplierSettings: SHOWN }
  expect(changesOf(PRODUCT, entered)).toEqual({ brand: 'IKEA', minAmount: 5 })
})

test('another supplier, or another product of the supplier, replaces the listing', () => {
  for (const changed of [
    { supplier: 'runa', supplierSettings: { ...SHOWN, product: 'IKEA-FR' } },
    { supplier: 'runa', supplierSettings: { account: 'main' } },
    { supplier: 'tillo', supplierSettings: SHOWN },
    { supplier: 'vault' },
  ]) {
    expect(changesOf(PRODUCT, changed)).toEqual(changed)
  }
})
