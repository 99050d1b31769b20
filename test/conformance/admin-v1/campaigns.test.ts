import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { openService, type Partner, type RunningService } from '../../support/service.ts'
import { contentOf, newCustomer, openCampaign, walletsOf } from '../partner-v1/fixture.ts'
import { expectError, expectSameAnswer, HOUR, INSTANT, stoppedClock } from '../v2/fixture.ts'
import { expectData, pathOf } from './fixture.ts'

const clock = stoppedClock()
let service: RunningService
let partner: Partner

beforeAll(async () => {
  service = await openService({ clock })
  partner = service.partner
})

afterAll(() => service.end())

function openWallet(campaignId: number | string, consumerId: Json): Promise<Reply> {
  const path = `${pathOf(partner)}/campaigns/${campaignId}/wallets`
  return service.admin.post(path, { consumerId })
}

describe('POST /campaigns 201', () => {
  test('campaignId, name, currency and createdAt; no budget and no end unless the request has them', async () => {
    const body = { name: ' Spring 26 ', currency: 'EUR' }

    const reply = await service.admin.post(`${pathOf(partner)}/campaigns`, body)

    expect(expectData(reply, 201)).toEqual({
      campaignId: expect.stringMatching(/^[1-9]\d*$/),
      name: 'Spring 26',
      currency: 'EUR',
      createdAt: expect.stringMatching(INSTANT),
    })
  })

  test('budget and endsAt of the request', async () => {
    const endsAt = new Date(clock.now() + HOUR).toISOString()
    const body = { name: 'Spring 26', currency: 'JPY', budget: 100_000, endsAt }

    const reply = await service.admin.post(`${pathOf(partner)}/campaigns`, body)

    expect(expectData(reply, 201)).toMatchObject({ currency: 'JPY', budget: 100_000, endsAt })
  })

  test('an end may be written with any offset', async () => {
    const endsAt = '2099-06-30T23:59:59+02:00'
    const campaign = await openCampaign(service, partner.partnerId, { endsAt })

    expect(campaign.endsAt).toBe('2099-06-30T21:59:59.000Z')
  })

  test('400 VALIDATION_ERROR naming endsAt: an end that is not in the future', async () => {
    for (const ms of [-1, 0]) {
      const endsAt = new Date(clock.now() + ms).toISOString()
      const body = { name: 'Late', currency: 'USD', endsAt }
      const reply = await service.admin.post(`${pathOf(partner)}/campaigns`, body)
      expectError(reply, 400, 'VALIDATION_ERROR', ['endsAt'])
    }
  })

  test('404 RESOURCE_NOT_FOUND: no such partner', async () => {
    const body = { name: 'Spring 26', currency: 'EUR' }
    const reply = await service.admin.post('/admin/v1/partners/2097151/campaigns', body)
    expectError(reply, 404, 'RESOURCE_NOT_FOUND')
  })
})

describe('POST /campaigns/{campaignId}/wallets', () => {
  test('201: an empty CAMPAIGN wallet in the currency of the campaign', async () => {
    const { id } = await newCustomer(partner)
    const campaign = await openCampaign(service, partner.partnerId, { currency: 'EUR' })

    const data = expectData(await openWallet(campaign.campaignId, id), 201)

    expect(data).toEqual({
      walletId: expect.stringMatching(/^[1-9]\d*$/),
      currency: 'EUR',
      balance: 0,
      walletType: 'CAMPAIGN',
      campaignId: campaign.campaignId,
      campaignName: campaign.name,
      status: 'ENABLED',
    })
    expect((await contentOf(partner, walletsOf(id)))[1]).toEqual(data)
  })

  test('409 BUSINESS_RULE_VIOLATION naming consumerId: a consumer has one wallet per campaign', async () => {
    const { id } = await newCustomer(partner)
    const { campaignId } = await openCampaign(service, partner.partnerId)
    expectData(await openWallet(campaignId, id), 201)

    const again = await openWallet(campaignId, id)

    expectError(again, 409, 'BUSINESS_RULE_VIOLATION', ['consumerId'])
    expect(await contentOf(partner, walletsOf(id))).toHaveLength(2)
  })

  test('of several requests that race, exactly one opens a wallet', async () => {
    const { id } = await newCustomer(partner)
    const { campaignId } = await openCampaign(service, partner.partnerId)

    const replies = await Promise.all(Array.from({ length: 6 }, () => openWallet(campaignId, id)))

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await contentOf(partner, walletsOf(id))).toHaveLength(2)
  })

  test('409 BUSINESS_RULE_VIOLATION: no wallet is opened once the campaign has ended', async () => {
    const { id } = await newCustomer(partner)
    const endsAt = new Date(clock.now() + HOUR).toISOString()
    const { campaignId } = await openCampaign(service, partner.partnerId, { endsAt })
    clock.advance(HOUR)

    expectError(await openWallet(campaignId, id), 409, 'BUSINESS_RULE_VIOLATION')
  })

  test('404 RESOURCE_NOT_FOUND, the same bytes: a foreign consumer, an absent one, and a malformed id', async () => {
    const other = await service.newPartner()
    const { id: foreign } = await newCustomer(other)
    const { campaignId } = await openCampaign(service, partner.partnerId)
    const absent = await openWallet(campaignId, foreign + 1_000)
    expectError(absent, 404, 'RESOURCE_NOT_FOUND')

    for (const id of [foreign, 0, -1, 2 ** 53, 1e300]) {
      expectSameAnswer(await openWallet(campaignId, id), absent)
    }
  })

  test('404 RESOURCE_NOT_FOUND, the same bytes: a foreign campaign, an absent one, and a malformed id', async () => {
    const other = await service.newPartner()
    const { campaignId: foreign } = await openCampaign(service, other.partnerId)
    const { id } = await newCustomer(partner)
    const absent = await openWallet(Number(foreign) + 1_000, id)
    expectError(absent, 404, 'RESOURCE_NOT_FOUND')

    for (const campaignId of [foreign, '0', '-1', '1.5', 'x', '%00']) {
      expectSameAnswer(await openWallet(campaignId, id), absent)
    }
  })
})
