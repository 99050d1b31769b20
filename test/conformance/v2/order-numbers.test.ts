import { expect, test } from 'vitest'
import { ORDER_NO_MAX, parseOrderId } from '../../../src/core/mod.ts'
import { anOrder, dataOf, startService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError, placeOrder } from './fixture.ts'

/** The last number of an order whose id has 21 characters. */
const SHORT_MAX = 2 ** 32 - 1

test('orders from the 2^32nd on are read everywhere like earlier ones', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const { productId } = await service.product()
  await setLastOrder(service, SHORT_MAX - 1)

  const { id: lastShort } = await completeOrder(service, { productId })
  const { id: firstLong } = await completeOrder(service, { productId })

  expect(parseOrderId(lastShort)).toMatchObject({ orderNo: SHORT_MAX })
  expect(lastShort).toMatch(/^ord_[0-9A-Z]{21}$/)
  expect(parseOrderId(firstLong)).toMatchObject({ orderNo: SHORT_MAX + 1 })
  expect(firstLong).toMatch(/^ord_[0-9A-Z]{23}$/)
  expect((await partner.orders()).map(({ id }) => id)).toEqual([firstLong, lastShort])
  for (const id of [lastShort, firstLong]) {
    const path = `/v2/orders/${id}`
    expect(dataOf(await partner.get(path)).id).toBe(id)
    const [item] = dataOf(await partner.get(`${path}/items`))
    expect(item.cardIdentifier).toContain(id.slice('ord_'.length))
    expect(dataOf(await partner.get(`${path}/fulfillments`))).toHaveLength(1)
    const { downloadUrl } = dataOf(await partner.get(`${path}/fulfillments/export`))
    const { pathname, search } = new URL(downloadUrl)
    const csv = await service.http.send({ method: 'GET', target: pathname + search })
    expect(csv.text).toContain(item.giftCardNumber)
    expect(dataOf(await admin.get(`/admin/v1/orders/${id}`)).id).toBe(id)
  }
})

test('the last order number is used; 409 after it, and nothing is charged or stored', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { partner, db } = service
  const { productId } = await service.product()
  await setLastOrder(service, ORDER_NO_MAX - 1)

  const { id } = await completeOrder(service, { productId })
  const reply = await partner.post('/v2/orders', anOrder({ productId }))

  expect(parseOrderId(id)).toMatchObject({ orderNo: ORDER_NO_MAX })
  expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
  expect(await partner.funds()).toEqual({ USD: 90 })
  const { rows } = await db.pool.query(
    'select last_order, last_transfer, (select count(*) from orders) as orders from books',
  )
  expect(rows).toEqual([{ last_order: BigInt(ORDER_NO_MAX), last_transfer: 3n, orders: 1n }])
})

test('an order of the last number is cancelled like any other', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const { productId } = await service.product({ supplier: 'vault' })
  await setLastOrder(service, ORDER_NO_MAX - 1)
  const { id } = await placeOrder(partner, { productId })
  await service.waitForOrder(id, 'OUT_OF_STOCK')

  dataOf(await admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'no longer wanted' }))

  expect(await partner.funds()).toEqual({ USD: 100 })
})

/** Sets the last order number of the book, with a new version, as each change of a book must. */
async function setLastOrder({ db, partner }: RunningService, number: number): Promise<void> {
  await db.pool.query(
    'update books set last_order = $1, version = version + 1 where partner_id = $2',
    [number, partner.partnerId],
  )
}
