import { expect, test } from 'vitest'
import type { Json } from '../support/client.ts'
import { anOrder, dataOf } from '../support/service.ts'
import { startPair, SUPPLIER } from './pair.ts'

test('a code that was bought at a supplier leads to the purchase; margin names the account', async () => {
  const { seller, buyer, resell, waitForCompletion } = await startPair()
  const { productId } = await resell((await seller.product()).productId)
  const order = anOrder({ productId, amount: 10, quantity: 3 })
  const { id } = dataOf(await buyer.partner.post('/v2/orders', order))
  await waitForCompletion(id)
  const { body } = await buyer.partner.get(`/v2/orders/${id}/items`)
  const codes = body.data.map((item: Json) => item.giftCardNumber)
  const purchases = await buyer.admin.get(`/admin/v1/suppliers/${SUPPLIER}/purchases`)
  const [{ reference, supplierOrderId }] = purchases.body.data

  const reply = await buyer.admin.post('/admin/v1/codes/find', { code: codes[1] })

  expect(dataOf(reply)).toMatchObject([
    {
      productId,
      state: 'DELIVERED',
      supplier: SUPPLIER,
      supplierReference: reference,
      supplierOrderId,
      orderId: id,
      itemNo: 2,
    },
  ])
  expect(dataOf(reply)[0]).not.toHaveProperty('lot')
  const { partnerId } = buyer.partner
  const margin = await buyer.admin.get(
    `/admin/v1/reports/margin?partnerId=${partnerId}&by=supplier`,
  )
  expect(dataOf(margin)).toMatchObject([{ supplier: SUPPLIER, units: 3 }])
})
