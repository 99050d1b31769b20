import { afterEach, beforeEach, expect, test } from 'vitest'
import { setWalletStatus, type WalletStatus } from '../../src/consumers/mod.ts'
import { listAudit } from '../../src/audit/mod.ts'
import { refusalOf } from '../support/refusal.ts'
import { aConsumer, debit, kindOf, openFixture, USD, type Fixture } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture

beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

function setStatus(partnerId: number, walletId: string, status: WalletStatus) {
  return setWalletStatus(fixture.ledger, partnerId, walletId, {
    status,
    reason: 'as asked',
    actor: TESTER,
  })
}

test('a wallet is frozen, enabled and closed, and each response has the new status', async () => {
  const partnerId = await fixture.partner({ USD: 5_00n })
  const { walletId } = await aConsumer(fixture, partnerId, { initialFunds: 5_00n })
  const wallet = { walletId, currency: USD, balanceMinor: 5_00n, walletType: 'STANDARD' }

  expect(await setStatus(partnerId, walletId, 'FROZEN')).toEqual({ ...wallet, status: 'FROZEN' })
  expect(await setStatus(partnerId, walletId, 'ENABLED')).toEqual({ ...wallet, status: 'ENABLED' })
  await debit(fixture.ledger, partnerId, { walletId, amount: 5, referenceId: 'out' })
  expect(await setStatus(partnerId, walletId, 'CLOSED')).toMatchObject({
    balanceMinor: 0n,
    status: 'CLOSED',
  })
})

test('a wallet with a balance is not closed, frozen or not', async () => {
  const partnerId = await fixture.partner({ USD: 5_00n })
  const { walletId } = await aConsumer(fixture, partnerId, { initialFunds: 1n })

  expect(await kindOf(setStatus(partnerId, walletId, 'CLOSED'))).toBe('wallet_not_empty')
  await setStatus(partnerId, walletId, 'FROZEN')
  expect(await kindOf(setStatus(partnerId, walletId, 'CLOSED'))).toBe('wallet_not_empty')
})

test('CLOSED is final', async () => {
  const partnerId = await fixture.partner()
  const { walletId } = await aConsumer(fixture, partnerId)
  const closed = await setStatus(partnerId, walletId, 'CLOSED')

  expect(await kindOf(setStatus(partnerId, walletId, 'ENABLED'))).toBe('state_conflict')
  expect(await kindOf(setStatus(partnerId, walletId, 'FROZEN'))).toBe('state_conflict')
  expect(await setStatus(partnerId, walletId, 'CLOSED')).toEqual(closed)
})

test('refusals come in a fixed order: the reason, then the wallet', async () => {
  const partnerId = await fixture.partner()
  const foreign = await aConsumer(fixture, await fixture.partner())
  const change = { status: 'FROZEN', reason: '', actor: TESTER } as const

  const blank = await refusalOf(setWalletStatus(fixture.ledger, partnerId, 'none', change))
  expect(blank.extras.details?.[0]?.field).toBe('reason')
  for (const walletId of [foreign.walletId, '1', 'none']) {
    expect(await kindOf(setStatus(partnerId, walletId, 'FROZEN'))).toBe('wallet_unknown')
  }
})

test('each change is audited once with the status before; no change is not audited', async () => {
  const partnerId = await fixture.partner()
  const { walletId } = await aConsumer(fixture, partnerId)

  await Promise.all([
    setStatus(partnerId, walletId, 'FROZEN'),
    setStatus(partnerId, walletId, 'FROZEN'),
    setStatus(partnerId, walletId, 'CLOSED'),
  ])

  const target = `wallet:${walletId}`
  const { rows, total } = await listAudit(fixture.db, { target, page: 1, pageSize: 10 })
  expect(total).toBe(2)
  const act = { action: 'wallet.status', actor: TESTER, reason: 'as asked', partnerId }
  expect(rows).toMatchObject([
    { ...act, before: { status: 'FROZEN' }, after: { status: 'CLOSED' } },
    { ...act, before: { status: 'ENABLED' }, after: { status: 'FROZEN' } },
  ])
})
