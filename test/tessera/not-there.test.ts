import { expect, test } from 'vitest'
import { anOrder, dataOf } from '../support/service.ts'
import { ACCOUNT, startPair } from './pair.ts'

test('an unreachable supplier is skipped at once, and nothing is bought there', async () => {
  const { seller, account, buyer, proxy } = await startPair()
  const { productId: sellerProductId } = await seller.product()
  const settings = { account: ACCOUNT, product: String(sellerProductId) }
  const { productId } = await buyer.product({
    supplier: undefined,
    suppliers: [{ supplier: 'tessera', settings }, { supplier: 'generator' }],
  })
  await proxy.close()

  const order = dataOf(await buyer.partner.post('/v2/orders', anOrder({ productId, quantity: 2 })))
  await buyer.waitForOrder(order.id, 'COMPLETED')

  expect(await account.orders()).toEqual([])
  const { fulfillments } = dataOf(await buyer.admin.get(`/admin/v1/orders/${order.id}`))
  expect(fulfillments).toMatchObject([
    { attempts: [{ supplier: 'tessera', outcome: 'unavailable' }, { supplier: 'generator' }] },
  ])
})

test('an unfunded account puts the order on hold and raises an alert; with funds the order continues', async () => {
  const pair = await startPair({ float: '5.00' })
  const { seller, account, buyer, resell } = pair
  const { productId: sellerProductId } = await seller.product()
  const { productId } = await resell(sellerProductId)
  // A first reading of the float resumes orders, too: a second probe leaves the alert open.
  await pair.waitForFloat()

  const order = dataOf(await buyer.partner.post('/v2/orders', anOrder({ productId, quantity: 1 })))
  await buyer.waitForOrder(order.id, 'ON_HOLD')
  const open = dataOf(await buyer.admin.get('/admin/v1/alerts?state=open'))
  expect(open).toMatchObject([{ kind: 'supplier_unfunded' }])
  expect(await account.orders()).toEqual([])

  const deposit = { currency: 'USD', amount: 100, reference: 'float-1' }
  dataOf(await seller.admin.post(`/admin/v1/partners/${account.partnerId}/deposits`, deposit))
  await expect.poll(() => account.orders()).toHaveLength(1)
  await pair.waitForCompletion(order.id)

  expect(await account.orders()).toHaveLength(1)
  await expect
    .poll(async () => dataOf(await buyer.admin.get('/admin/v1/alerts?state=open')))
    .toEqual([])
})
