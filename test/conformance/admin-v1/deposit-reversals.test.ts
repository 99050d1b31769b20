import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { dataOf, openService, type Partner, type RunningService } from '../../support/service.ts'
import { expectError } from '../v2/fixture.ts'
import { deposit, expectData, lastAudit, pathOf, reverse } from './fixture.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.end())

async function makeDeposit(partner: Partner, input: Json): Promise<string> {
  return expectData(await deposit(service, partner, input), 201).transferId
}

async function depositsOf(partner: Partner, query = ''): Promise<Json[]> {
  return dataOf(await service.admin.get(`${pathOf(partner)}/deposits${query}`))
}

test('a reversal of a deposit takes at most what is left of the deposit, and is replayed', async () => {
  const partner = await service.newPartner({ USD: '500.00' })
  const depositId = await makeDeposit(partner, { amount: 100, reference: 'wire 7' })

  const first = { depositId, amount: 60, reference: 'back 1' }
  const firstReversal = expectData(await reverse(service, partner, first), 201)
  expect(await lastAudit(service)).toMatchObject({ action: 'reversal', after: { depositId } })
  const more = await reverse(service, partner, { depositId, amount: 40.01 })
  expectError(more, 409, 'BUSINESS_RULE_VIOLATION', ['depositId'])
  expect(more.body.error.message).toContain('has 40.00 USD left to reverse')
  expectData(await reverse(service, partner, { depositId, amount: 40 }), 201)
  const none = await reverse(service, partner, { depositId, amount: 0.01 })
  expectError(none, 409, 'BUSINESS_RULE_VIOLATION', ['depositId'])

  expect(expectData(await reverse(service, partner, first), 201)).toEqual(firstReversal)
  const { depositId: _, ...withoutDeposit } = first
  expectError(await reverse(service, partner, withoutDeposit), 409, 'BUSINESS_RULE_VIOLATION', [
    'reference',
  ])
  expect(await partner.funds()).toEqual({ USD: 500 })
  expect(await depositsOf(partner, '?pageSize=1')).toMatchObject([
    { depositId, amount: 100, reversed: 100, left: 0, reference: 'wire 7' },
  ])
})

test('racing reversals of one deposit never take more than its amount', async () => {
  const partner = await service.newPartner({ USD: '500.00' })
  const depositId = await makeDeposit(partner, { amount: 100 })

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => reverse(service, partner, { depositId, amount: 30 })),
  )

  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(await partner.funds()).toEqual({ USD: 510 })
})

test('400 naming depositId: it is not a deposit of the partner in this currency', async () => {
  const partner = await service.newPartner({ USD: '50.00' })
  const other = await service.newPartner()
  const foreign = await makeDeposit(other, { amount: 5 })
  const inEuros = await makeDeposit(partner, { currency: 'EUR', amount: 5 })
  const reversalId = expectData(await reverse(service, partner, { amount: 1 }), 201).transferId
  for (const depositId of [foreign, inEuros, reversalId, `trf_${partner.partnerId}_999`]) {
    const reply = await reverse(service, partner, { depositId, amount: 1 })
    expectError(reply, 400, 'VALIDATION_ERROR', ['depositId'])
  }
  expect(await partner.funds()).toEqual({ USD: 49, EUR: 5 })
})

test('deposits are listed newest first, page by page, also between two instants', async () => {
  const partner = await service.newPartner()
  for (const amount of [1, 2, 3]) await makeDeposit(partner, { amount })
  const reply = await service.admin.get(`${pathOf(partner)}/deposits?pageSize=2`)
  const { after, hasNext } = reply.body.meta.pagination
  const rest = await depositsOf(partner, `?after=${after}`)
  expect(hasNext).toBe(true)
  expect([...reply.body.data, ...rest].map(({ amount }) => amount)).toEqual([3, 2, 1])
  const newest = reply.body.data[0].at
  expect(await depositsOf(partner, `?to=${newest}&from=2000-01-01`)).not.toContainEqual(
    reply.body.data[0],
  )
  expect(await depositsOf(partner, `?from=${newest}`)).toContainEqual(reply.body.data[0])
})
