import { expect, test } from 'vitest'
import type { Json } from '../support/client.ts'
import { anOrder, dataOf } from '../support/service.ts'
import { startPair, type Pair } from './pair.ts'

/** The upstream waits for its supplier until its product has another one. */
const WAITING = { supplier: 'sandbox', supplierSettings: { outcome: 'unfunded' } }
const DONE = { supplier: 'generator' }

/** Our order that the upstream has accepted and cannot deliver yet. */
async function orderUnderWay({ ours, account }: Pair, productId: number): Promise<Json> {
  const order = dataOf(await ours.partner.post('/v2/orders', anOrder({ productId, quantity: 2 })))
  await expect.poll(() => account.orders()).toMatchObject([{ status: 'ON_HOLD' }])
  return order
}

test('codes bought for an order that is cancelled here go into stock and are sold from there', async () => {
  const pair = await startPair()
  const { theirs, account, ours, resold } = pair
  const { productId: theirId } = await theirs.product(WAITING)
  const { productId } = await resold(theirId)
  const order = await orderUnderWay(pair, productId)

  const reason = { reason: 'asked by the partner' }
  dataOf(await ours.admin.post(`/admin/v1/orders/${order.id}/cancel`, reason))
  expect(await ours.partner.funds()).toEqual({ USD: 1_000_000 })
  dataOf(await theirs.admin.patch(`/admin/v1/products/${theirId}`, DONE))
  dataOf(await ours.admin.patch(`/admin/v1/products/${productId}`, { supplier: 'vault' }))
  const second = dataOf(await ours.partner.post('/v2/orders', anOrder({ productId, quantity: 2 })))
  await ours.waitForOrder(second.id, 'COMPLETED')

  const [bought, ...others] = await account.orders()
  expect(others).toEqual([])
  const issued = dataOf(await account.get(`/v2/orders/${bought.id}/items`))
  const sold = dataOf(await ours.partner.get(`/v2/orders/${second.id}/items`))
  expect(sold.map(numberOf)).toEqual(issued.map(numberOf))
  const { body } = await ours.admin.get('/admin/v1/alerts?state=open')
  expect(body.data.map(({ kind }: Json) => kind)).toContain('upstream_unsold')
})

test('an order that the upstream cancels is bought again under another reference', async () => {
  const pair = await startPair()
  const { theirs, account, resold } = pair
  const { productId: theirId } = await theirs.product(WAITING)
  const order = await orderUnderWay(pair, (await resold(theirId)).productId)
  const [first] = await account.orders()

  dataOf(await theirs.admin.post(`/admin/v1/orders/${first.id}/cancel`, { reason: 'no more' }))
  dataOf(await theirs.admin.patch(`/admin/v1/products/${theirId}`, DONE))
  await pair.completed(order.id)

  const [second, cancelled, ...others] = await account.orders()
  expect(others).toEqual([])
  expect([second.status, cancelled.status]).toEqual(['COMPLETED', 'CANCELLED'])
  expect(second.clientReference).not.toBe(cancelled.clientReference)
  expect(await account.funds()).toEqual({ USD: 1_000_000 - 20 })
})

function numberOf({ giftCardNumber }: Json): string {
  return giftCardNumber
}
