import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { newCustomer } from '../partner-v1/fixture.ts'
import { CREDIT, setStatus } from './account-credit-fixture.ts'
import { expectError } from './fixture.ts'

const PHONE = { name: 'phone', label: 'Phone', pattern: '\\+[0-9]{6,15}', required: true }
const NOTE = { name: 'note', label: 'Note', pattern: '[a-z]{0,5}', required: false }
const UNKNOWN = 999_999

let service: RunningService
let cardId: number
let topUpId: number
let creditId: number
let frozenWalletId: string

beforeAll(async () => {
  service = await openService({ funds: { USD: '100000' } })
  cardId = (await service.product({ minAmount: 5, maxAmount: 50 })).productId
  const recipientFields = [PHONE, NOTE]
  const mobile = { productType: 'TOP_UP', recipientFields, supplier: 'sandbox' }
  topUpId = (await service.product(mobile)).productId
  creditId = (await service.product(CREDIT)).productId
  frozenWalletId = (await newCustomer(service.partner, { initialFunds: 0 })).walletId
  await setStatus(service, frozenWalletId, 'FROZEN')
})

afterAll(() => service.end())

const GOOD = { amount: 10, quantity: 1 }

function linesOf(...items: Json[]): Json {
  return { ...anOrder(), items: items.map((item) => ({ productId: cardId, ...GOOD, ...item })) }
}

function post(body: Json, key?: string): Promise<Reply> {
  return service.partner.post('/v2/orders', body, key ? { 'idempotency-key': key } : {})
}

/** Expects 400 with exactly these fields in this order; nothing is ordered and nothing held. */
async function expectFaults(reply: Reply, fields: readonly string[]): Promise<void> {
  expectError(reply, 400, 'VALIDATION_ERROR', fields)
  expect(reply.body.error.details.map(({ field }: Json) => field)).toEqual(fields)
  expect(await service.partner.funds()).toEqual({ USD: 100_000 })
  expect(dataOf(await service.partner.get('/v2/orders'))).toEqual([])
}

test('400 names every fault of every line, in the order of the lines, and nothing is held', async () => {
  const reply = await post(
    linesOf(
      { amount: 4.99 },
      {},
      { productId: UNKNOWN, amount: 1 },
      { productId: topUpId, recipient: { phone: 'home', note: 'LOUD' } },
      { productId: topUpId, amount: 0.001 },
      { productId: creditId, recipient: { walletId: frozenWalletId } },
      { productId: creditId, amount: 99_999, recipient: { walletId: frozenWalletId } },
      { amount: 51 },
    ),
  )

  await expectFaults(reply, [
    'items[0].amount',
    'items[2].productId',
    'items[3].recipient.phone',
    'items[3].recipient.note',
    'items[4].amount',
    'items[4].recipient',
    'items[5].recipient.walletId',
    'items[6].amount',
    'items[6].recipient.walletId',
    'items[7].amount',
  ])
})

test('faults of the shape and faults of the catalog are reported together', async () => {
  const { clientReference: _, ...order } = linesOf(
    { amount: 1 },
    { quantity: 0, amount: 99 },
    { productId: 'ten' },
    { amount: '10' },
    { productId: topUpId, quantity: 1.5, recipient: {} },
    { productId: UNKNOWN },
  )

  await expectFaults(await post(order, 'no key'), [
    'Idempotency-Key',
    'clientReference',
    'items[0].amount',
    'items[1].quantity',
    'items[1].amount',
    'items[2].productId',
    'items[3].amount',
    'items[4].quantity',
    'items[4].recipient.phone',
    'items[5].productId',
  ])
})

test.each([
  ['too many units', {}, 1_000_001, 'items'],
  ['a malformed quote id', { quoteId: 'a quote' }, 1, 'quoteId'],
  ['an unknown quote id', { quoteId: randomUUID() }, 1, 'quoteId'],
])('%s, reported with the faults of the lines', async (_, fields, quantity, field) => {
  const lines = linesOf({ quantity }, { productId: UNKNOWN }, { amount: 1 })

  await expectFaults(await post({ ...lines, ...fields }), [
    field,
    'items[1].productId',
    'items[2].amount',
  ])
})

test('without a currency only faults of the shape are reported', async () => {
  const order = { ...linesOf({ amount: 1 }, { quantity: 0 }), currency: 'XXX' }

  await expectFaults(await post(order), ['currency', 'items[1].quantity'])
})

test.each([
  ['of the catalog', { amount: 1 }],
  ['of the shape', { quantity: 0 }],
])('of 1,000 lines with faults %s the first 100 are named', async (_, fault) => {
  const faults = Array.from({ length: 1_000 }, () => fault)

  const reply = await post(linesOf(...faults))

  const [name] = Object.keys(fault)
  await expectFaults(
    reply,
    Array.from({ length: 100 }, (_unused, at) => `items[${at}].${name}`),
  )
})

test('a fault of the last of 1,000 lines is named', async () => {
  const lines = Array.from({ length: 1_000 }, (): Json => ({}))
  lines[999] = { amount: 51 }

  await expectFaults(await post(linesOf(...lines)), ['items[999].amount'])
})
