import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  listWallets,
  openCampaign,
  openCampaignWallet,
  type Campaign,
} from '../../src/consumers/mod.ts'
import { MS_PER_HOUR, minorUnits } from '../../src/core/mod.ts'
import { listAudit } from '../../src/audit/mod.ts'
import { refusalOf } from '../support/refusal.ts'
import {
  aConsumer,
  credit,
  debit,
  fundsOf,
  kindOf,
  openFixture,
  settle,
  USD,
  type Fixture,
} from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture

beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

function aCampaign(
  partnerId: number,
  terms: { budget?: bigint; endsAt?: number } = {},
): Promise<Campaign> {
  return openCampaign(fixture.ledger, partnerId, {
    name: 'Summer',
    currency: USD,
    budgetMinor: terms.budget === undefined ? undefined : minorUnits(terms.budget),
    endsAt: terms.endsAt,
    actor: TESTER,
  })
}

async function walletUnder(partnerId: number, { campaignId }: Campaign, name: string) {
  const { consumerId } = await aConsumer(fixture, partnerId, { email: `${name}@example.com` })
  return openCampaignWallet(fixture.ledger, partnerId, { campaignId, consumerId, actor: TESTER })
}

async function creditedMinor({ campaignId }: Campaign): Promise<bigint> {
  const { rows } = await fixture.db.pool.query<{ credited_minor: bigint }>(
    'select credited_minor from campaigns where campaign_id = $1',
    [campaignId],
  )
  return rows[0]?.credited_minor ?? -1n
}

test('a consumer gets an empty wallet of a campaign beside the standard one', async () => {
  const partnerId = await fixture.partner()
  const campaign = await aCampaign(partnerId, { budget: 100_00n })
  const { consumerId, walletId } = await aConsumer(fixture, partnerId)

  const opened = await openCampaignWallet(fixture.ledger, partnerId, {
    campaignId: campaign.campaignId,
    consumerId,
    actor: TESTER,
  })

  expect(opened).toEqual({
    walletId: expect.stringMatching(/^[0-9]+$/) as string,
    currency: USD,
    balanceMinor: 0n,
    walletType: 'CAMPAIGN',
    campaignId: campaign.campaignId,
    campaignName: 'Summer',
    status: 'ENABLED',
  })
  const { content } = await listWallets(fixture.db, partnerId, consumerId, { page: 0, size: 20 })
  expect(content).toEqual([expect.objectContaining({ walletId, walletType: 'STANDARD' }), opened])
})

test('refusals of a campaign and of its wallets come in a fixed order', async () => {
  const partnerId = await fixture.partner()
  const foreign = await aCampaign(await fixture.partner())
  const ended = await aCampaign(partnerId, { endsAt: fixture.clock.now() + MS_PER_HOUR })
  const { consumerId } = await aConsumer(fixture, partnerId)
  const fieldOf = async (change: object) => {
    const input = { name: 'Summer', currency: USD, actor: TESTER, ...change }
    const refusal = await refusalOf(openCampaign(fixture.ledger, partnerId, input))
    return refusal.extras.details?.[0]?.field
  }
  const attempt = (campaignId: string, who: number) =>
    kindOf(
      openCampaignWallet(fixture.ledger, partnerId, { campaignId, consumerId: who, actor: TESTER }),
    )

  expect(await fieldOf({ name: '', budgetMinor: 0n, endsAt: 0 })).toBe('name')
  expect(await fieldOf({ budgetMinor: 0n, endsAt: 0 })).toBe('budget')
  expect(await fieldOf({ endsAt: fixture.clock.now() - 1 })).toBe('endsAt')
  expect(await fieldOf({ endsAt: 8.64e15 })).toBe('endsAt')
  expect(await fieldOf({ endsAt: Number.NaN })).toBe('endsAt')
  expect(await attempt('x', 1)).toBe('not_found')
  expect(await attempt(foreign.campaignId, 1)).toBe('not_found')
  expect(await attempt(ended.campaignId, 1)).toBe('consumer_unknown')
  expect(await attempt(ended.campaignId, 0.5)).toBe('consumer_unknown')
  await walletUnder(partnerId, ended, 'bob')
  fixture.clock.advance(MS_PER_HOUR)
  expect(await attempt(ended.campaignId, consumerId)).toBe('campaign_over')
})

test('a second wallet of one campaign is refused, also in a race', async () => {
  const partnerId = await fixture.partner()
  const { campaignId } = await aCampaign(partnerId)
  const { consumerId } = await aConsumer(fixture, partnerId)
  const ledgers = [fixture.ledger, fixture.secondLedger()]

  const { answers, refusals } = await settle(
    Array.from({ length: 20 }, (_, at) =>
      openCampaignWallet(ledgers[at % 2] ?? fixture.ledger, partnerId, {
        campaignId,
        consumerId,
        actor: TESTER,
      }),
    ),
  )

  expect(answers).toHaveLength(1)
  expect(refusals).toEqual(Array(19).fill('wallet_exists'))
})

test('credits use the budget, debits return to it, and the budget is never exceeded', async () => {
  const partnerId = await fixture.partner({ USD: 1_000_00n })
  const campaign = await aCampaign(partnerId, { budget: 100_00n })
  const { walletId } = await walletUnder(partnerId, campaign, 'ann')
  const other = await walletUnder(partnerId, campaign, 'bob')

  await credit(fixture.ledger, partnerId, { walletId, amount: 60, referenceId: '1' })
  const second = { walletId: other.walletId, amount: 40.01, referenceId: '2' }
  expect(await kindOf(credit(fixture.ledger, partnerId, second))).toBe('campaign_over')
  await debit(fixture.ledger, partnerId, { walletId, amount: 0.01, referenceId: '3' })
  await credit(fixture.ledger, partnerId, second)

  expect(await creditedMinor(campaign)).toBe(100_00n)
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 900_00n })
})

test('the budget is checked before the funds, and short funds use none of it', async () => {
  const partnerId = await fixture.partner({ USD: 1_00n })
  const campaign = await aCampaign(partnerId, { budget: 2_00n })
  const { walletId } = await walletUnder(partnerId, campaign, 'ann')
  const attempt = (amount: number) =>
    kindOf(credit(fixture.ledger, partnerId, { walletId, amount, referenceId: 'r' }))

  expect(await attempt(2.01)).toBe('campaign_over')
  expect(await attempt(2)).toBe('insufficient_funds')
  expect(await creditedMinor(campaign)).toBe(0n)
})

test('an ended campaign refuses credits, replays earlier ones, and accepts debits', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const campaign = await aCampaign(partnerId, { endsAt: fixture.clock.now() + MS_PER_HOUR })
  const { walletId } = await walletUnder(partnerId, campaign, 'ann')
  const request = { walletId, amount: 5, referenceId: 'before' }
  const before = await credit(fixture.ledger, partnerId, request)
  fixture.clock.advance(MS_PER_HOUR)

  const late = credit(fixture.ledger, partnerId, { ...request, referenceId: 'after' })
  expect(await kindOf(late)).toBe('campaign_over')
  expect(await credit(fixture.ledger, partnerId, request)).toEqual(before)
  await debit(fixture.ledger, partnerId, { walletId, amount: 5, referenceId: 'back' })
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 100_00n })
})

test('50 writers on one budget: never above it, and not one false refusal', async () => {
  const partnerId = await fixture.partner({ USD: 1_000_00n })
  const campaign = await aCampaign(partnerId, { budget: 100_00n })
  const wallets = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) => walletUnder(partnerId, campaign, name)),
  )
  const ledgers = [fixture.ledger, fixture.secondLedger()]
  const races = Array.from({ length: 50 }, (_, at) =>
    credit(ledgers[at % 2] ?? fixture.ledger, partnerId, {
      walletId: wallets[at % 5]?.walletId ?? '',
      amount: 3,
      referenceId: `r${at}`,
    }),
  )

  const { answers, refusals } = await settle(races)

  expect(answers).toHaveLength(33)
  expect(refusals).toEqual(Array(17).fill('campaign_over'))
  expect(await creditedMinor(campaign)).toBe(99_00n)
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 901_00n })
})

test('opening a campaign and a wallet under it is audited, a refusal is not', async () => {
  const partnerId = await fixture.partner()
  const campaign = await aCampaign(partnerId, { budget: 5_00n, endsAt: Date.UTC(2100, 0, 1) })
  const wallet = await walletUnder(partnerId, campaign, 'ann')
  await refusalOf(
    openCampaignWallet(fixture.ledger, partnerId, {
      campaignId: campaign.campaignId,
      consumerId: 1,
      actor: TESTER,
    }),
  )

  const { rows } = await listAudit(fixture.db, { page: 1, pageSize: 2 })
  expect(rows).toMatchObject([
    { partnerId, actor: TESTER, action: 'wallet.open', target: `wallet:${wallet.walletId}` },
    {
      partnerId,
      actor: TESTER,
      action: 'campaign.open',
      target: `campaign:${campaign.campaignId}`,
      after: {
        name: 'Summer',
        currency: 'USD',
        budget: '5.00',
        endsAt: '2100-01-01T00:00:00.000Z',
      },
    },
  ])
})
