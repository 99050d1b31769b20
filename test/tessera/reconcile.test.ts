import { expect, test } from 'vitest'
import { CSV_HEADERS } from '../conformance/bad-input/fixture.ts'
import { anOrder, dataOf } from '../support/service.ts'
import { startPair, SUPPLIER } from './pair.ts'

test('purchases are compared with the statement of the supplier, by its references and ours', async () => {
  const { seller, account, buyer, resell, waitForCompletion } = await startPair()
  const { productId: sellerProductId } = await seller.product()
  const { productId } = await resell(sellerProductId)
  const orderIds: string[] = []
  for (const quantity of [1, 2, 3]) {
    const order = dataOf(await buyer.partner.post('/v2/orders', anOrder({ productId, quantity })))
    await waitForCompletion(order.id)
    orderIds.push(order.id)
  }
  const bought = await account.orders()
  const [third, second, first] = bought.map(({ id }: { id: string }) => id)
  const statement = await account.get(
    '/v2/accounts/statement?currency=USD&from=2020-01-01&to=2099-01-01&format=csv',
  )
  const withoutThird = statement.text
    .split('\r\n')
    .filter((line) => !line.includes(String(third)))
    .join('\r\n')
  const base = `/admin/v1/reconciliations/purchases?supplier=${SUPPLIER}&currency=USD`
  const time = 'from=2020-01-01&to=2099-01-01'

  const columns = 'referenceColumn=orderId&amountColumn=amount&negate=true'
  const reply = await buyer.admin.post(`${base}&${time}&${columns}`, withoutThird, CSV_HEADERS)
  const reconciliation = dataOf(reply)

  // The deposits there have no order.
  expect(reconciliation).toMatchObject({
    matched: 2,
    missingHere: 1,
    missingThere: 1,
    differentAmount: 0,
  })
  expect(reconciliation.unmatched).toMatchObject([
    { status: 'missing_here', reference: '' },
    { status: 'missing_there', reference: third, bookedAmount: 30, records: [orderIds[2]] },
  ])
  const byOurs = `reference,amount\n${bought[1].clientReference},20\n${first},11\n`
  const another = dataOf(await buyer.admin.post(`${base}&${time}`, byOurs, CSV_HEADERS))
  expect(another).toMatchObject({ matched: 1, missingHere: 0, missingThere: 1, differentAmount: 1 })
  expect(another.unmatched).toMatchObject([
    { status: 'missing_there', reference: third },
    { status: 'different_amount', reference: first, fileAmount: 11, bookedAmount: 10 },
  ])
  expect(second).toBe(bought[1].id)
})
