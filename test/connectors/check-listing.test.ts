import { expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { checkedListing } from '../../src/connectors/check-listing.ts'
import { uuidOfReference } from '../../src/connectors/find-purchase.ts'
import { fieldsFault } from '../../src/connectors/read-fields.ts'

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
  ['no name at its supplier', { listing: '' }],
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

test('no listing has a text that the database refuses: that would stop the whole catalog', () => {
  const { manifest } = ADAPTERS.plugin
  const smile = '😀'
  const listing = {
    ...LISTING,
    name: `${'x'.repeat(199)}${smile}`,
    imageUrl: 'https://pictures.example/\u0000',
    terms: `${'x'.repeat(19_999)}${smile}`,
  }
  expect(checkedListing(listing, manifest)).toMatchObject({
    name: 'x'.repeat(199),
    imageUrl: undefined,
    terms: 'x'.repeat(19_999),
  })
  const settings = { product: 'a', more: '\ud83d' }
  expect(checkedListing({ ...LISTING, settings }, manifest)).toBeUndefined()
})

test.each([
  ['ding', 'sendValue', ['12.50', '0.5', '7'], ['12,50', '0', '0.00', '1e3', '-1', '.5', '007']],
  ['ding', 'sendCurrency', ['EUR'], ['EURO', '€']],
  ['reloadly', 'product', ['101'], ['a101', '0', '101.0', ' 101', '0101']],
  ['reloadly', 'operator', ['341'], ['Zephyrtel']],
  ['reloadly', 'biller', ['27'], ['27a']],
  ['reloadly', 'country', ['DE'], ['Germany']],
] as const)(
  'a value that cannot be sent to %s as %s is refused when the settings of a product are written',
  (adapter, field, good, bad) => {
    const { settings } = ADAPTERS[adapter].manifest
    const others = adapter === 'ding' ? { sku: 'DE_TK_TopUp' } : {}
    const faultOf = (text: string) => fieldsFault(settings, { ...others, [field]: text })?.field

    expect(good.map(faultOf)).toEqual(good.map(() => undefined))
    expect(bad.map(faultOf)).toEqual(bad.map(() => field))
  },
)

test('our reference of a purchase is found in any spelling that a supplier shows', () => {
  const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const hex = uuid.replaceAll('-', '')
  const all = [uuid, hex, `tessera-1-2-3-${uuid}`, `pur-1-2-3-4-5-${uuid}`]
  const spelled = [...all, ...all.map((text) => text.toUpperCase())]
  expect(spelled.map(uuidOfReference)).toEqual(spelled.map(() => uuid))
  expect(uuidOfReference(`${hex}0`)).toBeUndefined()
})
