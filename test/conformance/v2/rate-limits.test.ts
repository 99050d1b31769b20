import { describe, expect, test } from 'vitest'
import type { Reply, SignedClient } from '../../support/client.ts'
import { dataOf, shareService } from '../../support/service.ts'
import { aCredit, newCustomer } from '../partner-v1/fixture.ts'
import { expectError, placeOrder, SECOND, stoppedClock } from './fixture.ts'

const BALANCES = '/v2/accounts/balances'

/** All services share a clock. Each test has a new partner, whose limits are unused. */
const clock = stoppedClock()
const unlimited = shareService({ clock, settings: { rateLimit: 0, pollLimit: 0 } })
const oncePerSecond = shareService({ clock, settings: { rateLimit: 1 } })
const twicePerSecond = shareService({ clock, settings: { rateLimit: 2 } })
const withPollLimit = shareService({ clock, settings: { pollLimit: 1 } })

/** Sends `count` requests one after the other, and returns the responses. */
async function repeat(count: number, request: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  while (replies.length < count) replies.push(await request())
  return replies
}

/** Expects `count` requests to be accepted, and the next one to get 429. */
async function expectAllowed(count: number, request: () => Promise<Reply>): Promise<void> {
  for (const reply of await repeat(count, request)) expect(reply.status).toBe(200)
  const refused = await request()
  expectError(refused, 429, 'RATE_LIMIT_EXCEEDED')
  expect(refused.headers['retry-after']).toBe('1')
}

function balances(client: SignedClient): () => Promise<Reply> {
  return () => client.get(BALANCES)
}

describe('requests of a credential', () => {
  test('429 RATE_LIMIT_EXCEEDED: beyond the requests of two seconds at once; time refills them', async () => {
    const { partner } = await twicePerSecond()
    await expectAllowed(4, balances(partner))
    clock.advance(SECOND)
    await expectAllowed(2, balances(partner))
    clock.advance(10 * SECOND)
    await expectAllowed(4, balances(partner))
  })

  test('each credential has its own limit, and unauthenticated requests do not count', async () => {
    const { partner, http } = await oncePerSecond()
    const other = await partner.issue()
    const unsigned = { 'x-client-id': partner.credentials.clientId }
    for (const reply of await repeat(5, () =>
      http.send({ method: 'GET', target: BALANCES, headers: unsigned }),
    )) {
      expect(reply.status).toBe(401)
    }
    await expectAllowed(2, balances(partner))
    await expectAllowed(2, balances(other))
  })

  test('an operator sets another limit for a partner, and 0 lifts it', async () => {
    const { partner, admin } = await oncePerSecond()
    const path = `/admin/v1/partners/${partner.partnerId}`
    dataOf(await admin.patch(path, { rateLimit: 2 }))
    await expectAllowed(4, balances(partner))
    dataOf(await admin.patch(path, { rateLimit: 0 }))
    for (const reply of await repeat(20, balances(partner))) expect(reply.status).toBe(200)
  })

  test('each 50 rows, or a part of them, count as a request; refused bulks do nothing', async () => {
    const service = await twicePerSecond({ funds: { USD: '99' } })
    const { partner } = service
    const { walletId } = await newCustomer(partner)
    const send = (count: number): Promise<Reply> => {
      const transactions = Array.from({ length: count }, () => ({
        walletId,
        ...aCredit({ amount: 0.01 }),
      }))
      return partner.post('/api/partner/v1/wallets/transactions/bulk', { transactions })
    }
    clock.advance(10 * SECOND)

    const replies = [await send(50), await send(101), await send(1)]

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(replies[1]?.headers['ratelimit']).toBe('"requests";r=0;t=2')
    clock.advance(10 * SECOND)
    // The debt is more than a full bucket.
    expect((await send(1_000)).status).toBe(200)
    clock.advance(8 * SECOND)
    expect((await send(1)).status).toBe(429)
    clock.advance(SECOND)
    expect(await send(151)).toMatchObject({ status: 429 })
    expect(await partner.funds()).toEqual({ USD: 87.49 })
  })

  test('0 means no limit', async () => {
    const { partner } = await unlimited()
    for (const reply of await repeat(20, balances(partner))) expect(reply.status).toBe(200)
  })

  test('a refused write does nothing', async () => {
    const service = await oncePerSecond({ funds: { USD: '100' } })
    const { partner } = service
    await service.product()
    await repeat(2, balances(partner))
    await expect(placeOrder(partner)).rejects.toThrow('429')
    clock.advance(10 * SECOND)
    expect(await partner.orders()).toEqual([])
  })
})

describe('polls of GET /v2/orders/{orderId}', () => {
  test('429 RATE_LIMIT_EXCEEDED: five at once, then one per second', async () => {
    const service = await withPollLimit({ funds: { USD: '100' } })
    const { partner } = service
    await service.product()
    const { id } = await placeOrder(partner)
    const poll = () => partner.get(`/v2/orders/${id}`)
    await expectAllowed(5, poll)
    clock.advance(SECOND - 1)
    expectError(await poll(), 429, 'RATE_LIMIT_EXCEEDED')
    clock.advance(1)
    await expectAllowed(1, poll)
    clock.advance(3 * SECOND)
    await expectAllowed(3, poll)
    clock.advance(60 * SECOND)
    await expectAllowed(5, poll)
  })

  test('are counted by order and by credential, unlike other routes', async () => {
    const service = await withPollLimit({ funds: { USD: '100' } })
    const { partner } = service
    await service.product()
    const [one, other] = [await placeOrder(partner), await placeOrder(partner)]
    const colleague = await partner.issue()
    await expectAllowed(5, () => partner.get(`/v2/orders/${one.id}`))
    await expectAllowed(5, () => partner.get(`/v2/orders/${other.id}`))
    await expectAllowed(5, () => colleague.get(`/v2/orders/${one.id}`))
    for (const target of [`/v2/orders/${one.id}/fulfillments`, '/v2/orders']) {
      for (const reply of await repeat(10, () => partner.get(target))) {
        expect(reply.status).toBe(200)
      }
    }
  })

  test('are not counted for ids that are not orders of the partner: 404 each time', async () => {
    const service = await withPollLimit()
    for (const reply of await repeat(20, () => service.partner.get('/v2/orders/none'))) {
      expectError(reply, 404, 'RESOURCE_NOT_FOUND')
    }
  })

  test('are not limited if the setting is 0', async () => {
    const service = await unlimited({ funds: { USD: '100' } })
    await service.product()
    const { id } = await placeOrder(service.partner)
    const replies = await repeat(20, () => service.partner.get(`/v2/orders/${id}`))
    expect(replies.every((reply) => reply.status === 200)).toBe(true)
  })
})

function limitsOf({ headers }: Reply): unknown[] {
  return [headers['ratelimit-policy'], headers['ratelimit']]
}

describe('RateLimit and RateLimit-Policy', () => {
  test('show the limit of the credential and the rest, also when it is refused', async () => {
    const { partner } = await twicePerSecond()
    const policy = '"requests";q=4;w=2'
    const left = (await repeat(4, balances(partner))).map(limitsOf)
    expect(left).toEqual(
      ['r=3;t=1', 'r=2;t=1', 'r=1;t=2', 'r=0;t=2'].map((one) => [policy, `"requests";${one}`]),
    )
    const refused = await partner.get('/v2/orders/none')
    expectError(refused, 429, 'RATE_LIMIT_EXCEEDED')
    expect(limitsOf(refused)).toEqual([policy, '"requests";r=0;t=2'])
    expect(refused.headers['retry-after']).toBe('1')
    clock.advance(10 * SECOND)
    const wallets = await partner.get('/api/partner/v1/customer?size=0')
    expect([wallets.status, ...limitsOf(wallets)]).toEqual([422, policy, '"requests";r=3;t=1'])
  })

  test('show at GET /v2/orders/{orderId} how often the order may be polled', async () => {
    const service = await withPollLimit({ funds: { USD: '100' } })
    await service.product()
    const { id } = await placeOrder(service.partner)
    const polls = await repeat(6, () => service.partner.get(`/v2/orders/${id}`))
    expect(polls.map(limitsOf)).toEqual(
      [4, 3, 2, 1, 0, 0].map((left) => ['"polls";q=5;w=5', `"polls";r=${left};t=${5 - left}`]),
    )
  })

  test('are left out if there is no limit', async () => {
    const { partner } = await unlimited()
    expect(limitsOf(await partner.get(BALANCES))).toEqual([undefined, undefined])
  })
})
