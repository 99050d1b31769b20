import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type Partner, type RunningService } from '../../support/service.ts'
import {
  aCredit,
  aCustomer,
  aDebit,
  balancesOf,
  contentOf,
  CUSTOMERS,
  expectError,
  newCustomer,
  setWalletStatus,
  transactionsOf,
} from './fixture.ts'

let service: RunningService
let partner: Partner

beforeAll(async () => {
  service = await openService({ funds: { USD: '100.00' } })
  partner = service.partner
})

afterAll(() => service.end())

async function changeStatus(walletId: string, status: string): Promise<void> {
  const reply = await setWalletStatus(service, partner.partnerId, { walletId, status })
  expect(reply).toMatchObject({ status: 200 })
}

async function expectNoTransactions({ id, walletId }: Json): Promise<void> {
  const before = [await balancesOf(partner, id), await partner.funds()]
  for (const body of [aCredit(), aDebit(), aDebit({ amount: 1_000 })]) {
    expectError(await partner.post(transactionsOf(walletId), body), 409, 'BUSINESS_RULE_ERROR')
  }
  expect([await balancesOf(partner, id), await partner.funds()]).toEqual(before)
}

test('409 BUSINESS_RULE_ERROR: a FROZEN wallet takes neither credits nor debits, and keeps its money', async () => {
  const customer = await newCustomer(partner, { initialFunds: 10 })

  await changeStatus(customer.walletId, 'FROZEN')

  await expectNoTransactions(customer)
  expect(await balancesOf(partner, customer.id)).toEqual([10])
})

test('a wallet that is ENABLED again takes credits and debits again', async () => {
  const { walletId } = await newCustomer(partner, { initialFunds: 10 })
  await changeStatus(walletId, 'FROZEN')

  await changeStatus(walletId, 'ENABLED')

  expect((await partner.post(transactionsOf(walletId), aCredit())).status).toBe(200)
  expect((await partner.post(transactionsOf(walletId), aDebit())).status).toBe(200)
})

test('409 BUSINESS_RULE_ERROR: a CLOSED wallet takes neither credits nor debits', async () => {
  const customer = await newCustomer(partner)

  await changeStatus(customer.walletId, 'CLOSED')

  await expectNoTransactions(customer)
})

test('a wallet that is not ENABLED does not prevent further wallets of the consumer', async () => {
  const { id, walletId, email } = await newCustomer(partner)
  await changeStatus(walletId, 'FROZEN')

  const euros = await newCustomer(partner, { email, currency: 'EUR' })

  expect(euros.id).toBe(id)
})

test('400 VALIDATION_ERROR: a CLOSED wallet still is the consumer’s only wallet in its currency', async () => {
  const { walletId, email } = await newCustomer(partner)
  await changeStatus(walletId, 'CLOSED')

  const reply = await partner.post(CUSTOMERS, aCustomer({ email }))

  expectError(reply, 400, 'VALIDATION_ERROR', ['email'])
})

test('wallets of every status are counted in the list of consumers', async () => {
  const other = await service.newPartner()
  const { walletId, email } = await newCustomer(other)
  await newCustomer(other, { email, currency: 'EUR' })
  await setWalletStatus(service, other.partnerId, { walletId, status: 'CLOSED' })

  expect(await contentOf(other, CUSTOMERS)).toMatchObject([{ totalStandardWallets: 2 }])
})

test('the operator debits a wallet into the funds, once, for a reason that the partner reads', async () => {
  const other = await service.newPartner({ USD: '100.00' })
  const { id, walletId } = await newCustomer(other, { initialFunds: 10 })
  const target = `/admin/v1/partners/${other.partnerId}/wallets/${walletId}/debits`
  const debit = { amount: 4.01, referenceId: 'fix-1', reason: 'credited twice' }

  const first = await service.admin.post(target, debit)
  const again = await service.admin.post(target, debit)

  expect(first).toMatchObject({
    status: 201,
    body: { data: { previousBalance: 10, newBalance: 5.99, description: 'credited twice' } },
  })
  expect([again.status, again.body]).toEqual([first.status, first.body])
  for (const refused of [
    { ...debit, amount: 1 },
    { ...debit, reason: 'another' },
    { ...debit, amount: 6, referenceId: 'fix-2' },
  ]) {
    expect((await service.admin.post(target, refused)).status).toBe(409)
  }
  const reused = aDebit({ amount: 4.01, referenceId: 'fix-1' })
  expectError(await other.post(transactionsOf(walletId), reused), 403, 'BUSINESS_RULE_ERROR', [
    'referenceId',
  ])
  expect([await balancesOf(other, id), await other.funds()]).toEqual([[5.99], { USD: 94.01 }])
  const [last] = await contentOf(other, transactionsOf(walletId))
  expect(last).toMatchObject({ description: 'credited twice', amount: -4.01 })
})
