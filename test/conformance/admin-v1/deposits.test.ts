import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minorUnits } from '../../../src/core/mod.ts'
import type { Json, Reply } from '../../support/client.ts'
import { openService, type Partner, type RunningService } from '../../support/service.ts'
import { expectError } from '../v2/fixture.ts'
import { tally, times } from '../partner-v1/fixture.ts'
import {
  aDeposit,
  anUnstockedOrder,
  deposit,
  expectData,
  operatorOnAnother,
  reverse,
} from './fixture.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.end())

test('POST /deposits 201: transferId, currency, amount, and the funds right after it', async () => {
  const partner = await service.newPartner({ USD: '2.50' })

  const reply = await deposit(service, partner, { amount: 10.25, reference: 'wire 1' })

  expect(expectData(reply, 201)).toEqual({
    transferId: expect.any(String),
    currency: 'USD',
    amount: 10.25,
    funds: 12.75,
  })
  expect(await partner.funds()).toEqual({ USD: 12.75 })
})

test('a deposit opens the funds of a currency, in its own decimals', async () => {
  const partner = await service.newPartner()

  await deposit(service, partner, { currency: 'JPY', amount: 1_500 })
  await deposit(service, partner, { currency: 'KWD', amount: 0.001 })

  expect(await partner.funds()).toEqual({ JPY: 1_500, KWD: 0.001 })
})

test('funds are what is available: money that an order holds is not among them', async () => {
  const partner = await service.newPartner({ USD: '100.00' })
  const { productId } = await service.product({ supplier: 'vault' })
  await anUnstockedOrder(service, partner, { productId, amount: 60 })

  const reply = await deposit(service, partner, { amount: 5 })

  expect(expectData(reply, 201)).toMatchObject({ amount: 5, funds: 45 })
})

describe.each([
  ['deposit', deposit, 30],
  ['reversal', reverse, 10],
] as const)('a %s is idempotent by its reference', (kind, move, fundsAfter) => {
  const payload = { amount: 10, reference: 'wire 1' }

  async function moveOnce(): Promise<{ partner: Partner; first: Reply }> {
    const partner = await service.newPartner({ USD: '20.00' })
    const first = await move(service, partner, payload)
    expect(expectData(first, 201)).toMatchObject({ funds: fundsAfter })
    return { partner, first }
  }

  test('the same reference and payload get the first response, byte for byte, and move nothing', async () => {
    const { partner, first } = await moveOnce()
    await deposit(service, partner, { amount: 3 })

    const again = await move(service, partner, payload)

    expect(again).toMatchObject({ status: 201, text: first.text })
    expect(await partner.funds()).toEqual({ USD: fundsAfter + 3 })
  })

  const conflicts: [string, Json][] = [
    ['amount', { amount: 10.01 }],
    ['currency', { currency: 'EUR' }],
  ]
  if (kind === 'reversal') conflicts.push(['reason', { reason: 'another one' }])
  test.each(conflicts)(
    '409 BUSINESS_RULE_VIOLATION naming reference: the same reference with another %s',
    async (_what, change) => {
      const { partner } = await moveOnce()

      const reply = await move(service, partner, { ...payload, ...change })

      expectError(reply, 409, 'BUSINESS_RULE_VIOLATION', ['reference'])
      expect(await partner.funds()).toEqual({ USD: fundsAfter })
    },
  )

  test('a reference belongs to its partner: another partner may use it', async () => {
    await moveOnce()
    const { partner } = await moveOnce()
    expect(await partner.funds()).toEqual({ USD: fundsAfter })
  })

  test('equal requests that race at two processes move money once and get the same bytes', async () => {
    const partner = await service.newPartner({ USD: '20.00' })
    const otherOperator = await operatorOnAnother(service)
    const replies = await Promise.all(
      times(10, (at) => move(at % 2 ? service : { admin: otherOperator }, partner, payload)),
    )

    expect(tally(replies)).toEqual({ 201: 10 })
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await partner.funds()).toEqual({ USD: fundsAfter })
  })
})

test('a reversal may have the same reference as a deposit', async () => {
  const partner = await service.newPartner()
  await deposit(service, partner, { amount: 10, reference: 'wire 1' })

  expectData(await reverse(service, partner, { amount: 10, reference: 'wire 1' }), 201)

  expect(await partner.funds()).toEqual({ USD: 0 })
})

test('409 BUSINESS_RULE_VIOLATION: a deposit after which the balance is not exact as a JSON number', async () => {
  const partner = await service.newPartner({ USD: '9999999999999.99' })
  expect(await partner.funds()).toEqual({ USD: 9_999_999_999_999.99 })

  const reply = await deposit(service, partner, { amount: 0.01 })

  expectError(reply, 409, 'BUSINESS_RULE_VIOLATION', ['amount'])
  expect(await partner.funds()).toEqual({ USD: 9_999_999_999_999.99 })
})

test('404 RESOURCE_NOT_FOUND: no such partner', async () => {
  for (const id of [2_097_151, 0, -1]) {
    const path = `/admin/v1/partners/${id}`
    const reason = 'chargeback'
    const deposited = await service.admin.post(`${path}/deposits`, aDeposit())
    const reversed = await service.admin.post(`${path}/reversals`, aDeposit({ reason }))
    expectError(deposited, 404, 'RESOURCE_NOT_FOUND')
    expectError(reversed, 404, 'RESOURCE_NOT_FOUND')
  }
})

test('a deposit above the amount of the setting needs a confirmation of the same amount', async () => {
  const guarded = await openService({
    settings: { confirmedDeposits: new Map([['USD', minorUnits(50_000n)]]) },
  })
  const partner = await guarded.newPartner()
  const refused = [{ amount: 500.01 }, { amount: 5_000, confirm: 500 }, { amount: 10, confirm: 11 }]

  for (const input of refused) {
    expectError(await deposit(guarded, partner, input), 400, 'VALIDATION_ERROR', ['confirm'])
  }
  for (const input of [
    { amount: 500 },
    { amount: 500.01, confirm: 500.01 },
    { amount: 10, confirm: 10 },
    { currency: 'JPY', amount: 9_000_000 },
  ]) {
    expectData(await deposit(guarded, partner, input), 201)
  }

  expect(await partner.funds()).toEqual({ USD: 1_010.01, JPY: 9_000_000 })
  await guarded.end()
})
