import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedClient } from '../../support/client.ts'
import { anOrder, openService, type Partner, type RunningService } from '../../support/service.ts'
import {
  aCredit,
  aCustomer,
  aDebit,
  balancesOf,
  CUSTOMERS,
  expectError,
  newCustomer,
  onAnotherProcess,
  race,
  tally,
  times,
  transactionsOf,
} from './fixture.ts'

const RACERS = 16

let service: RunningService

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.end())

/** Creates a partner with one client on each of two processes. */
async function partnerOnTwoProcesses(
  funds: Record<string, string>,
): Promise<{ partner: Partner; clients: SignedClient[] }> {
  const partner = await service.newPartner(funds)
  return { partner, clients: [partner, await onAnotherProcess({ ...service, partner })] }
}

test('equal requests of one referenceId race: money moves once, and all get the same bytes', async () => {
  const { partner, clients } = await partnerOnTwoProcesses({ USD: '100.00' })
  const { id, walletId } = await newCustomer(partner)
  const body = aCredit({ amount: 7, description: 'one reward' })

  const replies = await race(
    clients,
    times(RACERS, () => ({ target: transactionsOf(walletId), body })),
  )

  expect(tally(replies)).toEqual({ 200: RACERS })
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(await balancesOf(partner, id)).toEqual([7])
  expect(await partner.funds()).toEqual({ USD: 93 })
})

test('different payloads of one referenceId race: one is accepted, the others get 403', async () => {
  const { partner, clients } = await partnerOnTwoProcesses({ USD: '1000.00' })
  const { id, walletId } = await newCustomer(partner)
  const requests = times(RACERS, (at) => ({
    target: transactionsOf(walletId),
    body: aCredit({ amount: at + 1, referenceId: 'contested' }),
  }))

  const replies = await race(clients, requests)

  expect(tally(replies)).toEqual({ 200: 1, 403: RACERS - 1 })
  const winner = replies.find(({ status }) => status === 200)
  for (const reply of replies) {
    if (reply !== winner) expectError(reply, 403, 'BUSINESS_RULE_ERROR', ['referenceId'])
  }
  expect(await balancesOf(partner, id)).toEqual([winner?.body.data.transactionAmount])
})

test('one referenceId for several wallets in a race: one wallet gets the money', async () => {
  const { partner, clients } = await partnerOnTwoProcesses({ USD: '100.00' })
  const customers = await Promise.all(times(6, () => newCustomer(partner)))
  const requests = customers.map(({ walletId }) => ({
    target: transactionsOf(walletId),
    body: aCredit({ amount: 10, referenceId: 'contested' }),
  }))

  const replies = await race(clients, requests)

  expect(tally(replies)).toEqual({ 200: 1, 403: 5 })
  expect(await partner.funds()).toEqual({ USD: 90 })
})

test('requests that race for the last funds of a partner credit them once', async () => {
  const { partner, clients } = await partnerOnTwoProcesses({ USD: '10.00' })
  const { id, walletId } = await newCustomer(partner)
  const requests = times(RACERS, () => ({ target: transactionsOf(walletId), body: aCredit() }))

  const replies = await race(clients, requests)

  expect(tally(replies)).toEqual({ 200: 10, 402: RACERS - 10 })
  expect(await balancesOf(partner, id)).toEqual([10])
  expect(await partner.funds()).toEqual({ USD: 0 })
})

test('the last money of a wallet is debited once; other requests get 500 SYSTEM_ERROR', async () => {
  const { partner, clients } = await partnerOnTwoProcesses({ USD: '10.00' })
  const { id, walletId } = await newCustomer(partner, { initialFunds: 10 })
  const requests = times(RACERS, () => ({ target: transactionsOf(walletId), body: aDebit() }))

  const replies = await race(clients, requests)

  expect(tally(replies)).toEqual({ 200: 10, 500: RACERS - 10 })
  for (const reply of replies) {
    if (reply.status !== 200) expectError(reply, 500, 'SYSTEM_ERROR', ['amount'])
  }
  expect(await balancesOf(partner, id)).toEqual([0])
  expect(await partner.funds()).toEqual({ USD: 10 })
})

test('consumers, credits and orders that race for the last funds spend each cent once', async () => {
  const { partner, clients } = await partnerOnTwoProcesses({ USD: '12.00' })
  const { productId } = await service.product()
  const { walletId } = await newCustomer(partner)
  const requests = times(RACERS, () => [
    { target: CUSTOMERS, body: aCustomer({ initialFunds: 2 }) },
    { target: transactionsOf(walletId), body: aCredit({ amount: 2 }) },
    { target: '/v2/orders', body: anOrder({ productId, amount: 2 }) },
  ]).flat()

  const replies = await race(clients, requests)

  const counts = tally(replies)
  expect((counts[200] ?? 0) + (counts[201] ?? 0)).toBe(6)
  expect(counts[402]).toBe(requests.length - 6)
  expect(await partner.funds()).toEqual({ USD: 0 })
  for (const { id } of await partner.orders()) await service.waitForOrder(id, 'COMPLETED')
})
