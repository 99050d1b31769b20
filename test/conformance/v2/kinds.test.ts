import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { newCustomer } from '../partner-v1/fixture.ts'
import { balanceOf, CREDIT } from './account-credit-fixture.ts'
import { completeOrder, expectError, setRate } from './fixture.ts'

/** A kind of digital value: its product, and the recipient of a line. */
interface Kind {
  readonly productType: string
  readonly product: Json
  readonly recipient: Json
}

const HEADER =
  'itemNo,productId,brand,currency,faceValue,cardIdentifier,' +
  'giftCardNumber,giftCardPin,barCodeNumber,redemptionUrl'

function field(name: string, pattern: string, required = true): Json {
  return { name, label: name, pattern, required }
}

const TOP_UP = { recipientFields: [field('phone', '\\+[0-9]{6,15}')] }
const BILL = {
  recipientFields: [field('account', '[0-9]{6,12}'), field('invoice', '[A-Z0-9]{1,9}', false)],
}

let service: RunningService
let ann: Json
let kinds: Record<'giftCard' | 'topUp' | 'bill' | 'credit', Kind>

beforeAll(async () => {
  service = await openService({ funds: { USD: '10000', KWD: '1000' } })
  ann = await newCustomer(service.partner, { email: 'ann@example.com' })
  const sandbox = { supplier: 'sandbox' }
  const generator = { supplier: 'generator' }
  kinds = {
    giftCard: await newProduct('GIFT_CARD', {}, undefined),
    topUp: await newProduct('TOP_UP', { ...TOP_UP, ...sandbox }, { phone: '+4917012345' }),
    bill: await newProduct('BILL_PAYMENT', { ...BILL, ...generator }, { account: '123456' }),
    credit: await newProduct('ACCOUNT_CREDIT', CREDIT, { walletId: ann.walletId }),
  }
})

afterAll(() => service.end())

async function newProduct(productType: string, input: Json, recipient: Json): Promise<Kind> {
  const product = await service.product({ productType, brand: `The ${productType}`, ...input })
  return { productType, product, recipient }
}

function lineOf({ product, recipient }: Kind, line: Json = {}): Json {
  return { productId: product.productId, amount: 10, quantity: 1, recipient, ...line }
}

async function itemsOf({ id }: Json): Promise<Json[]> {
  return dataOf(await service.partner.get(`/v2/orders/${id}/items`))
}

/** Returns the state that a refused order must not change. */
async function state(): Promise<Json> {
  const { partner } = service
  return [await partner.funds(), await balanceOf(partner, ann), (await partner.orders()).length]
}

/** Returns the unparsed rows of the CSV after its header. */
async function rowsOf({ id }: Json): Promise<string[]> {
  const target = `/v2/orders/${id}/fulfillments/export`
  const { downloadUrl } = dataOf(await service.partner.get(target))
  const { pathname, search } = new URL(downloadUrl)
  const csv = await service.http.send({ method: 'GET', target: pathname + search })
  const [header, ...rows] = csv.text.trimEnd().split('\r\n')
  expect(header).toBe(HEADER)
  return rows
}

function rowOf(item: Json): string {
  return HEADER.split(',')
    .map((column) => item[column] ?? '')
    .join(',')
}

describe.each(['topUp', 'bill', 'credit'] as const)('%s', (name) => {
  test('is ordered for a recipient and delivered as receipts, in JSON and CSV', async () => {
    const { product } = kinds[name]
    const funds = await service.partner.funds()
    const order = await completeOrder(service, { items: [lineOf(kinds[name], { quantity: 3 })] })

    expect(order).toMatchObject({ status: 'COMPLETED', totalAmount: 30, itemCount: 3 })
    expect(await service.partner.funds()).toEqual({ ...funds, USD: (funds['USD'] ?? 0) - 30 })
    const items = await itemsOf(order)
    expect(items).toEqual(
      [1, 2, 3].map((itemNo) => ({
        itemNo,
        productId: product.productId,
        brand: product.brand,
        currency: 'USD',
        faceValue: 10,
        cardIdentifier: expect.stringMatching(/./),
        giftCardNumber: expect.stringMatching(/^[0-9A-Z]+-[0-9A-Z-]+$/),
      })),
    )
    expect(new Set(items.map(({ giftCardNumber }) => giftCardNumber)).size).toBe(3)
    expect(await rowsOf(order)).toEqual(items.map(rowOf))
  })

  test('shows in the catalog which recipient fields it requires', async () => {
    const { product, productType } = kinds[name]
    const { productId, recipientFields } = product
    const seen = dataOf(await service.partner.get(`/v2/products/${productId}?currency=USD`))

    expect(seen).toMatchObject({ productType, recipientFields, inStock: true })
  })
})

test('one order of all four kinds: items in the order of the lines, each of its kind', async () => {
  const { giftCard, topUp, bill, credit } = kinds
  const before = await balanceOf(service.partner, ann)
  const funds = await service.partner.funds()
  const items = [
    lineOf(credit, { amount: 5.25, quantity: 2, itemReference: 'ann' }),
    lineOf(giftCard, { amount: 25 }),
    lineOf(bill, { amount: 80.1, recipient: { account: '7654321', invoice: 'A1' } }),
    lineOf(topUp, { amount: 15, quantity: 3 }),
  ]

  const order = await completeOrder(service, { items })

  const delivered = await itemsOf(order)
  const seen = delivered.map(({ itemNo, brand, faceValue, itemReference, redemptionUrl }) =>
    [itemNo, brand, faceValue, itemReference, redemptionUrl && 'has a URL'].join(' ').trim(),
  )
  expect(seen).toEqual([
    '1 The ACCOUNT_CREDIT 5.25 ann',
    '2 The ACCOUNT_CREDIT 5.25 ann',
    '3 The GIFT_CARD 25  has a URL',
    '4 The BILL_PAYMENT 80.1',
    '5 The TOP_UP 15',
    '6 The TOP_UP 15',
    '7 The TOP_UP 15',
  ])
  expect(await rowsOf(order)).toEqual(delivered.map(rowOf))
  expect(order.totalAmount).toBe(160.6)
  const left = Math.round(((funds['USD'] ?? 0) - 160.6) * 100) / 100
  expect(await service.partner.funds()).toEqual({ ...funds, USD: left })
  expect(await balanceOf(service.partner, ann)).toBe(before + 10.5)
})

test('paid in another currency: each line at its own locked rate, rounded once per unit', async () => {
  await setRate(service, ['USD', 'KWD', 0.3071])
  const before = await balanceOf(service.partner, ann)
  const funds = await service.partner.funds()
  const { topUp, credit } = kinds
  const items = [lineOf(topUp, { amount: 7.55, quantity: 3 }), lineOf(credit, { amount: 1.01 })]

  const order = await completeOrder(service, { currency: 'KWD', items })

  // 7.55 x 0.3071 = 2.318605, so 2.319 for each; 1.01 x 0.3071 = 0.310171, so 0.310.
  expect(order.totalAmount).toBe(7.267)
  expect(await service.partner.funds()).toEqual({ ...funds, KWD: 992.733 })
  expect(await balanceOf(service.partner, ann)).toBe(before + 1.01)
})

/** Expects that an order of all kinds is refused if one line has this recipient. */
async function expectRefused(at: number, recipient: Json, fieldPath: string): Promise<void> {
  const { giftCard, topUp, bill, credit } = kinds
  const items = [lineOf(giftCard), lineOf(topUp), lineOf(bill), lineOf(credit)]
  items[at] = { ...items[at], recipient }
  const before = await state()

  const reply = await service.partner.post('/v2/orders', anOrder({ items }))

  expectError(reply, 400, 'VALIDATION_ERROR', [`items[${at}].recipient${fieldPath}`])
  expect(await state()).toEqual(before)
}

describe('400 VALIDATION_ERROR: one wrong recipient refuses the whole order', () => {
  test.each([1, 2, 3])('line %i: no recipient, or one that is not an object', async (at) => {
    await expectRefused(at, undefined, '')
    await expectRefused(at, null, '')
    await expectRefused(at, 'ann', '')
    await expectRefused(at, [], '')
  })

  test.each([
    [1, 'phone'],
    [2, 'account'],
    [3, 'walletId'],
  ])('line %i: a required field is missing, not a string, or does not match', async (at, name) => {
    await expectRefused(at, {}, `.${name}`)
    await expectRefused(at, { [name.toUpperCase()]: '123456' }, `.${name}`)
    await expectRefused(at, { [name]: 123_456 }, `.${name}`)
    await expectRefused(at, { [name]: null }, `.${name}`)
    await expectRefused(at, { [name]: '' }, `.${name}`)
    await expectRefused(at, { [name]: 'x' }, `.${name}`)
    await expectRefused(at, { [name]: '1'.repeat(300) }, `.${name}`)
  })

  test('an optional field must be valid if it is sent', async () => {
    await expectRefused(2, { account: '123456', invoice: 'lower case' }, '.invoice')
  })
})

test('the recipient of a gift card is ignored', async () => {
  const items = [lineOf(kinds.giftCard, { recipient: { phone: 7 } })]

  const order = await completeOrder(service, { items })

  expect(await itemsOf(order)).toMatchObject([{ redemptionUrl: expect.stringMatching(/./) }])
})

test('recipient fields that the product does not have are ignored, and not stored', async () => {
  const recipient = { phone: '+4917012345', secret: 'of somebody' }
  await completeOrder(service, { items: [lineOf(kinds.topUp, { recipient })] })

  const { rows } = await service.db.pool.query(
    `select distinct recipient from order_lines where recipient ? 'phone'`,
  )
  expect(rows).toEqual([{ recipient: { phone: '+4917012345' } }])
})
