import { expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { checkedListing } from '../../src/connectors/check-listing.ts'

const LISTING = {
  listing: 'card',
  name: 'Card',
  brand: 'Brand',
  productType: 'GIFT_CARD',
  currency: 'EUR',
  countries: ['DE'],
  faceValues: ['10'],
  isOnSale: true,
  settings: { product: '1' },
} as const

test.each([
  ['no name of theirs', { listing: '' }],
  ['a name with a line break', { listing: 'a\nb' }],
  ['a currency that is not one', { currency: 'XXX' }],
  ['a type that the adapter does not sell', { productType: 'ACCOUNT_CREDIT' }],
  ['no face value', { faceValues: [] }],
  ['a face value that is no number', { faceValues: ['1e3'] }],
  ['a range that ends before it begins', { faceValues: { min: '5', max: '4' } }],
  ['a setting that the adapter does not take', { settings: { sku: '1' } }],
] as const)('a listing with %s is left out', (_, fault) => {
  const { manifest } = ADAPTERS.reloadly
  expect(checkedListing({ ...LISTING, ...fault }, manifest)).toBeUndefined()
})

test('only the parts of a listing that can be shown are stored', () => {
  const listing = {
    ...LISTING,
    name: ' A\u0000\tcard\u202e ',
    brand: '',
    countries: ['de', 'XX', 'DE'],
    faceValues: ['10', '10', '0', '25.5'],
    discountPercent: '1e9',
    imageUrl: 'javascript:alert(1)',
    terms: '\u0000',
  }
  expect(checkedListing(listing, ADAPTERS.reloadly.manifest)).toMatchObject({
    name: 'A card',
    brand: 'A card',
    countries: ['DE'],
    faceValues: ['10', '25.5'],
    discountPercent: undefined,
    imageUrl: undefined,
    terms: undefined,
  })
})
