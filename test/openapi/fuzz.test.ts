import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { isLong } from '../support/length.ts'
import type { Audience } from '../../src/http/openapi/document.ts'
import { ADMIN_TOKEN } from '../support/service.ts'
import { openFixture, type Fixture, type Ids } from '../conformance/bad-input/fixture.ts'
import { Random, seedsOf } from '../faults/chaos-random.ts'
import { CreatedIds } from './created-ids.ts'
import { documentedOperations, type SuggestedRequest } from './documented-operations.ts'
import type { ValueSources } from './schema-arbitrary.ts'

/** `FUZZ_SEEDS=7-9` chooses others. */
const SEEDS = seedsOf(process.env['FUZZ_SEEDS'] ?? (isLong ? '1-20' : '1'))
/** Number of requests in flight, so that a request that waits for events delays no other. */
const SENDERS = 8
/** Operations with the same seed would send the same idempotency keys. */
const SEED_STEP = 1_000
const REQUESTS_PER_OPERATION = isLong ? 60 : 5

test.each(SEEDS)(
  'requests from the documents get documented responses, and never a 500 (seed %i)',
  { timeout: 600_000 },
  async (seed) => {
    const service = await openFixture({ settings: { rateLimit: 0 } })
    onTestFinished(() => service.end())
    // Operators act on another partner, who does not sign the requests.
    const { ids, foreign } = service
    const operations = documentedOperations({
      partners: knownOf(ids),
      portal: knownOf(ids),
      merchants: knownOf(ids),
      operators: knownOf(foreign),
    })
    const plan = operations.flatMap(({ name, audience, requests }, at) =>
      fc
        .sample(requests, { seed: seed * SEED_STEP + at, numRuns: REQUESTS_PER_OPERATION })
        .map((request) => ({ name, audience, request })),
    )
    const random = new Random(seed)
    const createdIds = new CreatedIds(random)
    const faults: string[] = []
    const succeeded = new Set<string>()

    await Promise.all(
      Array.from({ length: SENDERS }, async () => {
        while (plan.length > 0) {
          for (const { name, audience, request } of plan.splice(random.below(plan.length), 1)) {
            const { method, headers, body, inPath, targetWith } = request
            const target = targetWith(createdIds.replaceSome(audience, inPath))
            const sent = { method, target, headers, body }
            const outcome = await outcomeOf(service, audience, sent)
            if (typeof outcome === 'string') faults.push(`${outcome}: ${JSON.stringify(sent)}`)
            else if (outcome.status < 300) {
              succeeded.add(name)
              if (method === 'POST') createdIds.record(audience, outcome.body)
            }
          }
        }
      }),
    )

    expect(faults).toEqual([])
    expect(service.logged.filter((line) => line.includes('request failed'))).toEqual([])
    // Otherwise most requests were refused for their first fault, which tests little.
    expect(succeeded.size).toBeGreaterThan(operations.length / 2)
  },
)

/** Returns values that requests of one partner, or about it, can name. */
function knownOf(ids: Ids): ValueSources['known'] {
  const { products, vaultId, wallets, customerId, consumerId, orderId, openOrderId } = ids
  return {
    ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, [id].flat()])),
    productId: [...products, vaultId],
    walletId: wallets.map(Number),
    consumerId: [customerId, consumerId],
    orderId: [orderId, openOrderId],
    importId: [ids.lot],
    q: [orderId],
    wait: [0],
    pageSize: [1, 100],
    page: [1],
    currency: ['USD', 'EUR', 'JPY'],
    amount: [0.01, 1, 10, 10.5, 2_000],
    quantity: [1, 2, 3, 1_000_000],
    from: ['2026-01-01'],
    to: ['2026-02-01'],
    clientReference: ['fuzz-1', 'fuzz-2'],
    referenceId: ['fuzz-1', 'fuzz-2'],
    email: ['maya@example.com', 'amir@example.com'],
    name: ['Acme', 'fuzz'],
    baseUrl: ['http://127.0.0.1:1'],
    supplier: ['generator', 'vault'],
    reason: ['asked for'],
    itemNo: [1],
    initialFunds: [0, 1],
  }
}

interface SentRequest extends Pick<SuggestedRequest, 'method' | 'headers' | 'body'> {
  readonly target: string
}

/** Returns the reply, or a text that describes its fault. */
async function outcomeOf(
  { http, partner, owner, shop }: Fixture,
  audience: Audience,
  { method, target, headers, body }: SentRequest,
): Promise<Reply | string> {
  const send = async (): Promise<Reply> => {
    if (audience === 'operators') {
      const all = { ...headers, authorization: `Bearer ${ADMIN_TOKEN}` }
      return http.send({ method, target, headers: all, ...(body !== undefined && { body }) })
    }
    if (audience === 'merchants') {
      return shop.send(method, target, { ...(body !== undefined && { body }), headers })
    }
    if (audience === 'portal') return owner.send(method, target, body, headers)
    return partner.send(method, target, { headers, ...(body !== undefined && { body }) })
  }
  try {
    const reply = await send()
    const { status, body: replied } = reply
    // The response to an overdraft.
    const isExpected = replied?.error?.code === 'SYSTEM_ERROR'
    const isFault = status >= 500 && !isExpected
    return isFault ? `${status} ${reply.text}` : reply
  } catch (error) {
    return String(error)
  }
}
