import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError } from './fixture.ts'

const RECIPIENT_FIELDS = [
  { name: 'phone', label: 'Phone number', pattern: '\\+[0-9]{6,15}', required: true },
  { name: 'note', label: 'Note', pattern: '[a-z]{0,5}', required: false },
]

let service: RunningService
let productId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000' } })
  productId = await newTopUp(RECIPIENT_FIELDS)
})

afterAll(() => service.end())

async function newTopUp(recipientFields: Json, productType = 'TOP_UP'): Promise<number> {
  const product = await service.product({ productType, recipientFields, supplier: 'sandbox' })
  return product.productId
}

function order(recipient: unknown, id = productId): Json {
  const { items, ...rest } = anOrder({ productId: id })
  return { ...rest, items: [{ ...items[0], recipient }] }
}

function buy(recipient: unknown, id?: number): Promise<Reply> {
  return service.partner.post('/v2/orders', order(recipient, id))
}

describe('the recipient of a line has the fields that the product requires', () => {
  test.each([
    { phone: '+49170123456' },
    { phone: '+123456', note: 'hi' },
    { phone: '+123456', note: '' },
    { phone: '+123456', unknown: 'is ignored' },
  ])('%j', async (recipient) => {
    const { id, totalAmount } = dataOf(await buy(recipient))
    expect(totalAmount).toBe(10)
    await service.waitForOrder(id, 'COMPLETED')
  })

  test.each(['TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT'])('%s', async (productType) => {
    const id = await newTopUp([RECIPIENT_FIELDS[0]], productType)
    expectError(await buy(undefined, id), 400, 'VALIDATION_ERROR', ['items[0].recipient'])
    expect((await buy({ phone: '+123456' }, id)).status).toBe(201)
  })

  test('a recipient without required fields may be empty, but must be there', async () => {
    const id = await newTopUp([RECIPIENT_FIELDS[1]])
    expect((await buy({}, id)).status).toBe(201)
    expectError(await buy(undefined, id), 400, 'VALIDATION_ERROR', ['items[0].recipient'])
  })
})

describe('400 VALIDATION_ERROR names the field, and nothing is held', () => {
  test.each<[unknown, string]>([
    [undefined, ''],
    [null, ''],
    ['+123456', ''],
    [7, ''],
    [[], ''],
    [[{ phone: '+123456' }], ''],
    [{}, '.phone'],
    [{ Phone: '+123456' }, '.phone'],
    [{ phone: null }, '.phone'],
    [{ phone: 49170123456 }, '.phone'],
    [{ phone: ['+123456'] }, '.phone'],
    [{ phone: '' }, '.phone'],
    [{ phone: '123456' }, '.phone'],
    [{ phone: ' +123456' }, '.phone'],
    [{ phone: '+123456 and more' }, '.phone'],
    [{ phone: '+123456\n' }, '.phone'],
    [{ phone: `+${'1'.repeat(300)}` }, '.phone'],
    [{ phone: '+123456', note: 'TOO LOUD' }, '.note'],
    [{ phone: '+123456', note: 5 }, '.note'],
  ])('%j', async (recipient, field) => {
    const { partner } = service
    const before = await partner.funds()
    const { length } = await partner.orders()
    const fields = [`items[0].recipient${field}`]
    expectError(await buy(recipient), 400, 'VALIDATION_ERROR', fields)
    expect(await partner.funds()).toEqual(before)
    expect(await partner.orders()).toHaveLength(length)
  })

  test('a recipient that is missing: the message names its required fields', async () => {
    const { error } = (await buy(undefined)).body
    expect(error.message).toBe('items[0].recipient is required for TOP_UP, with phone')
  })

  test('the fault names its line', async () => {
    const good = order({ phone: '+123456' })
    const bad = order({ phone: 'x' })
    const items = [...good.items, ...bad.items]
    const reply = await service.partner.post('/v2/orders', { ...good, items })
    expectError(reply, 400, 'VALIDATION_ERROR', ['items[1].recipient.phone'])
  })
})

describe('a pattern that would backtrack without end does not block the service', () => {
  test.each([
    ['(a+)+', 'a'.repeat(250)],
    ['(a|aa)+', 'a'.repeat(250)],
    ['([a-z]+)*[0-9]', 'b'.repeat(250)],
    ['[^@ ]+@([a-z]+[.]?)+', `x@${'c'.repeat(250)}`],
  ])('%s', async (pattern, text) => {
    const id = await newTopUp([{ name: 'account', label: 'Account', pattern, required: true }])

    const reply = await buy({ account: `${text}!` }, id)

    expectError(reply, 400, 'VALIDATION_ERROR', ['items[0].recipient.account'])
  })
})

describe('a pattern must match the whole value, character by character', () => {
  test.each([
    ['a|b', 'b', 201],
    ['a|b', 'ab', 400],
    ['^[0-9]+$', '123', 201],
    ['^[0-9]+$', '123\n', 400],
    ['.{2}', '\u{1F389}é', 201],
    ['.', '\u{1F389}é', 400],
    ['[\\p{L} ]+', 'Ünal Öztürk', 201],
    ['\\w+', 'Ünal', 400],
  ])('%j and %j', async (pattern, account, status) => {
    const id = await newTopUp([{ name: 'account', label: 'Account', pattern, required: true }])

    expect((await buy({ account }, id)).status).toBe(status)
  })
})

test('the refusal says that the whole value must match', async () => {
  const reply = await buy({ phone: '+123456 and more' })
  const message = `must match ${RECIPIENT_FIELDS[0]?.pattern} as a whole`
  expect(reply.body.error.details).toEqual([{ field: 'items[0].recipient.phone', message }])
})

describe('a product requires only fields that every order can name', () => {
  test.each(['constructor', 'prototype', 'toString', 'hasOwnProperty'])('%s', async (name) => {
    const id = await newTopUp([{ ...RECIPIENT_FIELDS[0], name }])
    expect((await buy({ [name]: '+123456' }, id)).status).toBe(201)
    expectError(await buy({}, id), 400, 'VALIDATION_ERROR', [`items[0].recipient.${name}`])
  })

  test.each(['__proto__', ' __proto__ '])(
    '400 VALIDATION_ERROR: a product with %j',
    async (name) => {
      const recipientFields = [RECIPIENT_FIELDS[0], { ...RECIPIENT_FIELDS[1], name }]
      const field = 'recipientFields[1].name'
      const path = `/admin/v1/products/${productId}`
      const patched = await service.admin.patch(path, { recipientFields })
      expectError(patched, 400, 'VALIDATION_ERROR', [field])
      const range = { denominationType: 'VARIABLE', minAmount: 1, maxAmount: 500 }
      const input = { brand: 'Proto', currency: 'USD', ...range, supplier: 'sandbox' }
      const body = { ...input, productType: 'TOP_UP', recipientFields }
      const reply = await service.admin.post('/admin/v1/products', body)
      expectError(reply, 400, 'VALIDATION_ERROR', [field])
    },
  )
})

test('a receipt is delivered: a confirmation number and nothing else', async () => {
  const placed = dataOf(await buy({ phone: '+123456' }))
  await service.waitForOrder(placed.id, 'COMPLETED')
  const items = dataOf(await service.partner.get(`/v2/orders/${placed.id}/items`))
  expect(items).toEqual([
    {
      itemNo: 1,
      productId,
      brand: 'Northwind',
      currency: 'USD',
      faceValue: 10,
      cardIdentifier: expect.stringMatching(/./),
      giftCardNumber: expect.stringMatching(/./),
    },
  ])
  const target = `/v2/orders/${placed.id}/fulfillments/export`
  const { downloadUrl } = dataOf(await service.partner.get(target))
  const { pathname, search } = new URL(downloadUrl)
  const csv = await service.http.send({ method: 'GET', target: pathname + search })
  const [, row = ''] = csv.text.split('\r\n')
  const { cardIdentifier, giftCardNumber } = items[0]
  expect(row).toBe(`1,${productId},Northwind,USD,10,${cardIdentifier},${giftCardNumber},,,`)
})
