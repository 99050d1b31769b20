import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { isLong } from '../support/length.ts'
import {
  ADMIN_TOKEN,
  anOrder,
  dataOf,
  startService,
  type RunningService,
} from '../support/service.ts'
import { Random, seedsOf } from '../faults/chaos-random.ts'
import { documentedOperations, type SuggestedRequest } from './documented-operations.ts'
import type { Drawn } from './schema-arbitrary.ts'

/** `FUZZ_SEEDS=7-9` chooses others. */
const SEEDS = seedsOf(process.env['FUZZ_SEEDS'] ?? (isLong ? '1-20' : '1'))
/** So that a request that waits for events holds up no other. */
const LANES = 8
const REQUESTS_EACH = isLong ? 60 : 5

test.each(SEEDS)(
  'requests from the documents get documented responses, and never one of a fault (seed %i)',
  { timeout: 600_000 },
  async (seed) => {
    const service = await startService({
      funds: { USD: '1000.00', EUR: '1000.00' },
      settings: { rateLimit: 0 },
    })
    const operations = documentedOperations(await seedService(service))
    const plan = operations.flatMap(({ name, audience, requests }) =>
      fc
        .sample(requests, { seed, numRuns: REQUESTS_EACH })
        .map((request) => ({ name, audience, request })),
    )
    const random = new Random(seed)
    const faults: string[] = []
    const succeeded = new Set<string>()

    await Promise.all(
      Array.from({ length: LANES }, async () => {
        while (plan.length > 0) {
          for (const { name, audience, request } of plan.splice(random.below(plan.length), 1)) {
            const outcome = await outcomeOf(service, audience, request)
            if (typeof outcome === 'string') faults.push(`${outcome}: ${JSON.stringify(request)}`)
            else if (outcome.status < 300) succeeded.add(name)
          }
        }
      }),
    )

    expect(faults).toEqual([])
    expect(service.logged.filter((line) => line.includes('request failed'))).toEqual([])
    // Requests that are refused for their first fault show little.
    expect(succeeded.size).toBeGreaterThan(operations.length / 3)
  },
)

/** Makes one of most things, and returns how to name them. */
async function seedService(service: RunningService): Promise<Drawn['known']> {
  const { partner, admin } = service
  const { productId } = await service.product()
  const stocked = await service.product({ supplier: 'vault' })
  const { lot } = dataOf(await service.stock(stocked.productId, ['CODE-1', 'CODE-2', 'CODE-3']))
  const customer = {
    fullName: 'Maya Lindholm',
    email: 'maya@example.com',
    currency: 'USD',
    initialFunds: 10,
  }
  const consumer = dataOf(await partner.post('/api/partner/v1/customer', customer))
  const order = anOrder({ productId })
  const { id: orderId } = dataOf(await partner.post('/v2/orders', order))
  await service.waitForOrder(orderId, 'COMPLETED')
  // Operators act on another partner, who does not sign the requests.
  const other = await service.newPartner({ USD: '100.00' })
  const campaign = { name: 'Spring', currency: 'USD', budget: 100 }
  const path = `/admin/v1/partners/${other.partnerId}`
  const { campaignId } = dataOf(await admin.post(`${path}/campaigns`, campaign))
  return {
    productId: [productId, stocked.productId],
    partnerId: [other.partnerId],
    orderId: [orderId],
    clientId: [other.credentials.clientId],
    consumerId: [consumer.id],
    customerId: [consumer.id],
    walletId: [Number(consumer.walletId)],
    campaignId: [campaignId],
    caseId: [1, 2],
    ruleNo: [1, 2],
    wait: [0],
    currency: ['USD', 'EUR', 'JPY'],
    email: ['maya@example.com', 'amir@example.com'],
    amount: [0.01, 1, 10, 10.5, 2_000],
    quantity: [1, 2, 3, 1_000_000],
    pair: ['USD/EUR', 'EUR/JPY'],
    clientReference: [order.clientReference, 'fuzz-1'],
    referenceId: ['fuzz-1', 'fuzz-2'],
    baseUrl: ['http://127.0.0.1:1'],
    supplier: ['generator', 'vault'],
    lot: [lot],
    importId: [lot],
    q: [orderId],
    reason: ['asked for'],
    permissions: [['orders:write'], ['orders:read', 'catalog:read']],
    denominationType: ['VARIABLE', 'FIXED'],
    itemNo: [1],
    initialFunds: [0, 1],
  }
}

/** Returns the reply, or what is wrong with it. */
async function outcomeOf(
  { http, partner }: RunningService,
  audience: 'partners' | 'operators',
  { method, target, headers, body }: SuggestedRequest,
): Promise<Reply | string> {
  const send = async (): Promise<Reply> => {
    if (audience === 'operators') {
      const all = { ...headers, authorization: `Bearer ${ADMIN_TOKEN}` }
      return http.send({ method, target, headers: all, ...(body !== undefined && { body }) })
    }
    return partner.send(method, target, { headers, ...(body !== undefined && { body }) })
  }
  try {
    const reply = await send()
    const { status, body: replied } = reply
    // An overdraft, and an upstream of a fuzzed address that does not respond.
    const isExpected =
      replied?.error?.code === 'SYSTEM_ERROR' || (status === 503 && target.includes('/upstreams/'))
    const isFault = status >= 500 && !isExpected
    return isFault ? `${status} ${reply.text}` : reply
  } catch (error) {
    return String(error)
  }
}
