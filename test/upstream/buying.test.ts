import { expect, test } from 'vitest'
import { anOrder, dataOf } from '../support/service.ts'
import { startPair } from './pair.ts'

test('an order is bought upstream under the reference of its batch, and delivers its codes', async () => {
  const { theirs, account, ours, resold, completed } = await startPair()
  const { productId: theirId } = await theirs.product()
  const { productId } = await resold(theirId)

  const order = dataOf(await ours.partner.post('/v2/orders', anOrder({ productId, quantity: 3 })))
  await completed(order.id)

  const [bought, ...others] = await account.orders()
  expect(others).toEqual([])
  expect(bought).toMatchObject({ status: 'COMPLETED', totalAmount: 30 })
  expect(bought.clientReference).toMatch(
    new RegExp(`^tessera-${ours.partner.partnerId}-1-1-[0-9a-f-]{36}$`),
  )
  const sold = dataOf(await ours.partner.get(`/v2/orders/${order.id}/items`))
  const issued = dataOf(await account.get(`/v2/orders/${bought.id}/items`))
  expect(codesOf(sold)).toEqual(codesOf(issued))
  expect(codesOf(sold)).toHaveLength(3)
})

function codesOf(items: readonly { giftCardNumber: string; redemptionUrl: string }[]): string[] {
  return items.map(({ giftCardNumber, redemptionUrl }) => `${giftCardNumber} ${redemptionUrl}`)
}
