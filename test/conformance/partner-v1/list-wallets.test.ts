import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currencyCodes } from '../../../src/core/mod.ts'
import type { Json } from '../../support/client.ts'
import { openService, type Partner, type RunningService } from '../../support/service.ts'
import { expectSameAnswer } from '../v2/fixture.ts'
import {
  contentOf,
  expectError,
  newCustomer,
  openCampaign,
  openCampaignWallet,
  setWalletStatus,
  walletsOf,
} from './fixture.ts'

const WALLET_COUNT = 51

let service: RunningService
let partner: Partner
let customerId: number
let walletIds: string[]

beforeAll(async () => {
  service = await openService({ funds: { USD: '100.00' } })
  partner = service.partner
  const email = 'ann@example.com'
  const currencies = currencyCodes().slice(0, WALLET_COUNT)
  const customers = await Promise.all(
    currencies.map((currency) => newCustomer(partner, { email, currency })),
  )
  customerId = customers[0].id
  walletIds = customers
    .map(({ walletId }) => walletId)
    .toSorted((one, other) => Number(one) - Number(other))
})

afterAll(() => service.end())

async function page(query: string): Promise<Json> {
  const reply = await partner.get(walletsOf(customerId) + query)
  expect(reply).toMatchObject({ status: 200 })
  return reply.body
}

function idsOf(body: Json): string[] {
  return body.content.map(({ walletId }: Json) => walletId)
}

test('200: a STANDARD wallet has exactly the fields of the interface, walletId as text', async () => {
  const { id, walletId } = await newCustomer(partner, { initialFunds: 12.5 })

  expect(await contentOf(partner, walletsOf(id))).toEqual([
    { walletId, currency: 'USD', balance: 12.5, walletType: 'STANDARD', status: 'ENABLED' },
  ])
})

test('a CAMPAIGN wallet has the id and the name of its campaign too', async () => {
  const { partnerId } = partner
  const { id, walletId } = await newCustomer(partner)
  const { campaignId } = await openCampaign(service, partnerId, { name: 'Summer 26' })
  const campaignWallet = await openCampaignWallet(service, partnerId, {
    campaignId,
    consumerId: id,
  })

  expect(await contentOf(partner, walletsOf(id))).toEqual([
    { walletId, currency: 'USD', balance: 0, walletType: 'STANDARD', status: 'ENABLED' },
    {
      walletId: campaignWallet.walletId,
      currency: 'USD',
      balance: 0,
      walletType: 'CAMPAIGN',
      campaignId,
      campaignName: 'Summer 26',
      status: 'ENABLED',
    },
  ])
  expect(campaignId).toEqual(expect.any(String))
})

test.each(['FROZEN', 'CLOSED'])(
  'a wallet that is %s is still listed, with this status',
  async (status) => {
    const { id, walletId } = await newCustomer(partner)
    await setWalletStatus(service, partner.partnerId, { walletId, status })

    expect(await contentOf(partner, walletsOf(id))).toMatchObject([{ walletId, status }])
  },
)

test('page counts from 0 and is 0 by default, size is 20 by default', async () => {
  const body = await page('')

  expect(Object.keys(body).toSorted()).toEqual(['content', 'hasNext', 'page', 'size'])
  expect(body).toMatchObject({ page: 0, size: 20, hasNext: true })
  expect(idsOf(body)).toEqual(walletIds.slice(0, 20))
})

describe('a page is a range of the list in the order of ids, and shows whether another page follows', () => {
  test.each([
    ['?page=1', 20, 40, true],
    ['?page=2', 40, 51, false],
    ['?page=3', 51, 51, false],
    ['?size=50', 0, 50, true],
    ['?page=1&size=50', 50, 51, false],
    ['?page=2&size=17', 34, 51, false],
    ['?page=50&size=1', 50, 51, false],
    ['?page=1000000000&size=50', 51, 51, false],
  ])('%s', async (query, first, end, hasNext) => {
    const body = await page(query)

    expect(idsOf(body)).toEqual(walletIds.slice(first, end))
    expect(body.hasNext).toBe(hasNext)
  })
})

describe('422 VALIDATION_ERROR: a page or size out of bounds, named', () => {
  test.each([
    ['?size=51', ['size']],
    ['?size=0', ['size']],
    ['?size=-20', ['size']],
    ['?size=2.5', ['size']],
    ['?size=all', ['size']],
    ['?page=-1', ['page']],
    ['?page=first', ['page']],
    ['?page=0&page=1', ['page']],
    ['?page=x&size=0', ['page', 'size']],
  ])('%s', async (query, fields) => {
    const reply = await partner.get(walletsOf(customerId) + query)
    expectError(reply, 422, 'VALIDATION_ERROR', fields)
  })
})

describe('422 VALIDATION_ERROR: an invalid id gets the response of an absent id', () => {
  test.each(['0', '-1', '1.5', '1e3', 'ann', '9007199254740992', '01', '%20', '%00', 'null'])(
    '%s',
    async (id) => {
      const absent = await partner.get(walletsOf('999999999'))
      const reply = await partner.get(walletsOf(id))

      expectError(reply, 422, 'VALIDATION_ERROR')
      expectSameAnswer(reply, absent)
    },
  )
})

test('422 VALIDATION_ERROR: a consumer of another partner gets the response of an absent consumer', async () => {
  const other = await service.newPartner()
  const { id } = await newCustomer(other)

  const foreign = await partner.get(walletsOf(id))
  const absent = await partner.get(walletsOf(id + 1_000))

  expectError(foreign, 422, 'VALIDATION_ERROR')
  expectSameAnswer(foreign, absent)
  expect(await contentOf(other, walletsOf(id))).toHaveLength(1)
})

test('the id of a wallet is not the id of its consumer', async () => {
  const { walletId } = await newCustomer(partner)

  expectError(await partner.get(walletsOf(walletId)), 422, 'VALIDATION_ERROR')
})
