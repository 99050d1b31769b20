import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listConsumers,
  listWallets,
  openCampaign,
  openCampaignWallet,
  setWalletStatus,
  type Consumer,
} from '../../src/consumers/mod.ts'
import { aConsumer, EUR, kindOf, openFixture, USD, type Fixture } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture
let partnerId: number
let first: Consumer
let euros: Consumer

beforeAll(async () => {
  fixture = await openFixture()
  partnerId = await fixture.partner({ USD: 100_00n })
  first = await aConsumer(fixture, partnerId, { initialFunds: 12_34n })
  euros = await aConsumer(fixture, partnerId, { currency: EUR })
  const campaign = await openCampaign(fixture.ledger, partnerId, {
    name: 'Summer',
    currency: USD,
    actor: TESTER,
  })
  await openCampaignWallet(fixture.ledger, partnerId, {
    campaignId: campaign.campaignId,
    consumerId: first.consumerId,
    actor: TESTER,
  })
  await setWalletStatus(fixture.ledger, partnerId, euros.walletId, {
    status: 'FROZEN',
    reason: 'asked',
    actor: TESTER,
  })
  for (const name of ['bob', 'cid', 'dan', 'eve']) {
    await aConsumer(fixture, partnerId, { email: `${name}@example.com` })
  }
  await aConsumer(fixture, await fixture.partner(), { email: 'foreign@example.com' })
})
afterAll(() => fixture.close())

test('consumers are listed in the order of their ids, with their numbers of wallets', async () => {
  const { content, hasNext } = await listConsumers(fixture, partnerId, { page: 0, size: 50 })

  expect(hasNext).toBe(false)
  expect(content).toHaveLength(5)
  expect(content[0]).toEqual({
    consumerId: first.consumerId,
    consumerName: 'Ann Lee',
    consumerEmail: 'ann@example.com',
    totalStandardWallets: 2,
    totalCampaignWallets: 1,
  })
  const ids = content.map((one) => one.consumerId)
  expect(ids).toEqual(ids.toSorted((one, other) => one - other))
})

test('pages of consumers cover the list once, and all but the last have a next one', async () => {
  const pages = await Promise.all(
    [0, 1, 2].map((page) => listConsumers(fixture, partnerId, { page, size: 2 })),
  )

  expect(pages.map((page) => page.hasNext)).toEqual([true, true, false])
  expect(pages.flatMap((page) => page.content.map((one) => one.consumerEmail))).toEqual(
    ['ann', 'bob', 'cid', 'dan', 'eve'].map((name) => `${name}@example.com`),
  )
  const exact = await listConsumers(fixture, partnerId, { page: 0, size: 5 })
  expect(exact).toMatchObject({ content: { length: 5 }, hasNext: false })
})

test('a page past the end is empty, however far', async () => {
  for (const page of [3, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const nothing = { content: [], hasNext: false }
    expect(await listConsumers(fixture, partnerId, { page, size: 50 })).toEqual(nothing)
    const wallets = await listWallets(fixture.db, partnerId, first.consumerId, { page, size: 50 })
    expect(wallets).toEqual(nothing)
  }
})

test('wallets are listed in the order of their ids, with their campaigns', async () => {
  const list = await listWallets(fixture.db, partnerId, first.consumerId, { page: 0, size: 20 })

  expect(list).toEqual({
    content: [
      {
        walletId: first.walletId,
        currency: USD,
        balanceMinor: 12_34n,
        walletType: 'STANDARD',
        status: 'ENABLED',
      },
      {
        walletId: euros.walletId,
        currency: EUR,
        balanceMinor: 0n,
        walletType: 'STANDARD',
        status: 'FROZEN',
      },
      {
        walletId: expect.any(String) as string,
        currency: USD,
        balanceMinor: 0n,
        walletType: 'CAMPAIGN',
        campaignId: expect.stringMatching(/^[0-9]+$/) as string,
        campaignName: 'Summer',
        status: 'ENABLED',
      },
    ],
    hasNext: false,
  })
  const second = await listWallets(fixture.db, partnerId, first.consumerId, { page: 1, size: 1 })
  expect(second).toEqual({ content: [list.content[1]], hasNext: true })
})

test('an unknown consumer, a foreign one and a malformed id are refused alike', async () => {
  const foreign = await listConsumers(fixture, partnerId + 1, { page: 0, size: 1 })
  const ids = [foreign.content[0]?.consumerId ?? 0, 1, 0, -1, 1.5, 1e300, Number.NaN]

  for (const consumerId of ids) {
    const refused = listWallets(fixture.db, partnerId, consumerId, { page: 0, size: 20 })
    expect(await kindOf(refused)).toBe('consumer_unknown')
  }
})
