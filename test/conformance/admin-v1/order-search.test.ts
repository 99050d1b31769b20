import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type Partner, type RunningService } from '../../support/service.ts'
import { completeOrder, DAY, expectError, placeOrder, stoppedClock } from '../v2/fixture.ts'

const ORDERS = '/admin/v1/orders'
const PHONE = { name: 'phone', label: 'Phone', pattern: '\\+[0-9]{8,15}', required: true }
const MAIL = { name: 'email', label: 'E-mail', pattern: '.+@.+', required: false }

const clock = stoppedClock()
let service: RunningService
let other: Partner
let cardId: number
let topUpId: number
/** Orders sorted by creation, each on another day. */
let early: Json
let middle: Json
let late: Json
let days: string[]

function aTopUp(recipient: Json, amount = 5): Json {
  return { productId: topUpId, amount, quantity: 1, recipient, itemReference: 'row 7' }
}

beforeAll(async () => {
  service = await openService({ clock, funds: { USD: '1000.00' } })
  other = await service.newPartner({ USD: '1000.00' })
  cardId = (await service.product()).productId
  const fields = [PHONE, MAIL]
  const input = { productType: 'TOP_UP', recipientFields: fields, supplier: 'sandbox' }
  topUpId = (await service.product(input)).productId
  days = []
  const nextDay = (): void => {
    clock.advance(DAY)
    days.push(new Date(clock.now()).toISOString().slice(0, 10))
  }
  nextDay()
  const recipient = { phone: '+15551234567', email: 'Ann@Example.com' }
  early = await completeOrder(service, { items: [aTopUp(recipient)], clientReference: 'A' })
  nextDay()
  const items = [{ productId: cardId, amount: 10, quantity: 3, itemReference: 'row 7' }]
  middle = await completeOrder(service, { items, clientReference: 'A' }, other)
  nextDay()
  const mixed = [
    { productId: cardId, amount: 10, quantity: 3 },
    aTopUp({ phone: '+15551234567' }),
    aTopUp({ phone: '+15559999999' }, 7),
  ]
  late = await completeOrder(service, { items: mixed, clientReference: 'B' })
})
afterAll(() => service.end())

async function search(query: string): Promise<Json[]> {
  const { status, body } = await service.admin.get(`${ORDERS}?${query}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  expect(body.meta.pagination.totalRecords).toBe(body.data.length)
  return body.data
}

async function ids(query: string): Promise<string[]> {
  return (await search(query)).map(({ id }) => id as string)
}

describe('orders of all partners are found by their values, newest first', () => {
  test('clientReference, also without a partner', async () => {
    expect(await ids('clientReference=A')).toEqual([middle['id'], early['id']])
    expect(await ids(`clientReference=A&partnerId=${other.partnerId}`)).toEqual([middle['id']])
    expect(await ids('clientReference=a')).toEqual([])
  })

  test('itemReference and productId, an order with two matching lines once', async () => {
    const all = [late['id'], middle['id'], early['id']]
    expect(await ids(`itemReference=row%207`)).toEqual(all)
    expect(await ids(`productId=${topUpId}`)).toEqual([late['id'], early['id']])
    expect(await ids(`productId=${topUpId}&partnerId=${other.partnerId}`)).toEqual([])
    expect(await ids(`productId=${cardId}&itemReference=row%207`)).toEqual([
      late['id'],
      middle['id'],
    ])
  })

  test('recipient: phone in any spelling, e-mail in any case', async () => {
    for (const phone of ['%2B15551234567', '15551234567', '%2B1%20(555)%20123-4567']) {
      expect(await ids(`recipient=${phone}`)).toEqual([late['id'], early['id']])
    }
    expect(await ids('recipient=ann@example.COM')).toEqual([early['id']])
    expect(await ids('recipient=%2B15559999999')).toEqual([late['id']])
    expect(await ids('recipient=5551234567')).toEqual([])
  })

  test('cardIdentifier', async () => {
    const { body } = await other.get(`/v2/orders/${middle['id']}/items`)
    expect(await ids(`cardIdentifier=${body.data[2].cardIdentifier}`)).toEqual([middle['id']])
    const query = `cardIdentifier=${body.data[2].cardIdentifier}`
    expect(await ids(`${query}&partnerId=${service.partner.partnerId}`)).toEqual([])
  })

  test('amount in its currency, to the minor unit', async () => {
    expect(await ids('amount=5&currency=USD')).toEqual([early['id']])
    expect(await ids('amount=42.00&currency=USD')).toEqual([late['id']])
    expect(await ids('amount=42.01&currency=USD')).toEqual([])
    expect(await ids('amount=5&currency=EUR')).toEqual([])
  })

  test('days of creation, both inclusive, alone and with other filters', async () => {
    const [first, second, third] = days
    expect(await ids(`createdFrom=${second}`)).toEqual([late['id'], middle['id']])
    expect(await ids(`createdTo=${second}`)).toEqual([middle['id'], early['id']])
    expect(await ids(`createdFrom=${second}&createdTo=${second}`)).toEqual([middle['id']])
    const after = new Date(clock.now() + 2 * DAY).toISOString().slice(0, 10)
    expect(await ids(`createdFrom=${after}`)).toEqual([])
    expect(await ids('createdTo=2020-01-01')).toEqual([])
    const { partnerId } = service.partner
    expect(await ids(`partnerId=${partnerId}&createdTo=${second}`)).toEqual([early['id']])
    expect(await ids(`productId=${topUpId}&createdFrom=${third}`)).toEqual([late['id']])
    expect(await ids(`productId=${topUpId}&createdTo=${first}`)).toEqual([early['id']])
  })

  test('status with other filters', async () => {
    expect(await ids(`productId=${topUpId}&status=COMPLETED`)).toEqual([late['id'], early['id']])
    expect(await ids(`productId=${topUpId}&status=CANCELLED`)).toEqual([])
  })

  test('page by page, and after an order', async () => {
    const target = `${ORDERS}?itemReference=row%207`
    const { body } = await service.admin.get(`${target}&pageSize=2&page=2`)
    expect(body.data.map(({ id }: Json) => id)).toEqual([early['id']])
    expect(body.meta.pagination).toMatchObject({ totalRecords: 3, hasNext: false })
    expect(await ids(`itemReference=row%207&after=${late['id']}`)).toEqual([
      middle['id'],
      early['id'],
    ])
  })
})

test('a recipient is stored as a hash only, and only for orders that have one', async () => {
  await placeOrder(service.partner, { productId: cardId, amount: 1 })
  const { rows } = await service.db.pool.query(
    'select order_no, count(*)::integer as values from order_recipients group by 1 order by 1',
  )
  expect(rows).toEqual([
    { order_no: 1n, values: 2 },
    { order_no: 2n, values: 2 },
  ])
  const all = await service.db.pool.query('select t::text as row from order_recipients t')
  expect(JSON.stringify(all.rows)).not.toMatch(/5551234567|ann@/i)
})

describe('400 VALIDATION_ERROR', () => {
  test.each([
    ['amount without currency', 'amount=5', 'currency'],
    ['currency without amount', 'currency=USD', 'amount'],
    ['more decimals than the currency has', 'amount=5.001&currency=USD', 'amount'],
    ['an invalid card identifier', 'cardIdentifier=crd_1', 'cardIdentifier'],
    ['createdFrom after createdTo', 'createdFrom=2026-01-02&createdTo=2026-01-01', 'createdFrom'],
    ['a page that a search does not reach', 'itemReference=x&page=6&pageSize=2000', 'page'],
  ])('%s', async (_rule, query, field) => {
    const reply = await service.admin.get(`${ORDERS}?${query}`)
    expectError(reply, 400, 'VALIDATION_ERROR', [field])
  })
})
