import { expect, onTestFinished, test, vi } from 'vitest'
import { isoTime, systemClock } from '../../../src/core/mod.ts'
import { signedHeaders, type Json, type Reply, type SignedClient } from '../../support/client.ts'
import { eventually, withoutPauses } from '../../support/eventually.ts'
import { metricOf } from '../../support/current-metrics.ts'
import { dataOf, shareService } from '../../support/service.ts'
import { aCredit, newCustomer, transactionsOf } from '../partner-v1/fixture.ts'
import { completeOrder, expectError } from './fixture.ts'

const shared = shareService()
const ID = /^evt_\d+_\d+$/

/** Reads the feed until it has an event for each type of `types`; returns events of these types. */
async function eventsUntil(
  partner: SignedClient,
  after: string,
  ...types: readonly string[]
): Promise<Json[]> {
  const events: Json[] = []
  let next = after
  await eventually(async () => {
    const reply = await withoutPauses(partner.get(`/v2/events?after=${next}&wait=1`))
    events.push(...eventsOf(reply).filter(({ type }) => types.includes(type)))
    next = cursorOf(reply)
    const seenTypes = events.map(({ type }) => type)
    for (const type of types) {
      const isOfType = (one: string) => one === type
      expect(seenTypes.filter(isOfType).length).toBeGreaterThanOrEqual(
        types.filter(isOfType).length,
      )
    }
  })
  return events
}

function eventsOf(reply: Reply): Json[] {
  return dataOf(reply) as Json[]
}

function cursorOf(reply: Reply): string {
  expect(reply.status).toBe(200)
  return reply.body.meta.pagination.after
}

test('GET /v2/events: a feed begins empty, and has the events of orders from then on', async () => {
  const service = await shared({ funds: { USD: '100' } })
  const { partner } = service
  const other = await service.newPartner()
  const start = cursorOf(await other.get('/v2/events'))
  const { productId } = await service.product({ supplier: 'sandbox' })
  // Otherwise this event, if it is relayed late, could be in the feed that begins below.
  await eventsUntil(other, start, 'product.updated')
  await completeOrder(service, { productId, amount: 10, quantity: 1 })

  const first = await partner.get('/v2/events')
  expect(first.body).toEqual({
    data: [],
    meta: {
      pagination: { pageSize: 100, hasNext: false, after: `evt_${partner.partnerId}_0` },
    },
  })
  const order = await completeOrder(service, { productId, amount: 12.5, quantity: 2 })

  const events = await eventsUntil(partner, cursorOf(first), 'order.processing', 'order.completed')
  const { id: orderId, clientReference, createdAt } = order
  const orderFields = { orderId, clientReference, currency: 'USD', totalAmount: 25, itemCount: 2 }
  expect(events).toEqual([
    {
      id: expect.stringMatching(ID),
      type: 'order.processing',
      createdAt: expect.any(String),
      data: {
        ...orderFields,
        status: 'PROCESSING',
        previousStatus: 'PENDING',
        createdAt,
        sequence: 2,
      },
    },
    {
      id: expect.stringMatching(ID),
      type: 'order.completed',
      createdAt: expect.any(String),
      data: {
        ...orderFields,
        status: 'COMPLETED',
        previousStatus: 'PROCESSING',
        createdAt,
        completedAt: expect.any(String),
        sequence: 3,
      },
    },
  ])
})

test('deposits, credits, debits and cases are events with the amounts of their responses', async () => {
  const service = await shared({ funds: { USD: '100' } })
  const { partner, admin } = service
  const { productId } = await service.product()
  const start = cursorOf(await partner.get('/v2/events'))
  const path = `/admin/v1/partners/${partner.partnerId}`
  const deposit = { currency: 'USD', amount: 50, reference: 'wire 7' }
  const { transferId } = dataOf(await admin.post(`${path}/deposits`, deposit))
  const { id: consumerId, walletId } = await newCustomer(partner, { initialFunds: 5 })
  await partner.post(transactionsOf(walletId), aCredit({ amount: 2.5, referenceId: 'r-1' }))
  const debit = { amount: 1.25, referenceId: 'r-2', transactionType: 'DEBIT' }
  await partner.post(transactionsOf(walletId), aCredit(debit))
  const correction = { amount: 0.25, referenceId: 'fix-1', reason: 'credited twice' }
  dataOf(await admin.post(`${path}/wallets/${walletId}/debits`, correction))
  const moneyEvents = await eventsUntil(
    partner,
    start,
    'balance.credited',
    'wallet.credited',
    'wallet.credited',
    'wallet.debited',
    'wallet.debited',
  )
  const wallet = { walletId, consumerId, currency: 'USD' }
  expect(moneyEvents.map(({ data }) => data)).toMatchObject([
    { transactionId: transferId, kind: 'deposit', amount: 50, funds: 150 },
    { ...wallet, amount: 5, newBalance: 5 },
    { ...wallet, amount: 2.5, newBalance: 7.5, referenceId: 'r-1' },
    { ...wallet, amount: 1.25, newBalance: 6.25, referenceId: 'r-2' },
    { ...wallet, amount: 0.25, newBalance: 6, referenceId: 'fix-1' },
  ])

  const order = await completeOrder(service, { productId, amount: 10, quantity: 1 })
  const middle = cursorOf(await partner.get('/v2/events?wait=1'))
  const refund = { kind: 'refund', itemNo: 1, reason: 'does not work', acknowledged: true }
  const { caseId } = dataOf(await admin.post(`/admin/v1/orders/${order.id}/cases`, refund))
  const events = await eventsUntil(
    partner,
    middle,
    'case.opened',
    'case.resolved',
    'balance.credited',
  )
  const caseFields = { caseId, orderId: order.id, itemNo: 1, kind: 'refund', amount: 10 }
  const ofCase = events.filter(({ type }) => type.startsWith('case.'))
  expect(ofCase.map(({ data }) => data)).toMatchObject([
    { ...caseFields, state: 'REQUESTED' },
    { ...caseFields, state: 'DONE' },
  ])
  const credited = events.find(({ type }) => type === 'balance.credited')
  expect(credited?.data).toMatchObject({ kind: 'case_refund', amount: 10, currency: 'USD' })
})

test('a change of a product or a price is an event of each partner that listens, and of no other', async () => {
  const service = await shared()
  const { partner, admin } = service
  const other = await service.newPartner()
  const { productId } = await service.product()
  const start = cursorOf(await partner.get('/v2/events'))
  await admin.patch(`/admin/v1/products/${productId}`, { brand: 'Renamed' })
  const rule = { partnerId: partner.partnerId, productId, discountPercent: 2 }
  dataOf(await admin.post('/admin/v1/price-rules', rule))

  const events = await eventsUntil(partner, start, 'product.updated', 'price.updated')
  const data = events.map((event) => event['data'])
  expect(data).toContainEqual({ productId })
  expect(data).toContainEqual({ cause: 'price_rule', effectiveAt: expect.any(String) })
  expect((await admin.get(`/admin/v1/partners/${other.partnerId}/events`)).body.data).toEqual([])
})

test('a waiting request responds when an event comes; each event comes exactly once', async () => {
  const service = await shared({ funds: { USD: '1000' } })
  const { partner, admin } = service
  const path = `/admin/v1/partners/${partner.partnerId}/deposits`
  const start = cursorOf(await partner.get('/v2/events'))
  const waiting = partner.get(`/v2/events?after=${start}&wait=20`)
  const references = Array.from({ length: 30 }, (_, at) => `wire ${at}`)
  await Promise.all(
    references.map((reference, at) =>
      admin.post(path, { currency: 'USD', amount: at + 1, reference }),
    ),
  )
  expect(eventsOf(await waiting).length).toBeGreaterThan(0)

  const amounts: number[] = []
  const ids: string[] = []
  let after = start
  while (amounts.length < references.length) {
    const page = await partner.get(`/v2/events?after=${after}&pageSize=7&wait=1`)
    const events = eventsOf(page)
    amounts.push(...events.map((event) => event['data'].amount))
    ids.push(...events.map((event) => event['id']))
    after = cursorOf(page)
  }
  expect(amounts.toSorted((one, other) => one - other)).toEqual(references.map((_, at) => at + 1))
  expect(ids).toEqual(references.map((_, at) => `evt_${partner.partnerId}_${at + 1}`))
})

test('a write of a process ends the pause of its relay', async () => {
  const { services, newPartner } = await shared()
  const wake = vi.spyOn(services.eventFeed, 'wake')
  onTestFinished(() => wake.mockRestore())

  await newPartner({ USD: '1' })

  expect(wake).toHaveBeenCalled()
})

test('a credential sees only the events that its permissions cover', async () => {
  const service = await shared()
  const { partner, admin } = service
  const ofOrders = await partner.issue({ permissions: ['orders:read'] })
  const start = cursorOf(await partner.get('/v2/events'))
  const deposit = { currency: 'USD', amount: 1, reference: 'wire' }
  await admin.post(`/admin/v1/partners/${partner.partnerId}/deposits`, deposit)
  await eventsUntil(partner, start, 'balance.credited')

  const reply = await ofOrders.get(`/v2/events?after=${start}`)
  expect(dataOf(reply)).toEqual([])
  expect(cursorOf(reply)).not.toBe(start)
  const withoutOrders = await partner.issue({ permissions: ['balance:read'] })
  expectError(await withoutOrders.get('/v2/events'), 403, 'AUTHORIZATION_ERROR')
})

test('400: an event of another partner, a malformed id, and a wait that is too long', async () => {
  const { partner, newPartner } = await shared()
  const other = await newPartner()
  const queries = [`after=evt_${other.partnerId}_1`, 'after=7', 'wait=21', 'wait=-1', 'pageSize=0']
  for (const query of queries) {
    const reply = await partner.get(`/v2/events?${query}`)
    expectError(reply, 400, 'VALIDATION_ERROR', query.split('=').slice(0, 1))
  }
})

test('429: at most 20 requests of a partner wait; requests that disconnect make room', async () => {
  const { partner, url } = await shared()
  const start = cursorOf(await partner.get('/v2/events'))
  const target = `/v2/events?after=${start}&wait=`
  const reader = new AbortController()
  const timestamp = isoTime(systemClock.now())
  const headers = signedHeaders(partner.credentials, { method: 'GET', timestamp })
  const options = { headers, signal: reader.signal }
  const waiting = Array.from({ length: 21 }, () => fetch(`${url}${target}20`, options))

  const first = await Promise.race(waiting)
  expect(first.status).toBe(429)
  reader.abort()
  await Promise.allSettled(waiting)
  const status = async () => (await partner.get(`${target}1`)).status
  await expect.poll(status, { timeout: 15_000 }).toBe(200)
})

test('requests that wait for events are left out of the metric of durations', async () => {
  const { partner, admin, services } = await shared()
  let after = cursorOf(await partner.get('/v2/events'))
  const wait = async (reference: string) => {
    const waiting = partner.get(`/v2/events?after=${after}&wait=20`)
    const deposit = { currency: 'USD', amount: 1, reference }
    await admin.post(`/admin/v1/partners/${partner.partnerId}/deposits`, deposit)
    after = cursorOf(await withoutPauses(waiting))
  }
  const labels = { route: 'GET /v2/events', status: '200' }
  const countDurations = () =>
    metricOf(services, 'tessera_http_request_duration_seconds_count', labels)

  await wait('before')
  const before = await countDurations()
  await wait('meanwhile')
  await partner.get('/v2/events')
  await eventually(async () => expect(await countDurations()).toBe(before + 1))
})

test('operators list the events of a partner by type and subject, newest first', async () => {
  const service = await shared({ funds: { USD: '100' } })
  const { partner, admin } = service
  const { productId } = await service.product()
  const start = cursorOf(await partner.get('/v2/events'))
  const orders = [
    await completeOrder(service, { productId, amount: 10, quantity: 1 }),
    await completeOrder(service, { productId, amount: 11, quantity: 1 }),
  ]
  await eventsUntil(partner, start, 'order.completed', 'order.completed')
  const path = `/admin/v1/partners/${partner.partnerId}/events`

  const ofFirst = eventsOf(await admin.get(`${path}?subject=${orders[0]?.id}`))
  expect(ofFirst.map(({ type }) => type)).toEqual(['order.completed', 'order.processing'])
  const page = await admin.get(`${path}?type=order.completed&pageSize=1`)
  expect(page.body.data).toMatchObject([{ data: { orderId: orders[1]?.id } }])
  const { after } = page.body.meta.pagination
  const next = await admin.get(`${path}?type=order.completed&pageSize=1&after=${after}`)
  expect(next.body.data).toMatchObject([{ data: { orderId: orders[0]?.id } }])
  expect(next.body.meta.pagination).toEqual({ pageSize: 1, hasNext: false })

  const at = eventsOf(page)[0]?.['createdAt'] ?? ''
  const idsOf = async (query: string) =>
    eventsOf(await admin.get(`${path}?${query}`)).map(({ id }) => id)
  const all = eventsOf(await admin.get(path))
  const earlier = all.filter(({ createdAt }) => createdAt < at).map(({ id }) => id)
  expect(await idsOf(`to=${at}`)).toEqual(earlier)
  expect(await idsOf(`from=${at}`)).toEqual(
    all.map(({ id }) => id).filter((id) => !earlier.includes(id)),
  )
})
