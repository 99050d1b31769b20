import { expect, onTestFinished } from 'vitest'
import type { Config } from '../../src/settings/config.ts'
import type { Order } from '../../src/orders/mod.ts'
import { withoutBackoffs } from '../support/backoffs.ts'
import type { Json } from '../support/client.ts'
import { startHttpProxy, type HttpProxy, type HttpProxyOptions } from '../support/http-proxy.ts'
import { dataOf, startService, type Partner, type RunningService } from '../support/service.ts'

/** Two services. The second one is a partner of the first and resells its products. */
export interface Pair {
  readonly seller: RunningService
  /** Our account at the seller. */
  readonly account: Partner
  readonly buyer: RunningService
  readonly proxy: HttpProxy
  /** Creates a product of ours that is bought at the seller as `sellerProductId`. */
  resell(sellerProductId: number, input?: object): Promise<Json>
  /** Waits for the first reading of our float. An order that is held already is resumed then. */
  waitForFloat(): Promise<void>
  /** Waits for an order of buyer, without the pauses between look-ups at the seller. */
  waitForCompletion(id: string): Promise<Order>
}

export interface PairOptions {
  readonly fate?: HttpProxyOptions['fate']
  readonly float?: string
  readonly settings?: Partial<Config>
}

/** Name of our account at the seller, also in the settings of products. */
export const ACCOUNT = 'acme'
export const SUPPLIER = `tessera:${ACCOUNT}`

export async function startPair(options: PairOptions = {}): Promise<Pair> {
  const seller = await startService({ funds: { USD: options.float ?? '1000000.00' } })
  const { fate = () => ({ fate: 'pass' }) } = options
  const proxy = await startHttpProxy({ target: seller.url, fate })
  const settings = {
    floatPollSeconds: 0.1,
    rateLimit: 0,
    ...options.settings,
  }
  const buyer = await startService({ funds: { USD: '1000000.00' }, settings })
  onTestFinished(() => proxy.close())
  const place = { adapter: 'tessera', name: ACCOUNT, baseUrl: proxy.url }
  dataOf(await buyer.admin.post('/admin/v1/suppliers', { ...place, ...accountOf(seller.partner) }))
  return {
    seller,
    account: seller.partner,
    buyer,
    proxy,
    resell: (productId, input) =>
      buyer.product({
        supplier: 'tessera',
        supplierSettings: { account: ACCOUNT, product: String(productId) },
        ...input,
      }),
    waitForFloat: () =>
      expect
        .poll(async () => dataOf(await buyer.admin.get('/admin/v1/suppliers')))
        .toMatchObject([{ answers: true }]),
    waitForCompletion: (id) => withoutBackoffs(buyer.db, buyer.waitForOrder(id, 'COMPLETED')),
  }
}

/** Returns the fields with which our account at another service is registered. */
export function accountOf({ credentials }: Pick<Partner, 'credentials'>) {
  const { clientId, apiKey, hmacSecret } = credentials
  const settings = { clientId, currency: 'USD' }
  return { environment: 'live', secrets: { apiKey, hmacSecret }, settings }
}
