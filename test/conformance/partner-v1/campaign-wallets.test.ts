import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type Partner, type RunningService } from '../../support/service.ts'
import { HOUR, stoppedClock } from '../v2/fixture.ts'
import {
  aCredit,
  aDebit,
  contentOf,
  CUSTOMERS,
  expectError,
  newCustomer,
  onAnotherProcess,
  openCampaign,
  openCampaignWallet,
  race,
  tally,
  times,
  transactionsOf,
  walletsOf,
} from './fixture.ts'

const clock = stoppedClock()
let service: RunningService

beforeAll(async () => {
  service = await openService({ clock })
})

afterAll(() => service.end())

interface CampaignWallet {
  readonly partner: Partner
  readonly customer: Json
  readonly campaign: Json
  readonly wallet: Json
  readonly target: string
}

/** Creates a consumer with a wallet of a new campaign, of a partner that has 100 dollars. */
async function aCampaignWallet(input: Json = {}): Promise<CampaignWallet> {
  const partner = await service.newPartner({ USD: '100.00' })
  const { partnerId } = partner
  const customer = await newCustomer(partner)
  const campaign = await openCampaign(service, partnerId, input)
  const { campaignId } = campaign
  const consumerId = customer.id
  const wallet = await openCampaignWallet(service, partnerId, { campaignId, consumerId })
  return { partner, customer, campaign, wallet, target: transactionsOf(wallet.walletId) }
}

test('a campaign wallet opens empty and is credited from the partner funds like any other', async () => {
  const { partner, customer, campaign, wallet, target } = await aCampaignWallet()

  const { body } = await partner.post(target, aCredit({ amount: 40 }))

  expect(body.data).toMatchObject({ walletId: Number(wallet.walletId), newBalance: 40 })
  expect(await partner.funds()).toEqual({ USD: 60 })
  expect(await contentOf(partner, walletsOf(customer.id))).toMatchObject([
    { walletType: 'STANDARD', balance: 0 },
    {
      walletType: 'CAMPAIGN',
      balance: 40,
      campaignId: campaign.campaignId,
      campaignName: campaign.name,
    },
  ])
})

test('the list of consumers counts STANDARD and CAMPAIGN wallets separately', async () => {
  const { partner, customer } = await aCampaignWallet()
  const { campaignId } = await openCampaign(service, partner.partnerId)
  const consumerId = customer.id
  await openCampaignWallet(service, partner.partnerId, { campaignId, consumerId })

  expect(await contentOf(partner, CUSTOMERS)).toMatchObject([
    { consumerId, totalStandardWallets: 1, totalCampaignWallets: 2 },
  ])
})

test('a consumer with a campaign wallet may still get a STANDARD wallet in its currency', async () => {
  const { partner, customer } = await aCampaignWallet({ currency: 'EUR' })

  const standard = await newCustomer(partner, { email: customer.email, currency: 'EUR' })

  expect(standard.id).toBe(customer.id)
})

test('409 BUSINESS_RULE_ERROR: a credit one cent above the budget moves nothing', async () => {
  const { partner, target } = await aCampaignWallet({ budget: 10 })

  expectError(await partner.post(target, aCredit({ amount: 10.01 })), 409, 'BUSINESS_RULE_ERROR')

  expect((await partner.post(target, aCredit({ amount: 10 }))).status).toBe(200)
  expectError(await partner.post(target, aCredit({ amount: 0.01 })), 409, 'BUSINESS_RULE_ERROR')
  expect(await partner.funds()).toEqual({ USD: 90 })
})

test('all wallets of a campaign draw on its budget', async () => {
  const { partner, campaign, target } = await aCampaignWallet({ budget: 10 })
  const other = await newCustomer(partner)
  const { campaignId } = campaign
  const { walletId } = await openCampaignWallet(service, partner.partnerId, {
    campaignId,
    consumerId: other.id,
  })
  await partner.post(target, aCredit({ amount: 7 }))

  const above = await partner.post(transactionsOf(walletId), aCredit({ amount: 3.01 }))
  const within = await partner.post(transactionsOf(walletId), aCredit({ amount: 3 }))

  expectError(above, 409, 'BUSINESS_RULE_ERROR')
  expect(within.status).toBe(200)
})

test('a debit returns to the budget', async () => {
  const { partner, target } = await aCampaignWallet({ budget: 10 })
  await partner.post(target, aCredit({ amount: 10 }))
  await partner.post(target, aDebit({ amount: 4 }))

  expectError(await partner.post(target, aCredit({ amount: 4.01 })), 409, 'BUSINESS_RULE_ERROR')
  expect((await partner.post(target, aCredit({ amount: 4 }))).status).toBe(200)
})

test('402 BUSINESS_RULE_ERROR: the partner funds must cover a credit, whatever the budget', async () => {
  const { partner, target } = await aCampaignWallet({ budget: 1_000 })

  expectError(await partner.post(target, aCredit({ amount: 100.01 })), 402, 'BUSINESS_RULE_ERROR', [
    'amount',
  ])
})

test('409 BUSINESS_RULE_ERROR: a campaign that has ended takes no new credits; replays and debits work', async () => {
  const endsAt = new Date(clock.now() + HOUR).toISOString()
  const { partner, target } = await aCampaignWallet({ endsAt })
  const before = aCredit({ amount: 10 })
  const { text } = await partner.post(target, before)
  clock.advance(HOUR - 1)
  expect((await partner.post(target, aCredit())).status).toBe(200)

  clock.advance(1)

  expectError(await partner.post(target, aCredit()), 409, 'BUSINESS_RULE_ERROR')
  expect((await partner.post(target, before)).text).toBe(text)
  expect((await partner.post(target, aDebit({ amount: 11 }))).body.data.newBalance).toBe(0)
})

test('racing credits of two wallets on two processes stay within the budget', async () => {
  const { partner, campaign, target } = await aCampaignWallet({ budget: 10 })
  const other = await newCustomer(partner)
  const { walletId } = await openCampaignWallet(service, partner.partnerId, {
    campaignId: campaign.campaignId,
    consumerId: other.id,
  })
  const clients = [partner, await onAnotherProcess({ ...service, partner })]
  const requests = times(8, () => [
    { target, body: aCredit() },
    { target: transactionsOf(walletId), body: aCredit() },
  ]).flat()

  const replies = await race(clients, requests)

  expect(tally(replies)).toEqual({ 200: 10, 409: 6 })
  expect(await partner.funds()).toEqual({ USD: 90 })
})
