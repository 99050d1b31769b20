import { expect, test } from 'vitest'
import {
  ConsumerState,
  type CampaignRecord,
  nameOfBatch,
  type ConsumerErasure,
  type NewConsumerRecord,
  type WalletRecord,
} from '../../src/consumers/state.ts'
import { needOf, findWallet } from '../../src/consumers/wallet-in-group.ts'
import { storedCurrency } from '../../src/core/mod.ts'
import type { KeyedTransfer } from '../../src/ledger/mod.ts'

const ANN = { consumerId: 1, fullName: 'Ann', emailBlind: 'ann' }
const USD = storedCurrency('USD')

test('a consumer is loaded once, and found by its id and by the hash of its address', () => {
  const state = new ConsumerState()
  state.loadConsumer(ANN)
  state.loadConsumer({ ...ANN, fullName: 'another' })

  expect(state.consumers.get(1)).toBe(ANN)
  expect([state.consumerOf('ann'), state.consumerOf('bob')]).toEqual([ANN, undefined])
  expect(state.isNew(ANN)).toBe(false)
})

test('a new consumer is found by the later writes of the group, and is marked to be stored', () => {
  const state = new ConsumerState()
  const added = { ...ANN, emailSealed: Buffer.alloc(0) } as NewConsumerRecord
  state.addConsumer(added)

  expect(state.consumerOf('ann')).toBe(added)
  expect(state.newConsumers).toEqual([added])
  expect([state.isNew(ANN), state.isNew({ ...ANN, consumerId: 2 })]).toEqual([true, false])
})

test('the address of an erased consumer is free again in the same group', () => {
  const state = new ConsumerState()
  state.loadConsumer(ANN)
  const erasure = { consumerId: 1 } as ConsumerErasure
  state.eraseConsumer(ANN, erasure)

  expect([state.consumers.size, state.consumerOf('ann'), state.erasures]).toEqual([
    0,
    undefined,
    [erasure],
  ])
})

test('a consumer has at most one wallet for a currency and one for a campaign, independently', () => {
  const state = new ConsumerState()
  const wallet = { walletId: 5, consumerId: 1, currency: USD, status: 'ENABLED' } as const
  state.addWallet({ ...wallet, campaignId: undefined })
  state.addWallet({ ...wallet, walletId: 6, campaignId: 9 })
  state.loadHolding({ consumerId: 2, currency: 'USD' })

  expect(state.holds({ consumerId: 1, currency: 'USD' })).toBe(true)
  expect(state.holds({ consumerId: 1, campaignId: 9 })).toBe(true)
  expect(state.holds({ consumerId: 2, currency: 'USD' })).toBe(true)
  expect(state.holds({ consumerId: 1, currency: 'EUR' })).toBe(false)
  expect(state.holds({ consumerId: 2, campaignId: 9 })).toBe(false)
  expect(state.newWallets.map(({ walletId }) => walletId)).toEqual([5, 6])
})

test('a wallet has the campaign that it was opened under, if any', () => {
  const state = new ConsumerState()
  const campaign = {
    campaignId: 9,
    name: 'Spring',
    currency: USD,
    budgetMinor: undefined,
    creditedMinor: 0n,
    endsAt: undefined,
  }
  state.addCampaign(campaign)
  const wallet = { walletId: 5, consumerId: 1, currency: USD, status: 'ENABLED' } as const

  expect(state.campaignOf({ ...wallet, campaignId: 9 })).toBe(campaign)
  expect(state.campaignOf({ ...wallet, campaignId: 8 })).toBeUndefined()
  expect(state.campaignOf({ ...wallet, campaignId: undefined })).toBeUndefined()
  expect(state.newCampaigns).toEqual([campaign])
})

test('a path that is not an id loads no wallet and finds none', () => {
  const state = new ConsumerState()
  const wallet = state.addWallet({
    walletId: 5,
    consumerId: 1,
    currency: USD,
    campaignId: undefined,
    status: 'ENABLED',
  })

  expect([needOf('5'), needOf('05'), needOf('x')]).toEqual([[5], [], []])
  expect([findWallet(state, '5'), findWallet(state, '6'), findWallet(state, 'x')]).toEqual([
    wallet,
    undefined,
    undefined,
  ])
})

test('a batch is named by its order and its number', () => {
  expect(nameOfBatch({ orderNo: 1, batchNo: 12 })).not.toBe(
    nameOfBatch({ orderNo: 11, batchNo: 2 }),
  )
  expect(nameOfBatch({ orderNo: 3, batchNo: 4 })).toBe('3-4')
})

function walletOf(walletId: number, consumerId: number): WalletRecord {
  return { walletId, consumerId, currency: USD, campaignId: undefined, status: 'ENABLED' }
}

test('a savepoint takes back later additions and campaign credits', () => {
  const state = new ConsumerState()
  state.loadConsumer(ANN)
  const bob = { consumerId: 2, fullName: 'Bob', emailBlind: 'bob', emailSealed: Buffer.alloc(0) }
  const campaign = { campaignId: 9, creditedMinor: 5n } as CampaignRecord
  state.campaigns.set(9, campaign)
  state.addWallet(walletOf(3, 1))

  const rollBack = state.savepoint()
  state.addConsumer(bob as unknown as NewConsumerRecord)
  state.addWallet(walletOf(4, 2))
  state.transactions.set('pay-1', {} as KeyedTransfer)
  state.changedCampaigns.add(campaign)
  campaign.creditedMinor = 50n
  rollBack()

  expect([state.consumerOf('ann'), state.consumerOf('bob')]).toEqual([ANN, undefined])
  expect(state.holds({ consumerId: 2, currency: 'USD' })).toBe(false)
  expect([state.newConsumers, state.newWallets, [...state.wallets.keys()]]).toEqual([
    [],
    [walletOf(3, 1)],
    [3],
  ])
  expect([state.transactions.size, state.changedCampaigns.size]).toEqual([0, 0])
  expect(campaign.creditedMinor).toBe(5n)
})
