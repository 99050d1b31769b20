import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type Partner, type RunningService } from '../../support/service.ts'
import { CUSTOMERS, expectError, newCustomer, times } from './fixture.ts'

const CUSTOMER_COUNT = 51

let service: RunningService
let partner: Partner
let customers: Json[]

beforeAll(async () => {
  service = await openService()
  partner = service.partner
  customers = await Promise.all(times(CUSTOMER_COUNT, () => newCustomer(partner)))
  customers.sort((one, other) => one.id - other.id)
})

afterAll(() => service.end())

async function page(query: string): Promise<Json> {
  const reply = await partner.get(CUSTOMERS + query)
  expect(reply).toMatchObject({ status: 200 })
  return reply.body
}

function idsOf(body: Json): number[] {
  return body.content.map(({ consumerId }: Json) => consumerId)
}

function idsBetween(first: number, end: number): number[] {
  return customers.slice(first, end).map(({ id }) => id)
}

test('200: an entry has exactly the fields of the interface', async () => {
  const [first] = customers

  const { content } = await page('?size=1')

  expect(content).toEqual([
    {
      consumerId: first.id,
      consumerName: first.fullName,
      consumerEmail: first.email,
      totalStandardWallets: 1,
      totalCampaignWallets: 0,
    },
  ])
})

test('page counts from 0 and is 0 by default, size is 20 by default', async () => {
  const body = await page('')

  expect(Object.keys(body).toSorted()).toEqual(['content', 'hasNext', 'page', 'size'])
  expect(body).toMatchObject({ page: 0, size: 20, hasNext: true })
  expect(idsOf(body)).toEqual(idsBetween(0, 20))
})

describe('a page is a range of the list in the order of ids, and shows whether another page follows', () => {
  test.each([
    ['?page=0&size=20', 0, 20, true],
    ['?page=1&size=20', 20, 40, true],
    ['?page=2&size=20', 40, 51, false],
    ['?page=3&size=20', 51, 51, false],
    ['?size=50', 0, 50, true],
    ['?page=1&size=50', 50, 51, false],
    ['?page=2&size=17', 34, 51, false],
    ['?page=3&size=17', 51, 51, false],
    ['?page=49&size=1', 49, 50, true],
    ['?page=50&size=1', 50, 51, false],
    ['?page=51&size=1', 51, 51, false],
    ['?page=1000000000&size=50', 51, 51, false],
    ['?page=1', 20, 40, true],
  ])('%s', async (query, first, end, hasNext) => {
    const body = await page(query)

    expect(idsOf(body)).toEqual(idsBetween(first, end))
    expect(body.hasNext).toBe(hasNext)
    const parameters = new URLSearchParams(query)
    expect(body.page).toBe(Number(parameters.get('page') ?? 0))
    expect(body.size).toBe(Number(parameters.get('size') ?? 20))
  })
})

describe('422 VALIDATION_ERROR: a page or size out of bounds, named', () => {
  test.each([
    ['?size=51', ['size']],
    ['?size=0', ['size']],
    ['?size=-1', ['size']],
    ['?size=1.5', ['size']],
    ['?size=twenty', ['size']],
    ['?size=', ['size']],
    ['?size=20&size=20', ['size']],
    ['?page=-1', ['page']],
    ['?page=0.5', ['page']],
    ['?page=one', ['page']],
    ['?page=', ['page']],
    ['?page=1e1', ['page']],
    ['?page=99999999999999999999', ['page']],
    ['?page=-1&size=51', ['page', 'size']],
  ])('%s', async (query, fields) => {
    expectError(await partner.get(CUSTOMERS + query), 422, 'VALIDATION_ERROR', fields)
  })
})

test('422: parameters that the interface does not name are named', async () => {
  const reply = await service.partner.get(`${CUSTOMERS}?email=ada@example.com&sort=name`)
  expect(reply).toMatchObject({
    status: 422,
    body: { success: false, error: { details: [{ field: 'email' }, { field: 'sort' }] } },
  })
})

test('the list has only the consumers that the partner created', async () => {
  const other = await service.newPartner()
  expect((await other.get(CUSTOMERS)).body).toEqual({
    content: [],
    page: 0,
    size: 20,
    hasNext: false,
  })

  const { id } = await newCustomer(other)

  expect(idsOf((await other.get(CUSTOMERS)).body)).toEqual([id])
  expect(idsOf(await page('?page=1&size=50'))).toEqual(idsBetween(50, 51))
})
