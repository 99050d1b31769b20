import { expect, test } from 'vitest'
import { ding } from '../../src/connectors/adapters/ding.ts'
import { parseExact, stringifyExact } from '../../src/connectors/exact-json.ts'

function answer(items: readonly unknown[]) {
  const json = parseExact(JSON.stringify({ ResultCode: 1, ErrorCodes: [], Items: items }))
  return { status: 200, headers: {}, json }
}

function product(more: Readonly<Record<string, unknown>>) {
  const price = { SendValue: 8, SendCurrencyIso: 'EUR', DistributorFee: 0.15 }
  const common = { SkuCode: 'A', ProviderCode: 'TK', CommissionRate: 0.05 }
  return { ...common, Minimum: price, Maximum: price, ...more }
}

const LOGO = 'https://pictures.test/tk.png'

function listingsOf(...items: readonly unknown[]) {
  const names = answer([{ ProviderCode: 'TK', Name: 'Talkaria', LogoUrl: LOGO }])
  const first = ding.readCatalog(names, undefined)
  expect(first).toMatchObject({ listings: [] })
  return ding.readCatalog(answer(items), first?.cursor)?.listings
}

test('a listing has the name and the picture of its brand; an unknown one keeps its code', () => {
  expect(listingsOf(product({}), product({ ProviderCode: 'NEW' }))).toMatchObject([
    { brand: 'Talkaria', imageUrl: LOGO },
    { brand: 'NEW', imageUrl: undefined },
  ])
})

test.each([
  ['one price', {}, '3.125'],
  [
    'a range',
    { Minimum: { SendValue: 7, SendCurrencyIso: 'EUR', DistributorFee: 0.15 } },
    '2.8571',
  ],
  ['an unknown commission', { CommissionRate: undefined }, '-1.875'],
  ['a fee above the commission', { CommissionRate: 0.01 }, '-0.875'],
])(
  'our discount counts the fee, at the price where the fee matters most: %s',
  (_, more, percent) => {
    expect(listingsOf(product(more))).toMatchObject([{ discountPercent: percent }])
  },
)

test('a transfer sends what the partner has paid, whatever is due on the bill', () => {
  const bill = {
    reference: 'r',
    theirs: undefined,
    productType: 'BILL_PAYMENT',
    settings: { sku: 'A' },
    faceValue: { amount: '10.00', currency: 'EUR' },
    units: 1,
    recipient: { accountNumber: '12345678' },
    offer: { billRef: 'b', sendValue: '42.50', sendCurrency: 'EUR' },
  } as const
  const account = { environment: 'sandbox', secrets: {}, settings: {}, now: 0 } as const

  const { body } = ding.create(bill, account)

  expect(JSON.parse(stringifyExact(body ?? null))).toMatchObject({ BillRef: 'b', SendValue: 10 })
})
