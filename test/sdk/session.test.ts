import { expect, test } from 'vitest'
import { Tessera, TesseraError, verifyWebhook, type ClientOptions } from '@tessera/sdk'
import { OPERATIONS } from '../sdk-python/document.ts'
import { documentFault } from '../support/documented.ts'
import { shareService, type RunningService } from '../support/service.ts'
import { openWebhookReceiver } from '../support/webhook-receiver.ts'
import { LOCAL } from '../webhooks/feed.ts'

const open = shareService({ settings: { ...LOCAL, claimUrl: 'https://gifts.example.com' } })

type Options = Partial<ClientOptions>

/** A client of the service's partner. Its responses must be those of the OpenAPI document. */
function clientOf({ url, partner }: RunningService, options: Options = {}): Tessera {
  return new Tessera({
    baseUrl: url,
    ...partner.credentials,
    fetch: documentedFetch,
    ...options,
  })
}

const documentedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const { pathname, search } = new URL(response.url)
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const fault = documentFault({
    method: init?.method ?? 'GET',
    target: pathname + search,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: isJson ? await response.clone().json() : undefined,
  })
  if (fault !== undefined) throw new Error(fault)
  return response
}

/** Loses the response to the first request. */
function losingFetch(): typeof fetch {
  let isFirst = true
  return async (input, init) => {
    const response = await documentedFetch(input, init)
    if (!isFirst) return response
    isFirst = false
    throw new Error('the response was lost')
  }
}

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const entries: T[] = []
  for await (const one of list) entries.push(one)
  return entries
}

function orderOf(productId: number, clientReference: string, quantity = 3) {
  const items = [{ productId, amount: 12.5, quantity }]
  return { clientReference, currency: 'USD', items }
}

function creditOf(amount: number) {
  return { amount, transactionType: 'CREDIT', referenceId: `reward-${amount}` } as const
}

function linksOf(productId: number) {
  const recipients = [{ name: 'Ada' }, { name: 'Ben' }]
  return { reference: 'sdk-links', currency: 'USD', amount: 5, products: [productId], recipients }
}

const TYPES = ['case.opened', 'order.completed', 'order.processing', 'wallet.credited']
const EVENT_TYPES = TYPES.flatMap((type) => [type, type])

function typesOf(events: readonly { type: string }[]): string[] {
  const types = events.map(({ type }) => type)
  return types.filter((type) => TYPES.includes(type)).toSorted()
}

test('each operation is reached by its method, and each list yields the entries of all pages', async () => {
  const service = await open({ funds: { USD: '1000' } })
  const [{ productId }, other] = [await service.product(), await service.product()]
  const reached = new Set<string>()
  const onRequest: ClientOptions['onRequest'] = ({ operation }) => void reached.add(operation)
  const tessera = clientOf(service, { secondSignature: true, onRequest })
  const { orders, webhookEndpoints } = tessera
  const { url } = await openWebhookReceiver()
  const endpoint = await webhookEndpoints.create({ url, eventTypes: TYPES })
  await webhookEndpoints.create({ url: `${url}&no=2`, eventTypes: ['order.on_hold'] })
  const ada = { fullName: 'Ada Vale', email: 'ada@example.com', initialFunds: 0 }
  const usd = { currency: 'USD' }
  const { id: customerId, walletId } = await tessera.createCustomer({ ...ada, ...usd })
  await tessera.createCustomer({ ...ada, currency: 'EUR' })
  await tessera.createCustomer({ ...ada, email: 'bo@example.com', ...usd })
  for (const amount of [5, 3]) await tessera.createTransaction(walletId, creditOf(amount))
  const lines = [productId, other.productId].flatMap((one) => orderOf(one, '').items)
  const quote = await tessera.quote({ ...usd, items: lines })
  const { draftId } = await orders.createDraft(orderOf(productId, 'sdk-draft'))
  expect((await orders.getDraft(draftId)).state).toBe('WAITING')
  const { id } = await orders.create({ ...orderOf(productId, 'sdk-1'), items: lines })
  await orders.create(orderOf(productId, 'sdk-2'))
  const completed = await orders.waitForCompletion(id)
  for (const itemNo of [1, 2])
    await orders.requestCase(id, { itemNo, kind: 'refund', reason: 'the code is used' })
  // Waits until the feed has the events of the calls above, and the endpoint got them.
  const deliveries = () => all(webhookEndpoints.deliveries(endpoint.id))
  await expect.poll(async () => typesOf(await all(tessera.events()))).toEqual(EVENT_TYPES)
  // An event may be delivered twice: on a busy machine, an attempt may exceed its time.
  const delivered = async () => new Set((await deliveries()).map(({ eventId }) => eventId))
  await expect.poll(async () => (await delivered()).size).toBe(EVENT_TYPES.length)
  const rows = await all(orders.rows(id))

  const [sent] = (await tessera.links.send(linksOf(productId))).links
  const lists: Record<string, readonly [AsyncIterable<object>, AsyncIterable<object>]> = {
    orders: [orders.list(), orders.list({ pageSize: 1 })],
    items: [orders.items(id), orders.items(id, { pageSize: 1 })],
    fulfillments: [orders.fulfillments(id), orders.fulfillments(id, { pageSize: 1 })],
    cases: [orders.cases(id), orders.cases(id, { pageSize: 1 })],
    movements: [tessera.transactions(), tessera.transactions({ pageSize: 1 })],
    links: [tessera.links.list(), tessera.links.list({ pageSize: 1 })],
    products: [tessera.products(usd), tessera.products({ ...usd, pageSize: 1 })],
    events: [tessera.events(), tessera.events({ pageSize: 1 })],
    customers: [tessera.customers(), tessera.customers({ size: 1 })],
    wallets: [tessera.wallets(customerId), tessera.wallets(customerId, { size: 1 })],
    credits: [
      tessera.walletTransactions(walletId),
      tessera.walletTransactions(walletId, { size: 1 }),
    ],
    endpoints: [webhookEndpoints.list(), webhookEndpoints.list({ pageSize: 1 })],
    deliveries: [
      webhookEndpoints.deliveries(endpoint.id),
      webhookEndpoints.deliveries(endpoint.id, { pageSize: 1 }),
    ],
  }
  for (const [name, [whole, paged]] of Object.entries(lists)) {
    const entries = await all(whole)
    expect({ name, hasPages: entries.length > 1 }).toEqual({ name, hasPages: true })
    // Events of the products may arrive meanwhile.
    const same = (await all(paged)).slice(0, entries.length)
    expect({ name, entries: same }).toEqual({ name, entries })
  }
  const linkId = sent?.linkId ?? ''
  expect((await tessera.links.replace(linkId)).url).not.toBe(sent?.url)
  expect((await tessera.createWalletSession({ walletId })).url).toContain('/s/')
  await expect(tessera.links.resend(linkId)).rejects.toThrow('not delivered by e-mail')
  expect(await tessera.links.cancel(linkId)).toMatchObject({ returned: 5 })
  expect(await tessera.links.get(linkId)).toMatchObject({ status: 'CANCELLED', orders: [] })
  expect(completed).toMatchObject({ status: 'COMPLETED', totalAmount: quote.totalAmount })
  const items = await all(orders.items(id))
  expect(items).toHaveLength(6)
  expect(
    rows.map(({ itemNo, faceValue, giftCardNumber }) => [itemNo, faceValue, giftCardNumber]),
  ).toEqual(items.map((item) => [item.itemNo, 12.5, item.giftCardNumber]))
  const row = { walletId, amount: 1, transactionType: 'CREDIT' } as const
  const inputs = ['row-1', 'row-2', 'row-3'].map((referenceId) => ({ ...row, referenceId }))
  const creations = await all(tessera.createMany(inputs, { rowsMax: 2 }))
  expect(creations.map((one) => [one.index, one.status, one.row])).toEqual(
    inputs.map((one, at) => [at, 200, one]),
  )
  expect(await all(tessera.createMany(inputs))).toEqual(creations)
  const { recipients, ...many } = { ...linksOf(productId), reference: 'sdk-many' }
  const sentLinks = await all(tessera.links.sendMany(many, recipients, { rowsMax: 1 }))
  expect(sentLinks.map((one) => [one.index, one.row])).toEqual(
    recipients.map((one, at) => [at, one]),
  )
  expect(await all(tessera.links.sendMany(many, recipients, { rowsMax: 1 }))).toEqual(sentLinks)
  const people = ['dee', 'eli', 'dee'].map((fullName) => ({
    fullName,
    email: `${fullName}@example.com`,
    currency: 'USD',
    initialFunds: 0,
  }))
  const created = await all(tessera.createManyCustomers(people, { rowsMax: 2 }))
  expect(created.map((one) => [one.index, one.status, one.row])).toEqual(
    people.map((one, at) => [at, at === 2 ? 400 : 200, one]),
  )
  const { results } = await tessera.createCustomers({
    customers: [{ fullName: 'Cy', email: 'cy@example.com', currency: 'USD', initialFunds: 0 }],
  })
  expect(results).toMatchObject([{ status: 200 }])
  expect((await tessera.product(productId, usd)).brand).toBe('Northwind')
  const year = { ...usd, from: '2020-01-01', to: '2020-12-31' }
  expect(await (await tessera.statement({ ...year, format: 'csv' })).text()).toContain('\r\n')
  expect((await webhookEndpoints.test(endpoint.id)).succeeded).toBe(true)
  await webhookEndpoints.update(endpoint.id, { state: 'PAUSED' })
  await webhookEndpoints.rotate(endpoint.id)
  await webhookEndpoints.replay(endpoint.id, { from: '2026-01-01T00:00:00Z' })
  expect((await webhookEndpoints.get(endpoint.id)).state).toBe('PAUSED')
  await webhookEndpoints.remove(endpoint.id)
  expect(await tessera.openApi()).toMatchObject({ openapi: '3.1.0' })
  expect((await tessera.balances()).fundsList).toHaveLength(1)
  const ids = OPERATIONS.map((one) => one.id)
  expect([...reached].toSorted()).toEqual(ids.toSorted())
})

test('a write whose response was lost takes effect once, because its repetition has its key', async () => {
  const service = await open({ funds: { USD: '100' } })
  const { productId } = await service.product()
  const ada = { fullName: 'Ada', email: 'ada@example.com', currency: 'USD', initialFunds: 0 }
  const { walletId } = await clientOf(service).createCustomer(ada)

  const { id } = await clientOf(service, { fetch: losingFetch() }).orders.create(
    orderOf(productId, 'lost-1'),
  )
  const { newBalance } = await clientOf(service, { fetch: losingFetch() }).createTransaction(
    walletId,
    creditOf(5),
  )

  expect(await all(clientOf(service).orders.list())).toMatchObject([{ id }])
  expect(newBalance).toBe(5)
  expect(await service.partner.funds()).toEqual({ USD: 57.5 })
})

test('an error has the fields at fault with their indexes, the request id, and `retryable`', async () => {
  const service = await open({ funds: { USD: '10' } })
  const { productId } = await service.product()
  const tessera = clientOf(service)

  const error = await tessera.orders.create(orderOf(productId, 'poor')).catch((thrown) => thrown)

  expect(error).toBeInstanceOf(TesseraError)
  expect(error).toMatchObject({
    code: 'BUSINESS_RULE_VIOLATION',
    kind: 'insufficient_funds',
    docUrl: `${service.url}/docs/errors#insufficient_funds`,
    status: 402,
    retryable: false,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    details: [{ currency: 'USD', available: 10, required: 37.5, missing: 27.5 }],
  })
})

test('a webhook of the service is verified with its secret, also while that is rotated', async () => {
  const service = await open({ funds: { USD: '100' } })
  const { productId } = await service.product()
  const tessera = clientOf(service)
  const receiver = await openWebhookReceiver()
  const eventTypes = ['order.completed']
  const first = await tessera.webhookEndpoints.create({ url: receiver.url, eventTypes })
  const next = await tessera.webhookEndpoints.rotate(first.id, { overlapSeconds: 60 })

  const { id } = await tessera.orders.create(orderOf(productId, 'hook-1'))

  await expect.poll(() => receiver.received.length).toBe(1)
  const [{ body, headers } = expect.unreachable()] = receiver.received
  for (const { secret } of [first, next]) {
    const event = await verifyWebhook({ body, headers, secret })
    expect(event).toMatchObject({ type: 'order.completed', data: { orderId: id } })
  }
  const changed = { body: body.replace(id, 'ord_1'), headers, secret: next.secret }
  await expect(verifyWebhook(changed)).rejects.toThrow('the signature is not of this body')
})
