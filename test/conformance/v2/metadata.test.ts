import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError } from './fixture.ts'

const LABELS = { zone: 'east', team: 'hr', '10': '', ünï: 'a:b' }

let service: RunningService
let productId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000' } })
  productId = (await service.product()).productId
})
afterAll(() => service.end())

function order(input: Json = {}): Json {
  return anOrder({ productId, ...input })
}

async function place(input: Json, key: string = randomUUID()): Promise<Reply> {
  return service.partner.post('/v2/orders', order(input), { 'idempotency-key': key })
}

function list(query: Readonly<Record<string, string>>): Promise<Reply> {
  return service.partner.get(`/v2/orders?${new URLSearchParams(query).toString()}`)
}

test('every read of an order has its metadata, and a replay has the same bytes', async () => {
  const [key, body] = [randomUUID(), order({ metadata: LABELS })]
  const post = () => service.partner.post('/v2/orders', body, { 'idempotency-key': key })
  const [first, again] = [await post(), await post()]
  expect(first.status).toBe(201)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.text).toBe(first.text)
  const { id, metadata } = dataOf(first)
  expect(metadata).toEqual(LABELS)
  const read = await service.waitForOrder(id, 'COMPLETED')
  expect(read).toMatchObject({ metadata: LABELS })
  const other = { ...body, metadata: { ...LABELS, team: 'finance' } }
  const conflict = await service.partner.post('/v2/orders', other, { 'idempotency-key': key })
  expectError(conflict, 409, 'BUSINESS_RULE_VIOLATION', ['Idempotency-Key'])
})

test('the metadata of a line is in its items; without metadata the field is absent', async () => {
  const item = { productId, amount: 10, quantity: 1 }
  const lines = [item, { ...item, metadata: { desk: '4' } }]
  const { id, metadata } = dataOf(await place({ items: lines }))
  expect(metadata).toBeUndefined()
  await service.waitForOrder(id, 'COMPLETED')
  const items: Json[] = dataOf(await service.partner.get(`/v2/orders/${id}/items`))
  expect(items.map((one) => one.metadata)).toEqual([undefined, { desk: '4' }])
  expect(Object.keys(items[0] ?? {})).not.toContain('metadata')
})

test('a list filters by one metadata key and its value, over every status and day', async () => {
  const label = { team: randomUUID() }
  const ids: string[] = []
  for (const metadata of [label, { ...label, more: 'x' }, { team: 'other' }, { tea: label.team }]) {
    const { id } = dataOf(await place({ metadata }))
    await service.waitForOrder(id, 'COMPLETED')
    ids.push(id)
  }
  const byLabel = { metadata: `team:${label.team}` }
  const idsOf = async (query: Record<string, string>): Promise<string[]> =>
    dataOf(await list({ ...byLabel, ...query })).map(({ id }: Json) => id)
  expect(await idsOf({})).toEqual([ids[1], ids[0]])
  expect(await idsOf({ page: '2', pageSize: '1' })).toEqual([ids[0]])
  expect(await idsOf({ status: 'COMPLETED' })).toEqual([ids[1], ids[0]])
  expect(await idsOf({ status: 'CANCELLED' })).toEqual([])
  expect(await idsOf({ createdTo: '2000-01-01' })).toEqual([])
  const { pagination } = (await list({ ...byLabel, pageSize: '1' })).body.meta
  expect(pagination).toMatchObject({ totalRecords: 2, hasNext: true })
  const { clientReference } = dataOf(await service.partner.get(`/v2/orders/${ids[2]}`))
  expect(await idsOf({ clientReference })).toEqual([])
  const stranger = await service.newPartner({ USD: '1000' })
  const foreign = await stranger.get(`/v2/orders?metadata=team:${label.team}`)
  expect(dataOf(foreign)).toEqual([])
})

test('a quote is valid for the same items with other metadata', async () => {
  const items = [{ productId, amount: 10, quantity: 1 }]
  const labelled = items.map((item) => ({ ...item, metadata: { desk: '5' } }))
  const quote = await service.partner.post('/v2/quotes', { currency: 'USD', items })
  const { quoteId } = dataOf(quote)
  expect((await place({ items: labelled, quoteId })).status).toBe(201)
})

describe('400 VALIDATION_ERROR, with nothing ordered', () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, '']))
  test.each([
    ['text', 'team', 'metadata'],
    ['null', null, 'metadata'],
    ['a list', ['team'], 'metadata'],
    ['a number', { team: 1 }, 'metadata'],
    ['an object in it', { team: {} }, 'metadata'],
    ['21 keys', many, 'metadata'],
    ['an empty key', { '': 'x' }, 'metadata'],
    ['a key of 41 characters', { ['k'.repeat(41)]: 'x' }, 'metadata'],
    ['a key with a colon', { 'a:b': 'x' }, 'metadata'],
    ['a value of 201 characters', { team: 'v'.repeat(201) }, 'metadata'],
  ])('%s', async (_name, metadata, field) => {
    const before = await service.partner.funds()
    expectError(await place({ metadata }), 400, 'VALIDATION_ERROR', [field])
    const items = [{ productId, amount: 10, quantity: 1, metadata }]
    expectError(await place({ items }), 400, 'VALIDATION_ERROR', [`items[0].${field}`])
    expect(await service.partner.funds()).toEqual(before)
  })

  test.each(['', 'team', ':hr', 'x'.repeat(300)])('a list by %j', async (metadata) => {
    expectError(await list({ metadata }), 400, 'VALIDATION_ERROR', ['metadata'])
  })
})
