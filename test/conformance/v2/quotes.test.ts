import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from '../../../src/db/mod.ts'
import type { Json, Reply } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { untilOneWaits } from '../../support/lock-waits.ts'
import { withClient } from '../../support/with-client.ts'
import { anOrder, dataOf, shareService, type RunningService } from '../../support/service.ts'
import { expectError, INSTANT, placeOrder, setRate, UUID } from './fixture.ts'

const shared = shareService()

const FUNDS = { USD: '1000.00', EUR: '1000.00' }

/** Returns the body of an order without its reference, which is the body of a quote. */
function quoteBody(input: Json = {}): Json {
  const { clientReference: _, ...items } = anOrder(input)
  return items
}

function quote({ partner }: RunningService, input: Json = {}): Promise<Reply> {
  return partner.post('/v2/quotes', quoteBody(input))
}

/** Places the order of a quote. */
function order({ partner }: RunningService, quoteId: string, input: Json = {}): Promise<Reply> {
  return partner.post('/v2/orders', { ...anOrder(input), quoteId })
}

async function setPrice({ admin, partner }: RunningService, rule: object): Promise<void> {
  const { partnerId } = partner
  dataOf(await admin.post('/admin/v1/price-rules', { partnerId, ...rule }))
}

test('200 has price, rate and stock of each item, and holds and stores no order', async () => {
  const service = await shared({ funds: FUNDS })
  const { partner } = service
  const { productId } = await service.product({ currency: 'GBP' })
  const soldOut = (await service.product({ currency: 'GBP', supplier: 'vault' })).productId
  await setRate(service, ['GBP', 'EUR', 1.15])
  await setPrice(service, { productId, discountPercent: 10, feeAmount: 0.1 })
  const items = [
    { productId, amount: 10, quantity: 3, itemReference: 'one' },
    { productId: soldOut, amount: 20, quantity: 1 },
  ]

  const reply = await partner.post('/v2/quotes', { currency: 'EUR', items })

  expect(reply.status).toBe(200)
  expect(dataOf(reply)).toEqual({
    quoteId: expect.stringMatching(UUID),
    expiresAt: expect.stringMatching(INSTANT),
    currency: 'EUR',
    totalAmount: 57.5,
    pricing: { discountAmount: 3.45, feeAmount: 0.36, chargedAmount: 54.41 },
    items: [
      {
        ...items[0],
        inStock: true,
        fxRate: 1.15,
        totalAmount: 34.5,
        discountPercent: 10,
        discountAmount: 3.45,
        feeAmount: 0.36,
      },
      { ...items[1], inStock: false, fxRate: 1.15, totalAmount: 23 },
    ],
    faults: [],
  })
  expect(await partner.funds()).toEqual({ USD: 1000, EUR: 1000 })
  expect(await partner.orders()).toEqual([])
})

test('Idempotency-Key: the same request gets the same quote, byte for byte, and another request 409', async () => {
  const service = await shared({ funds: FUNDS })
  const { productId } = await service.product()
  const other = await service.newPartner(FUNDS)
  const headers = { 'idempotency-key': randomUUID() }
  const body = quoteBody({ productId })
  const send = (input: Json, client = service.partner): Promise<Reply> =>
    client.post('/v2/quotes', input, headers)

  const twins = await Promise.all([send(body), send(body), send(body)])
  await setPrice(service, { productId, discountPercent: 10 })
  const later = await send({ items: body.items, currency: 'USD' })
  const texts = new Set([...twins, later].map(({ status, text }) => `${status} ${text}`))
  const isReplay = [...twins, later].map(({ headers: sent }) => sent['idempotent-replayed'])

  expect(texts.size).toBe(1)
  expect(isReplay.filter((sent) => sent === undefined)).toHaveLength(1)
  expect(later.headers['idempotent-replayed']).toBe('true')
  const otherPayload = await send(quoteBody({ productId, quantity: 2 }))
  expectError(otherPayload, 409, 'BUSINESS_RULE_VIOLATION', ['Idempotency-Key'])
  expect(dataOf(await send(body, other)).quoteId).not.toBe(dataOf(later).quoteId)
  const bad = await service.partner.post('/v2/quotes', body, { 'idempotency-key': 'mine' })
  expectError(bad, 400, 'VALIDATION_ERROR', ['Idempotency-Key'])
})

test('200 names every fault that would refuse the order, and has no quoteId', async () => {
  const service = await shared({ funds: FUNDS })
  const { productId } = await service.product()
  const items = [
    { productId, amount: 10, quantity: 1 },
    { productId, amount: 0.001, quantity: 1 },
    { productId: 2_000_000, amount: 10, quantity: 1 },
  ]

  const { quoteId, faults, ...rest } = dataOf(
    await service.partner.post('/v2/quotes', { currency: 'USD', items }),
  )

  expect(quoteId).toBeUndefined()
  expect(faults.map(({ field }: Json) => field)).toEqual(['items[1].amount', 'items[2].productId'])
  expect(rest.items).toMatchObject([{ totalAmount: 10 }, items[1], items[2]])
})

test('a lack of funds is a fault of the quote, which can be ordered after a deposit', async () => {
  const service = await shared({ funds: { USD: '5.00' } })
  const { productId } = await service.product()

  const { quoteId, faults } = dataOf(await quote(service, { productId }))

  const message = 'available 5.00 USD, required 10.00 USD'
  const shortage = { available: 5, required: 10, missing: 5, currency: 'USD' }
  expect(faults).toEqual([{ field: 'currency', message, ...shortage }])
  const { partnerId } = service.partner
  const deposit = { currency: 'USD', amount: 5, reference: randomUUID() }
  dataOf(await service.admin.post(`/admin/v1/partners/${partnerId}/deposits`, deposit))
  expect((await order(service, quoteId, { productId })).status).toBe(201)
})

test('an order has the rate and the price of its quote, whatever has changed since', async () => {
  const service = await shared({ funds: FUNDS })
  const { admin } = service
  const { productId } = await service.product({ currency: 'AUD' })
  const input = { productId, currency: 'EUR', amount: 10, quantity: 2 }
  await setRate(service, ['AUD', 'EUR', 0.6])
  await setPrice(service, { productId, discountPercent: 5 })
  const original = dataOf(await quote(service, input))
  await setRate(service, ['AUD', 'EUR', 0.65])
  await setPrice(service, { productId, feeAmount: 1 })

  const accepted = dataOf(await order(service, original.quoteId, input))

  expect(accepted).toMatchObject({ totalAmount: 12, pricing: original.pricing })
  expect(accepted.pricing).toEqual({ discountAmount: 0.6, feeAmount: 0, chargedAmount: 11.4 })
  const { lines } = dataOf(await admin.get(`/admin/v1/orders/${accepted.id}`))
  expect(lines).toMatchObject([{ fxRate: 0.6, fxRateSource: 'operator', discountPercent: 5 }])
  const withoutQuote = await placeOrder(service.partner, input)
  expect(withoutQuote).toMatchObject({ totalAmount: 13, pricing: { feeAmount: 1.3 } })
})

test('a quote without a price rule gives its order no price rule', async () => {
  const service = await shared({ funds: FUNDS })
  const { productId } = await service.product()
  const { quoteId } = dataOf(await quote(service, { productId }))
  await setPrice(service, { productId, discountPercent: 50 })

  expect(dataOf(await order(service, quoteId, { productId }))).not.toHaveProperty('pricing')
})

test('a quote is used once; a replay of its order has the bytes of the first response', async () => {
  const service = await shared({ funds: FUNDS })
  const { partner } = service
  const { productId } = await service.product()
  const { quoteId } = dataOf(await quote(service, { productId }))
  const first = { ...anOrder({ productId }), quoteId }
  const headers = { 'idempotency-key': randomUUID() }

  const reply = await partner.post('/v2/orders', first, headers)

  expect(reply.status).toBe(201)
  expect((await partner.post('/v2/orders', first, headers)).text).toBe(reply.text)
  expectError(await order(service, quoteId, { productId }), 400, 'VALIDATION_ERROR', ['quoteId'])
  const contestedId = dataOf(await quote(service, { productId })).quoteId
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => order(service, contestedId, { productId })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('400: a quote of other items, of another partner, unknown, or expired', async () => {
  const service = await shared({ funds: FUNDS })
  const { partner, db } = service
  const { productId } = await service.product()
  const { quoteId } = dataOf(await quote(service, { productId }))
  const foreign = { ...service, partner: await service.newPartner(FUNDS) }

  const refused = [
    await order(service, quoteId, { productId, quantity: 2 }),
    await order(foreign, quoteId, { productId }),
    await order(service, randomUUID(), { productId }),
    await order(service, 'abc', { productId }),
    await order(service, '', { productId }),
  ]
  await db.rows(sql`
    update quotes set expires_at = now() where partner_id = ${partner.partnerId}`)
  refused.push(await order(service, quoteId, { productId }))

  for (const reply of refused) expectError(reply, 400, 'VALIDATION_ERROR', ['quoteId'])
  const inEuro = await order(service, quoteId, { productId, currency: 'EUR' })
  expectError(inEuro, 400, 'VALIDATION_ERROR', ['quoteId', 'items[0].productId'])
  expect(await partner.orders()).toEqual([])
})

test('a new quote deletes quotes of its partner that expired over an hour ago', async () => {
  const service = await shared({ funds: FUNDS })
  const { partner, db } = service
  const { productId } = await service.product()
  for (let count = 0; count < 3; count += 1) dataOf(await quote(service, { productId }))
  const { partnerId } = partner
  await db.rows(sql`
    update quotes set expires_at = now() - interval '61 minutes' where partner_id = ${partnerId}`)

  const { quoteId } = dataOf(await quote(service, { productId }))

  const left = await db.rows(sql<{ quote_id: string }>`
    select quote_id from quotes where partner_id = ${partnerId}`)
  expect(left).toEqual([{ quote_id: quoteId }])
})

test('if one group has two orders on one quote, the later order is refused', async () => {
  const service = await shared({ funds: FUNDS })
  const { partner, services } = service
  const { productId } = await service.product()
  const { quoteId } = dataOf(await quote(service, { productId }))
  const [before, ...both] = await withClient(service.target, async (client) => {
    await client.query('begin')
    const lock = 'select from books where partner_id = $1 for update'
    await client.query(lock, [partner.partnerId])
    // This order waits for the lock of the book. Later orders form the next group.
    const first = partner.post('/v2/orders', anOrder({ productId }))
    await untilOneWaits(service.db)
    const next = [order(service, quoteId, { productId }), order(service, quoteId, { productId })]
    await eventually(() => expect(services.ledger.queued(partner.partnerId)).toBe(2))
    await client.query('commit')
    return Promise.all([first, ...next])
  })

  expect(before?.status).toBe(201)
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 400])
  for (const reply of both) {
    if (reply.status === 400) expectError(reply, 400, 'VALIDATION_ERROR', ['quoteId'])
  }
})
