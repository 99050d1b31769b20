import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { newCustomer, openCampaign } from '../partner-v1/fixture.ts'
import { expectError, INSTANT } from '../v2/fixture.ts'
import { auditCount, expectPage, lastAudit, pathOf } from './fixture.ts'

let service: RunningService
let path: string
let ann: Json
let bob: Json
let campaign: Json

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000.00', JPY: '5000' } })
  const { partner, admin } = service
  path = pathOf(partner)
  ann = await newCustomer(partner, {
    fullName: 'Ann Lee',
    email: 'Ann@Example.com',
    initialFunds: 12.5,
  })
  bob = await newCustomer(partner, { fullName: 'Bob', email: 'b@example.com', initialFunds: 0 })
  campaign = await openCampaign(service, partner.partnerId, { name: 'Spring', budget: 50 })
  await admin.post(`${path}/campaigns/${campaign['campaignId']}/wallets`, { consumerId: bob['id'] })
  const other = await service.newPartner()
  await newCustomer(other, { fullName: 'Eve', email: 'eve@example.com', initialFunds: 0 })
})
afterAll(() => service.end())

function pageOf(totalRecords: number, page = 1, pageSize = 100): Json {
  const totalPages = Math.ceil(totalRecords / pageSize)
  return { page, pageSize, totalRecords, totalPages, hasNext: page < totalPages }
}

async function list(what: string, pagination: Json): Promise<Json[]> {
  return expectPage(await service.admin.get(`${path}/${what}`), pagination)
}

describe('consumers', () => {
  test('newest first, of this partner only, with names and addresses masked', async () => {
    const before = await auditCount(service)

    expect(await list('consumers', pageOf(2))).toEqual([
      {
        consumerId: bob['id'],
        name: 'B***',
        email: 'b***@example.com',
        wallets: 2,
        createdAt: expect.stringMatching(INSTANT),
      },
      expect.objectContaining({ name: 'A*** L***', email: 'a***@example.com', wallets: 1 }),
    ])
    expect(await auditCount(service)).toBe(before)
  })

  test('`unmasked` shows names and addresses, and the audit entry names the consumers', async () => {
    const rows = await list('consumers?unmasked=true', pageOf(2))

    expect(rows.map(({ name, email }) => [name, email])).toEqual([
      ['Bob', 'b@example.com'],
      ['Ann Lee', 'ann@example.com'],
    ])
    expect(await lastAudit(service)).toMatchObject({
      action: 'personal-data.read',
      target: `partner:${service.partner.partnerId}`,
      after: { consumerIds: [bob['id'], ann['id']] },
    })
  })

  test('found by address in upper or lower case, page by page', async () => {
    const found = await list('consumers?email=ANN@example.COM', pageOf(1))
    expect(found).toMatchObject([{ consumerId: ann['id'] }])
    expect(await list('consumers?email=nobody', pageOf(0))).toEqual([])
    const second = await list('consumers?page=2&pageSize=1', pageOf(2, 2, 1))
    expect(second).toMatchObject([{ consumerId: ann['id'] }])
  })
})

describe('wallets and campaigns', () => {
  test('wallets newest first with balance; only those of a consumer or campaign', async () => {
    const all = await list('wallets', pageOf(3))
    expect(all.map(({ balance, walletType }) => [balance, walletType])).toEqual([
      [0, 'CAMPAIGN'],
      [0, 'STANDARD'],
      [12.5, 'STANDARD'],
    ])
    expect(all[2]).toEqual({
      walletId: ann['walletId'],
      consumerId: ann['id'],
      currency: 'USD',
      balance: 12.5,
      walletType: 'STANDARD',
      status: 'ENABLED',
      createdAt: expect.stringMatching(INSTANT),
    })
    expect(await list(`wallets?consumerId=${ann['id']}`, pageOf(1))).toEqual([all[2]])
    const ofCampaign = `wallets?campaignId=${campaign['campaignId']}`
    expect(await list(ofCampaign, pageOf(1))).toEqual([all[0]])
    expect(all[0]).toMatchObject({ campaignName: 'Spring' })
  })

  test('campaigns with budget and what was credited', async () => {
    expect(await list('campaigns', pageOf(1))).toEqual([{ ...campaign, credited: 0 }])
  })

  test.each(['consumers', 'wallets', 'campaigns'])(
    '404: %s of an unknown partner',
    async (what) => {
      const reply = await service.admin.get(`/admin/v1/partners/2097151/${what}`)
      expectError(reply, 404, 'RESOURCE_NOT_FOUND')
    },
  )
})
