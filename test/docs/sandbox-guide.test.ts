import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isoTime, systemClock, type RefusalKind } from '../../src/core/mod.ts'
import { DIALECTS, FAULT } from '../../src/http/dialects.ts'
import { kindsRefusedBy } from '../../src/http/refusal-kinds.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { TRIALS } from '../../src/http/trial.ts'
import { TEST_PRODUCTS } from '../../src/sandbox/mod.ts'
import { signedClient, signedHeaders, type Json, type Reply } from '../support/client.ts'
import type { SignedClient } from '../support/client.ts'
import { eventually, withoutPauses } from '../support/eventually.ts'
import { anOrder, dataOf, openService, type RunningService } from '../support/service.ts'
import { claimCard, claimForm, linkNow, sentLink, submit, visit } from '../links/link-fixture.ts'
import { codeOf, readPage, sectionOf, tableOf } from './markdown.ts'

const PAGE = readPage('docs/guides/sandbox.md')
const ORDERS = '/v2/orders'
const POOR = 'try:insufficient_funds'
const CUSTOMERS = '/api/partner/v1/customer'

let service: RunningService
let tester: SignedClient
let products: Map<string, number>
let walletId: string
let slowOrder: Json
let codeOrder: Json

beforeAll(async () => {
  service = await openService({ settings: { claimPort: 0 } })
  const path = `/admin/v1/partners/${service.partner.partnerId}/credentials`
  tester = signedClient(service.http, dataOf(await service.admin.post(path, { mode: 'test' })))
  const catalog: Json[] = dataOf(await tester.get('/v2/products?currency=USD'))
  products = new Map(catalog.map(({ brand, productId }) => [brand, productId]))
  walletId = (await tester.post(CUSTOMERS, MAYA)).body.data.walletId
  slowOrder = dataOf(await tester.post(ORDERS, orderOf('Test: slow')))
  codeOrder = dataOf(await tester.post(ORDERS, orderOf('Test gift card')))
  await untilStatus(codeOrder, 'COMPLETED')
})

// Slow orders are still under way.
afterAll(() => withoutPauses(service.end()))

const MAYA = { fullName: 'Maya', email: 'maya@example.com', currency: 'USD', initialFunds: 5 }

function orderOf(brand: string, fields: Json = {}): Json {
  const item = { productId: products.get(brand), amount: 10, quantity: 1, ...fields.item }
  return anOrder({ ...fields, items: [item], item: undefined })
}

function orderNamed(reference: string, brand = 'Test gift card'): Json {
  return orderOf(brand, { clientReference: reference })
}

function credit(fields: Json = {}): Promise<Reply> {
  const body = { amount: 1, transactionType: 'CREDIT', referenceId: randomUUID(), ...fields }
  return tester.post(`/api/partner/v1/wallets/${fields.walletId ?? walletId}/transactions`, body)
}

function untilStatus({ id }: Json, status: string): Promise<void> {
  return eventually(async () => {
    expect(dataOf(await tester.get(`${ORDERS}/${id}`))).toMatchObject({ status })
  })
}

async function twice(request: () => Promise<Reply>): Promise<Reply> {
  await request()
  return request()
}

async function alteredLink(): Promise<Reply> {
  const path = `${ORDERS}/${codeOrder.id}/fulfillments/export`
  const { pathname, search } = new URL(dataOf(await tester.get(path)).downloadUrl)
  return service.http.send({ method: 'GET', target: `${pathname}${search}0` })
}

async function wronglySigned(): Promise<Reply> {
  const credentials = { ...tester.credentials, hmacSecret: 'another' }
  const headers = signedHeaders(credentials, {
    method: 'GET',
    body: '',
    timestamp: isoTime(systemClock.now()),
  })
  return service.http.send({ method: 'GET', target: ORDERS, headers })
}

const OPERATORS = 'operators only'
type Recipe = () => Promise<Reply>

/** How to cause each error with a test credential. */
const RECIPES: Readonly<Record<RefusalKind, Recipe | typeof OPERATORS>> = {
  invalid_request: () => tester.post(ORDERS, {}),
  invalid_parameters: () => tester.get(`${CUSTOMERS}?size=0`),
  unauthenticated: wronglySigned,
  permission_missing: () => tester.post(ORDERS, orderNamed('try:permission_missing')),
  step_up_required: OPERATORS,
  not_found: () => tester.get(`${ORDERS}/none`),
  method_not_allowed: () => tester.send('DELETE', ORDERS),
  unsupported_media_type: () => tester.post(ORDERS, '{}', { 'content-type': 'text/plain' }),
  body_too_large: () => tester.post(ORDERS, ' '.repeat(1_048_577)),
  insufficient_funds: () =>
    tester.post(ORDERS, orderOf('Test gift card', { item: { amount: 1_000, quantity: 1_001 } })),
  balance_limit: () => credit({ referenceId: 'try:balance_limit' }),
  numbers_exhausted: () => tester.post(ORDERS, orderNamed('try:numbers_exhausted')),
  idempotency_conflict: () => {
    const headers = { 'idempotency-key': randomUUID() }
    return twice(() => tester.post(ORDERS, orderOf('Test gift card'), headers))
  },
  client_reference_exists: () => twice(() => tester.post(ORDERS, orderNamed('order-7'))),
  reference_conflict: async () => {
    await credit({ referenceId: 'reward-7' })
    return credit({ referenceId: 'reward-7', amount: 2 })
  },
  archived: () => credit({ referenceId: 'try:archived' }),
  order_not_completed: () => tester.get(`${ORDERS}/${slowOrder.id}/items`),
  order_final: OPERATORS,
  delivery_under_way: OPERATORS,
  consumer_unknown: () => tester.get(`${CUSTOMERS}/1/wallets`),
  wallet_unknown: () => credit({ walletId: '1' }),
  wallet_exists: () => tester.post(CUSTOMERS, MAYA),
  wallet_not_enabled: () => credit({ referenceId: 'try:wallet_not_enabled' }),
  wallet_insufficient: () => credit({ transactionType: 'DEBIT', amount: 100_000 }),
  wallet_not_empty: OPERATORS,
  campaign_over: () => credit({ referenceId: 'try:campaign_over' }),
  state_conflict: async () => {
    const path = `${ORDERS}/${codeOrder.id}/cases`
    await tester.post(path, { itemNo: 1, kind: 'refund', reason: 'a test' })
    return tester.post(path, { itemNo: 1, kind: 'refund', reason: 'another' })
  },
  link_invalid: alteredLink,
  rate_limited: () => tester.post(ORDERS, orderNamed('try:rate_limited')),
  upstream_unavailable: OPERATORS,
  overloaded: () => credit({ referenceId: 'try:overloaded' }),
}
const KINDS = Object.keys(RECIPES) as RefusalKind[]
const REACHED = KINDS.filter((kind) => RECIPES[kind] !== OPERATORS)

describe('every error', () => {
  const rows = tableOf(sectionOf(PAGE, 'Try every error'))

  test('is in the table of the page, with its status', () => {
    expect(rows.map(([kind]) => codeOf(kind))).toEqual(Object.keys(DIALECTS.v2))
    const onlyOperators = rows.filter(([, , how]) => how === OPERATORS)
    expect(onlyOperators.map(([kind]) => codeOf(kind))).toEqual(
      KINDS.filter((kind) => RECIPES[kind] === OPERATORS),
    )
  })

  test.each(REACHED)('%s is reached as the page says', async (kind) => {
    const [, status] = rows.find(([name]) => codeOf(name) === kind) ?? []
    const recipe = RECIPES[kind]
    if (recipe === OPERATORS) throw new Error(`${kind} is not for partners`)
    const reply = await recipe()
    const { code } = reply.body.error
    expect({ status: String(reply.status), code }).toEqual({ status, code: expect.any(String) })
    const family = 'success' in reply.body ? 'partner-v1' : 'v2'
    expect(DIALECTS[family][kind]).toEqual({ status: reply.status, code })
    if (['429', '503'].includes(String(status))) expect(reply.headers['retry-after']).toBe('1')
    if (status === '402') expect(reply.body.error.details).toMatchObject([{ currency: 'USD' }])
  })

  test('no path for partners refuses with the kinds that the page leaves to operators', () => {
    const forPartners = ROUTES.filter(({ access }) => access.to === 'partner')
    const refused = new Set(forPartners.flatMap((route) => kindsRefusedBy(route)))
    expect(KINDS.filter((kind) => RECIPES[kind] === OPERATORS && refused.has(kind))).toEqual([])
  })
})

test('each test product is in the table of the page, and its order gets to that status', async () => {
  const rows = tableOf(sectionOf(PAGE, 'Try the states of an order'))
  expect(rows.map(([brand, what]) => [codeOf(brand), what])).toEqual(
    TEST_PRODUCTS.map(({ brand, whatHappens }) => [brand, whatHappens]),
  )
  const recipient = {
    'Test top-up': { phoneNumber: '+14155550100' },
    'Test bill payment': { accountNumber: '12345678' },
    'Test account credit': { email: MAYA.email },
  }
  const seen = rows.map(async ([brand = '', what = '']) => {
    const name = codeOf(brand)
    const item = Object.hasOwn(recipient, name)
      ? { recipient: Reflect.get(recipient, name) as object }
      : {}
    const order = dataOf(await tester.post(ORDERS, orderOf(name, { item })))
    expect(order.status).toBe('PENDING')
    await untilStatus(order, /^[A-Z_]+/.exec(what)?.[0] ?? '')
  })
  await Promise.all(seen)
})

/** The text of the page after a claim has failed, by the address of the link. */
const CLAIMS: Readonly<Record<string, string>> = {
  'review@mail.example': 'Your choice is being checked',
  'changed@mail.example': 'Something has changed meanwhile',
  'unavailable@mail.example': 'This card cannot be had now',
  'cancelled@mail.example': 'This card could not be had',
}

test('claims of reserved addresses fail as the page says; nothing is lost, and live links work', async () => {
  const rows = tableOf(sectionOf(PAGE, 'Try the failures of a claim'))
  expect(rows.map(([address]) => codeOf(address))).toEqual(Object.keys(CLAIMS))
  const productId = products.get('Test: slow') ?? 0
  for (const [email, text] of Object.entries(CLAIMS)) {
    const link = await sentLink(tester, { recipients: [{ email }] })
    const page = await submit(
      `${link.url}/claim`,
      await claimForm(link.url, { productId, amount: '10' }),
    )
    const next = page.headers.get('location')
    const { html } = next === null ? page : await visit(new URL(next, link.url).href)
    expect(html).toContain(text)
    expect(await linkNow(tester, link)).toMatchObject({ status: 'OPEN', left: 25 })
  }

  const { productId: sold } = await service.product()
  const live = await service.newPartner({ USD: '100.00' })
  for (const email of Object.keys(CLAIMS)) {
    const link = await sentLink(live, { recipients: [{ email }] })
    expect(await claimCard(link.url, { productId: sold, amount: '10' })).toContain('/cards/1')
  }
})

describe('reserved references', () => {
  test('are in the table of the page', () => {
    const rows = tableOf(sectionOf(PAGE, 'Ask for a response'))
    expect(rows.map(([name, what]) => [codeOf(name), what])).toEqual(
      Object.entries(TRIALS).map(([name, what]) => [`try:${name}`, what]),
    )
  })

  test('fault: 500, and nothing happens', async () => {
    for (const reply of [
      await tester.post(ORDERS, orderNamed('try:fault')),
      await credit({ referenceId: 'try:fault' }),
    ]) {
      expect(reply).toMatchObject({ status: FAULT.status, body: { error: { code: FAULT.code } } })
    }
    expect(dataOf(await tester.get(`${ORDERS}?clientReference=try:fault`))).toEqual([])
  })

  test('insufficient_funds: refused as if the funds were 0, with the sum of the request', async () => {
    const { body: balances } = await tester.get('/v2/accounts/balances')
    const item = { amount: 12.5, quantity: 3 }
    const order = { ...orderOf('Test gift card', { item }), clientReference: POOR }
    const lack = { available: 0, currency: 'USD' }
    const message = 'available 0.00 USD, required 37.50 USD'
    for (const [reply, detail] of [
      [await tester.post(ORDERS, order), { field: 'currency', required: 37.5, message }],
      [await credit({ referenceId: POOR, amount: 7 }), { field: 'amount', required: 7 }],
      [
        await credit({ referenceId: POOR, amount: 7, transactionType: 'DEBIT' }),
        { field: 'amount', required: 7 },
      ],
    ] as const) {
      const missing = detail.required
      expect(reply.status).toBe(402)
      expect(reply.body.error.details).toMatchObject([{ ...lack, ...detail, missing }])
    }
    expect(dataOf(await tester.get(`${ORDERS}?clientReference=${POOR}`))).toEqual([])
    expect((await tester.get('/v2/accounts/balances')).body).toEqual(balances)
  })

  test('lost: the order is placed, and a repetition with its key gets it', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const order = orderNamed('try:lost:1')
    expect((await tester.post(ORDERS, order, headers)).status).toBe(500)
    const again = await tester.post(ORDERS, order, headers)
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    const unnamed = orderNamed('try:lost:2')
    expect((await tester.post(ORDERS, unnamed)).status).toBe(500)
    expect((await tester.post(ORDERS, unnamed)).status).toBe(409)
  })

  test('slow: the response comes later', async () => {
    const order = dataOf(await tester.post(ORDERS, orderNamed('try:slow:1')))
    expect(order).toMatchObject({ clientReference: 'try:slow:1', status: 'PENDING' })
    expect((await credit({ referenceId: 'try:slow:0:a' })).status).toBe(200)
  })

  test('cancelled: the order is CANCELLED, and the money is back', async () => {
    const order = dataOf(await tester.post(ORDERS, orderNamed('try:cancelled', 'Test: slow')))
    await untilStatus(order, 'CANCELLED')
  })

  test('400 VALIDATION_ERROR: a name that does not exist, or not for this path', async () => {
    for (const [reply, field] of [
      [await tester.post(ORDERS, orderNamed('try:nothing')), 'clientReference'],
      [await tester.post(ORDERS, orderNamed('try:wallet_not_enabled')), 'clientReference'],
      [await credit({ referenceId: 'try:cancelled' }), 'referenceId'],
    ] as const) {
      expect(reply).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } })
    }
    expect((await tester.post(ORDERS, orderNamed('trying:fault'))).status).toBe(201)
  })
})
