import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isoTime, systemClock } from '../../../src/core/mod.ts'
import { Http, signedClient, type Json, type Reply } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError, setRate } from './fixture.ts'

const REQUESTS = 12
const PRICE_CHANGES = 12
const PARTNERS = 3
/** Each partner orders at two processes. */
const WRITERS = 2 * PARTNERS

let service: RunningService
let otherProcess: Http
let productId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '10000' } })
  otherProcess = new Http((await service.another()).url ?? '')
  productId = (await service.product()).productId
})

afterAll(async () => {
  otherProcess.close()
  await service.end()
})

/** Sends `REQUESTS` requests at once, alternating between both processes. */
function race(bodyOf: (at: number) => Json, keyOf?: (at: number) => string): Promise<Reply[]> {
  const firstClient = service.partner
  const secondClient = signedClient(otherProcess, firstClient.credentials)
  return Promise.all(
    Array.from({ length: REQUESTS }, (_, at) =>
      (at % 2 === 0 ? firstClient : secondClient).post('/v2/orders', bodyOf(at), {
        ...(keyOf && { 'idempotency-key': keyOf(at) }),
      }),
    ),
  )
}

async function state(): Promise<{ orders: number; funds: number }> {
  const { partner } = service
  return { orders: (await partner.orders()).length, funds: (await partner.funds())['USD'] ?? 0 }
}

/** Returns the number of responses with this status. */
function count(replies: readonly Reply[], status: number): number {
  return replies.filter((reply) => reply.status === status).length
}

/** Returns the number of orders that a race created, and their cost. */
async function outcome(run: () => Promise<void>): Promise<{ orders: number; cost: number }> {
  const before = await state()
  await run()
  const after = await state()
  return { orders: after.orders - before.orders, cost: before.funds - after.funds }
}

test('the other process knows the partner and what it ordered', async () => {
  const { id } = dataOf(await service.partner.post('/v2/orders', anOrder({ productId })))
  const secondClient = signedClient(otherProcess, service.partner.credentials)
  expect(dataOf(await secondClient.get(`/v2/orders/${id}`)).id).toBe(id)
})

describe('equal requests that race over two processes make one order', () => {
  test('one key, one payload: all get the same bytes, all but one as a replay', async () => {
    const effect = await outcome(async () => {
      const body = anOrder({ productId })
      const key = randomUUID()
      const replies = await race(
        () => body,
        () => key,
      )
      expect(count(replies, 201)).toBe(REQUESTS)
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
      const replayed = replies.filter((reply) => reply.headers['idempotent-replayed'] === 'true')
      expect(replayed).toHaveLength(REQUESTS - 1)
    })
    expect(effect).toEqual({ orders: 1, cost: 10 })
  })

  test('409 BUSINESS_RULE_VIOLATION: of one key with many payloads, only one is accepted', async () => {
    const effect = await outcome(async () => {
      const key = randomUUID()
      const replies = await race(
        () => anOrder({ productId }),
        () => key,
      )
      const refused = replies.filter((reply) => reply.status !== 201)
      expect(refused).toHaveLength(REQUESTS - 1)
      for (const reply of refused) {
        expectError(reply, 409, 'BUSINESS_RULE_VIOLATION', ['Idempotency-Key'])
      }
    })
    expect(effect).toEqual({ orders: 1, cost: 10 })
  })

  test('one clientReference, no key: one order is accepted, the others name it', async () => {
    const effect = await outcome(async () => {
      const body = anOrder({ productId })
      const replies = await race(() => body)
      const accepted = replies.filter((reply) => reply.status === 201)
      expect(accepted).toHaveLength(1)
      for (const reply of replies.filter((one) => one.status !== 201)) {
        expectError(reply, 409, 'BUSINESS_RULE_VIOLATION', ['clientReference'])
        expect(reply.text).toContain(accepted[0]?.body.data.id)
      }
    })
    expect(effect).toEqual({ orders: 1, cost: 10 })
  })

  test('one clientReference under many keys: one order is accepted', async () => {
    const effect = await outcome(async () => {
      const body = anOrder({ productId })
      const replies = await race(
        () => body,
        () => randomUUID(),
      )
      expect([count(replies, 201), count(replies, 409)]).toEqual([1, REQUESTS - 1])
    })
    expect(effect).toEqual({ orders: 1, cost: 10 })
  })
})

test('a rate that was set at one process prices the next order of the other', async () => {
  const partner = await service.newPartner({ EUR: '1000' })
  const secondClient = signedClient(otherProcess, partner.credentials)
  for (const rate of [0.9, 0.8, 0.7, 0.6]) {
    await setRate(service, ['USD', 'EUR', rate])
    const reply = await secondClient.post('/v2/orders', anOrder({ productId, currency: 'EUR' }))
    expect(dataOf(reply).totalAmount).toBe(rate * 10)
  }
})

test('the last funds are spent once over two processes', async () => {
  const partner = await service.newPartner({ USD: '35' })
  const secondClient = signedClient(otherProcess, partner.credentials)
  const replies = await Promise.all(
    Array.from({ length: REQUESTS }, (_, at) =>
      (at % 2 === 0 ? partner : secondClient).post('/v2/orders', anOrder({ productId })),
    ),
  )
  expect([count(replies, 201), count(replies, 402)]).toEqual([3, REQUESTS - 3])
  expect(await partner.funds()).toEqual({ USD: 5 })
})

test('every order has the price that is in force at its createdAt while prices change', async () => {
  const { admin, newPartner } = service
  const partners = await Promise.all(
    Array.from({ length: PARTNERS }, () => newPartner({ USD: '100000' })),
  )
  const changes: { at: string; fee: number }[] = [{ at: '', fee: 0 }]
  const orderFees: { at: string; fee: number }[] = []
  let isOver = false

  const ordering = partners.flatMap((partner) =>
    [partner, signedClient(otherProcess, partner.credentials)].map(async (client) => {
      while (!isOver) {
        const order = dataOf(await client.post('/v2/orders', anOrder({ productId })))
        orderFees.push({ at: order.createdAt, fee: order.pricing?.feeAmount ?? 0 })
      }
    }),
  )
  try {
    for (let fee = 1; fee <= PRICE_CHANGES; fee += 1) {
      // Effective at once, and a little later, alternating.
      const effectiveAt = fee % 2 === 0 ? undefined : isoTime(systemClock.now() + 100)
      const reply = await admin.post('/admin/v1/price-rules', {
        productId,
        feeAmount: fee,
        effectiveAt,
      })
      // On a busy machine, that time may have passed already.
      if (reply.status === 201) changes.push({ at: dataOf(reply).effectiveAt, fee })
      const ordered = orderFees.length
      await vi.waitUntil(() => orderFees.length > ordered + WRITERS, { timeout: 10_000 })
    }
  } finally {
    isOver = true
    await Promise.all(ordering)
  }
  await admin.post('/admin/v1/price-rules', { productId, discountPercent: 0 })

  const inOrder = changes.toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const feeAt = (at: string) => inOrder.findLast((change) => change.at <= at)?.fee
  expect(orderFees.filter(({ at, fee }) => fee !== feeAt(at))).toEqual([])
})
