import { expect, test } from 'vitest'
import { contentOf, newCustomer } from '../conformance/partner-v1/fixture.ts'
import { withoutBackoffs } from '../support/backoffs.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import type { HttpProxyOptions } from '../support/http-proxy.ts'
import { dataOf } from '../support/service.ts'
import { startPair, SUPPLIER, type Pair } from './pair.ts'

const PHONE = { name: 'phoneNumber', label: 'Phone', pattern: '\\+[0-9]{8,15}', required: true }
const BILL = { name: 'accountNumber', label: 'Account', pattern: '[0-9]{6,12}', required: true }
const EMAIL = { name: 'email', label: 'E-mail', pattern: '[^@]+@[^@]+', required: true }

/**
 * Creates a product of the upstream that goes to a recipient. Returns ours that is bought there.
 */
async function resoldProduct(
  { seller, resell }: Pair,
  kind: object,
  supply: object,
): Promise<number> {
  const { productId } = await seller.product({ ...kind, ...supply })
  return (await resell(productId, kind)).productId
}

async function orderFor({ buyer }: Pair, productId: number, recipient: object): Promise<Json> {
  const items = [{ productId, amount: 10, quantity: 1, recipient }]
  const order = { clientReference: `for-${productId}`, currency: 'USD', items }
  return dataOf(await buyer.partner.post('/v2/orders', order))
}

/** The upstream executes the first create of each order, and its response is lost. */
function loseFirstResponses(): HttpProxyOptions['fate'] {
  const seen = new Set<string>()
  return ({ method, body }) => {
    if (method !== 'POST' || seen.has(body)) return { fate: 'pass' }
    seen.add(body)
    return { fate: 'after' }
  }
}

const KINDS = [
  ['TOP_UP', PHONE, 'sandbox', { phoneNumber: '+14155550100' }],
  ['BILL_PAYMENT', BILL, 'sandbox', { accountNumber: '12345678' }],
  ['ACCOUNT_CREDIT', EMAIL, 'wallet', { email: 'ann@example.com' }],
] as const

test('each type reaches its recipient once, though responses are lost; the receipt is the upstream’s', async () => {
  const pair = await startPair({ fate: loseFirstResponses() })
  const { buyer, account, proxy } = pair
  const ann = { email: 'ann@example.com', currency: 'USD', initialFunds: 5 }
  const { id: customerId } = await newCustomer(account, ann)
  const placed: (readonly [order: Json, recipient: object])[] = []
  for (const [productType, field, supplier, recipient] of KINDS) {
    const kind = { productType, recipientFields: [field] }
    const productId = await resoldProduct(pair, kind, { supplier })
    placed.push([await orderFor(pair, productId, recipient), recipient])
  }
  for (const [{ id }] of placed) await pair.waitForCompletion(id)

  expect(await account.orders()).toHaveLength(3)
  const sent = proxy.seen.filter(({ method }) => method === 'POST')
  for (const [{ id }, recipient] of placed) {
    const path = `/admin/v1/suppliers/${SUPPLIER}/purchases?orderId=${id}`
    const [{ reference, supplierOrderId }] = dataOf(await buyer.admin.get(path))
    const bodies = sent.map(({ body }) => JSON.parse(body))
    const own = bodies.filter(({ clientReference }) => clientReference === reference)
    expect(own.map(({ items }) => items[0].recipient)).toEqual([recipient])
    const [receipt] = dataOf(await account.get(`/v2/orders/${supplierOrderId}/items`))
    const [item] = dataOf(await buyer.partner.get(`/v2/orders/${id}/items`))
    expect(item.giftCardNumber).toBe(receipt.giftCardNumber)
  }
  const wallets = await contentOf(account, `/api/partner/v1/customer/${customerId}/wallets`)
  expect(wallets).toMatchObject([{ balance: 15 }])
})

test('a recipient that the upstream refuses is refused with its reason, and nothing is bought', async () => {
  const pair = await startPair()
  const { buyer, account } = pair
  const kind = { productType: 'ACCOUNT_CREDIT', recipientFields: [EMAIL] }
  const productId = await resoldProduct(pair, kind, { supplier: 'wallet' })

  const order = await orderFor(pair, productId, { email: 'nobody@example.com' })
  const find = async () =>
    dataOf(await buyer.admin.get(`/admin/v1/orders/${order.id}`)).fulfillments[0]
  await expect.poll(find).toMatchObject({ status: 'FAILED' })

  const { attempts } = await find()
  expect(attempts[0]).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/^400 /) })
  expect(await account.orders()).toEqual([])
  expect(await account.funds()).toEqual({ USD: 1_000_000 })
  // Cancelling is refused while the upstream is asked again.
  const cancel = () => buyer.admin.post(`/admin/v1/orders/${order.id}/cancel`, { reason: 'no' })
  const cancelled = await eventually(async () => {
    const reply = await cancel()
    expect(reply.status).toBe(200)
    return reply
  })
  expect(dataOf(cancelled)).toMatchObject({ status: 'CANCELLED', chargedAmount: 0 })
})

test('409 BUSINESS_RULE_VIOLATION: a top-up under way is not cancelled, and is charged when done', async () => {
  const pair = await startPair()
  const { buyer, seller, account } = pair
  const kind = { productType: 'TOP_UP', recipientFields: [PHONE] }
  const slow = { supplier: 'sandbox', supplierSettings: { outcome: 'pending', delayMs: 60_000 } }
  const productId = await resoldProduct(pair, kind, slow)
  const order = await orderFor(pair, productId, { phoneNumber: '+14155550100' })
  await expect.poll(() => account.orders()).toHaveLength(1)

  const early = await buyer.admin.post(`/admin/v1/orders/${order.id}/cancel`, { reason: 'no' })
  await withoutBackoffs(seller.db, pair.waitForCompletion(order.id))

  expect(early.status).toBe(409)
  expect(early.body.error.message).toContain('under way')
  expect(await buyer.partner.funds()).toEqual({ USD: 1_000_000 - 10 })
})
