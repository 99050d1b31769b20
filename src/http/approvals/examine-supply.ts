import { routesOf } from '../../catalog/mod.ts'
import { Refusal } from '../../core/mod.ts'
import { listUpstreams } from '../../upstream/mod.ts'
import { jsonOf } from '../admin-v1/audit-catalog.ts'
import { existingLot } from '../admin-v1/lots.ts'
import { existingProduct } from '../admin-v1/stock.ts'
import { afterOf, examine, examineAddition, type WithReason } from './examined.ts'

interface UpstreamBody {
  readonly clientId?: string
  readonly apiKey?: string
  readonly hmacSecret?: string
  readonly active?: boolean
  readonly reason?: string
}

/** Shows of a secret only that it is given. */
function withoutSecrets(body: UpstreamBody) {
  const { apiKey, hmacSecret, ...shown } = body
  return afterOf({
    ...shown,
    ...(apiKey !== undefined && { apiKey: 'new' }),
    ...(hmacSecret !== undefined && { hmacSecret: 'new' }),
  })
}

const newUpstreams = examine<UpstreamBody>('upstreams', ({ body }) =>
  Promise.resolve({ before: null, after: withoutSecrets(body) }),
)

const upstreamChanges = examine<UpstreamBody>('upstreams', async ({ params, body }, { db }) => {
  const found = (await listUpstreams(db)).find(({ name }) => name === params['upstreamName'])
  if (!found) throw new Refusal('not_found', 'no such upstream')
  const { name, baseUrl, currency } = found
  const before = { name, baseUrl, currency: currency.code }
  return {
    before: { ...before, clientId: found.clientId, active: found.isActive },
    after: withoutSecrets(body),
  }
})

const productChanges = examine<WithReason>('suppliers', async ({ params, body }, context) => {
  const product = await existingProduct(context, params['productId'] ?? '')
  const { productId, brand } = product
  return {
    before: jsonOf({ productId, brand, suppliers: routesOf(product) }),
    after: afterOf(body),
  }
})

const releases = examine('lots', async ({ params }, context) => {
  const { productId = '', lot = '' } = params
  const { found, product } = await existingLot(context, { productId, lot })
  const { brand } = product
  return {
    before: { productId: product.productId, brand, lot, state: found.state },
    after: { productId: product.productId, brand, lot, state: 'ON_SALE' },
  }
})

export const EXAMINE_SUPPLY = {
  createUpstream: newUpstreams,
  updateUpstream: upstreamChanges,
  createProduct: examineAddition('suppliers'),
  updateProduct: productChanges,
  releaseLot: releases,
}
