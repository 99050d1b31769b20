import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { openService, type Partner, type RunningService } from '../../support/service.ts'
import { contentOf, newCustomer, walletsOf } from '../partner-v1/fixture.ts'
import { expectError, expectSameAnswer } from '../v2/fixture.ts'
import { auditCount, expectData, pathOf } from './fixture.ts'

let service: RunningService
let partner: Partner

beforeAll(async () => {
  service = await openService({ funds: { USD: '100.00' } })
  partner = service.partner
})

afterAll(() => service.end())

function setStatus(walletId: number | string, status: string, owner = partner): Promise<Reply> {
  const path = `${pathOf(owner)}/wallets/${walletId}/status`
  return service.admin.post(path, { status, reason: 'asked for' })
}

async function listWallets({ id }: Json): Promise<Json[]> {
  return contentOf(partner, walletsOf(id))
}

test('200: the changed wallet, with the fields that partners see', async () => {
  const customer = await newCustomer(partner, { initialFunds: 5 })

  const reply = await setStatus(customer.walletId, 'FROZEN')

  expect(expectData(reply, 200)).toEqual({
    walletId: customer.walletId,
    currency: 'USD',
    balance: 5,
    walletType: 'STANDARD',
    status: 'FROZEN',
  })
  expect(await listWallets(customer)).toEqual([reply.body.data])
})

test('FROZEN and ENABLED may follow each other, and the same status again changes nothing', async () => {
  const customer = await newCustomer(partner)
  for (const status of ['FROZEN', 'ENABLED', 'FROZEN']) {
    expect(expectData(await setStatus(customer.walletId, status), 200)).toMatchObject({ status })
  }
  const entries = await auditCount(service)

  expectData(await setStatus(customer.walletId, 'FROZEN'), 200)

  expect(await auditCount(service)).toBe(entries)
})

test('409 BUSINESS_RULE_VIOLATION: a wallet with money in it is not CLOSED', async () => {
  const customer = await newCustomer(partner, { initialFunds: 0.01 })

  expectError(await setStatus(customer.walletId, 'CLOSED'), 409, 'BUSINESS_RULE_VIOLATION')

  expect(await listWallets(customer)).toMatchObject([{ status: 'ENABLED', balance: 0.01 }])
})

test('409 BUSINESS_RULE_VIOLATION: CLOSED is final', async () => {
  const customer = await newCustomer(partner)
  expectData(await setStatus(customer.walletId, 'FROZEN'), 200)
  expectData(await setStatus(customer.walletId, 'CLOSED'), 200)

  for (const status of ['ENABLED', 'FROZEN']) {
    expectError(await setStatus(customer.walletId, status), 409, 'BUSINESS_RULE_VIOLATION')
  }
  expect(await listWallets(customer)).toMatchObject([{ status: 'CLOSED' }])
})

test('404 RESOURCE_NOT_FOUND, the same bytes: an absent wallet, a foreign one, and a malformed id', async () => {
  const other = await service.newPartner()
  const { id, walletId } = await newCustomer(other)
  const absent = await setStatus(Number(walletId) + 1_000, 'FROZEN')
  expectError(absent, 404, 'RESOURCE_NOT_FOUND')

  for (const one of [walletId, '0', '-1', '1.5', 'x', '%00', '9007199254740993']) {
    expectSameAnswer(await setStatus(one, 'FROZEN'), absent)
  }
  expect(await contentOf(other, walletsOf(id))).toMatchObject([{ status: 'ENABLED' }])
  const { id: customerId } = await newCustomer(partner)
  expectSameAnswer(await setStatus(customerId, 'FROZEN'), absent)
})
