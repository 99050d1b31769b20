import { randomUUID } from 'node:crypto'
import { signedClient, type Json, type Reply, type SignedClient } from '../support/client.ts'
import { anOrder, dataOf, type RunningService } from '../support/service.ts'

/** A merchant over HTTP. */
export interface Shop extends SignedClient {
  readonly merchantId: number
}

export async function newShop(service: RunningService): Promise<Shop> {
  const { admin, http, services } = service
  const { merchantId } = dataOf(await admin.post('/admin/v1/merchants', { name: 'Corner shop' }))
  const issued = dataOf(await admin.post(`/admin/v1/merchants/${merchantId}/credentials`))
  return { ...signedClient(http, issued, () => services.clock.now()), merchantId }
}

/** Creates a product whose codes merchants redeem. */
export function redeemable(service: RunningService, input: object = {}): Promise<Json> {
  return service.product({ supplierSettings: { redeemable: true }, ...input })
}

export interface OwnCode {
  readonly code: string
  readonly redemptionUrl: string
  readonly orderId: string
}

/** Buys codes of one face value, and returns them with their order. */
export async function buyCodes(
  service: RunningService,
  {
    productId,
    amount = 25,
    quantity = 1,
  }: { productId: number; amount?: number; quantity?: number },
): Promise<OwnCode[]> {
  const { partner } = service
  const order = anOrder({ productId, amount, quantity })
  const { id: orderId } = dataOf(await partner.post('/v2/orders', order))
  await service.waitForOrder(orderId, 'COMPLETED')
  const items: Json[] = dataOf(await partner.get(`/v2/orders/${orderId}/items`))
  return items.map(({ giftCardNumber: code, redemptionUrl }) => ({ code, redemptionUrl, orderId }))
}

export async function buyCode(service: RunningService, amount = 25): Promise<string> {
  const { productId } = await redeemable(service)
  const [bought] = await buyCodes(service, { productId, amount })
  if (!bought) throw new Error('an order of one unit has one code')
  return bought.code
}

export function authorize(shop: Shop, code: string, input: Json = {}): Promise<Reply> {
  const body = { code, currency: 'USD', amount: 10, reference: randomUUID(), ...input }
  return shop.post('/issuer/v1/authorizations', body)
}

/** Sends a call about an authorization or a capture, such as `captures/{id}/refund`. */
export function act(shop: Shop, path: string, body: Json = {}): Promise<Reply> {
  return shop.post(`/issuer/v1/${path}`, { reference: randomUUID(), ...body })
}

export async function balanceOf(shop: Shop, code: string): Promise<number> {
  return dataOf(await shop.post('/issuer/v1/balance', { code })).balance
}

/** Makes an authorization and a capture, and returns the ids by which a merchant names them. */
export async function cardIdsOf(service: RunningService, shop: Shop) {
  const { merchantId } = shop
  const code = await buyCode(service, 1_000)
  const { authorizationId } = dataOf(await authorize(shop, code))
  const { captureId } = dataOf(await act(shop, `authorizations/${authorizationId}/capture`))
  const credential = await service.admin.post(`/admin/v1/merchants/${merchantId}/credentials`)
  const { clientId: merchantClientId } = dataOf(credential)
  const open = dataOf(await authorize(shop, code)).authorizationId
  return { merchantId, merchantClientId, code, authorizationId: open, captureId }
}
