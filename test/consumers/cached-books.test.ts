import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCampaign, setWalletStatus } from '../../src/consumers/mod.ts'
import { minorUnits } from '../../src/core/mod.ts'
import type { Ledger } from '../../src/ledger/mod.ts'
import { deposit } from '../../src/partners/mod.ts'
import type { Loss } from '../ledger/lossy-proxy.ts'
import { aProcess, statementsOf, throughProxy } from './process.ts'
import {
  aConsumer,
  count,
  credit,
  debit,
  fundsOf,
  kindOf,
  openFixture,
  type Fixture,
  USD,
} from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture
let partnerId: number
let walletId: string
let references = 0

beforeEach(async () => {
  fixture = await openFixture()
  partnerId = await fixture.partner({ USD: 100_00n })
  ;({ walletId } = await aConsumer(fixture, partnerId))
})
afterEach(() => fixture.close())

/** Credits 1.00 through this ledger. */
function creditOne(ledger: Ledger, referenceId = `reference ${(references += 1)}`) {
  return credit(ledger, partnerId, { walletId, amount: 1, referenceId })
}

/** Deposits 1.00 through this ledger. */
function depositOne(ledger: Ledger) {
  const reference = `deposit ${(references += 1)}`
  const to = { partnerId, currency: 'USD', actor: TESTER }
  return deposit(ledger, { ...to, amountMinor: minorUnits(1_00n), reference })
}

test('a credit on a cached wallet is one statement, without a read before', async () => {
  const { db, ledger } = aProcess(fixture)
  await creditOne(ledger)
  const texts = statementsOf(db)
  await creditOne(ledger)

  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatch(/^\s*with updated_books as \(\s*update books/)
})

test('if the cached book is current, a group reads no accounts under the lock', async () => {
  const { db, ledger } = aProcess(fixture)
  const other = fixture.secondLedger()
  await depositOne(ledger)
  const texts = statementsOf(db)
  const chartsRead = () => texts.filter((text) => text.includes(`kind <> 'wallet'`)).length
  await depositOne(ledger)
  expect(chartsRead()).toBe(0)
  await depositOne(other)
  await depositOne(ledger)
  expect(chartsRead()).toBe(1)

  const last = await depositOne(ledger)
  expect(last.fundsMinor).toBe(105_00n)
})

test('processes that alternate at a book make one chain of versions', async () => {
  const ledgers = [fixture.ledger, fixture.secondLedger()]
  const balances: bigint[] = []
  for (let turn = 0; turn < 40; turn += 1) {
    // Runs of three: the second and third write of a run may be decided on the cached book.
    const credited = await creditOne(ledgers[Math.floor(turn / 3) % 2] ?? fixture.ledger)
    balances.push(credited.newBalanceMinor)
  }

  expect(balances).toEqual(Array.from({ length: 40 }, (_, at) => BigInt(at + 1) * 100n))
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 60_00n })
})

test('a write that the cached book refuses is decided again on the rows', async () => {
  const other = fixture.secondLedger()
  await credit(fixture.ledger, partnerId, { walletId, amount: 99, referenceId: 'nearly all' })
  const more = { partnerId, currency: 'USD', amountMinor: minorUnits(50_00n), actor: TESTER }
  await deposit(other, { ...more, reference: 'more' })

  const credited = await credit(fixture.ledger, partnerId, {
    walletId,
    amount: 2,
    referenceId: 'two',
  })
  expect(credited.newBalanceMinor).toBe(101_00n)
})

test('a group may have a refusal and an acceptance, each with its own response', async () => {
  await creditOne(fixture.ledger)
  const accepted = creditOne(fixture.ledger)
  const refused = kindOf(
    debit(fixture.ledger, partnerId, { walletId, amount: 9, referenceId: 'x' }),
  )
  const again = creditOne(fixture.ledger)

  expect(await refused).toBe('wallet_insufficient')
  expect((await accepted).newBalanceMinor).toBe(2_00n)
  expect((await again).newBalanceMinor).toBe(3_00n)
})

test('a wallet that another process froze is not credited by the cache', async () => {
  await creditOne(fixture.ledger)
  const frozen = { status: 'FROZEN', reason: 'lost', actor: TESTER } as const
  await setWalletStatus(fixture.secondLedger(), partnerId, walletId, frozen)

  expect(await kindOf(creditOne(fixture.ledger))).toBe('wallet_not_enabled')
})

test('a used referenceId replays its response, at every process', async () => {
  const first = await creditOne(fixture.ledger, 'first')
  const second = await creditOne(fixture.secondLedger(), 'second')
  await creditOne(fixture.ledger)

  expect(await creditOne(fixture.ledger, 'first')).toEqual(first)
  expect(await creditOne(fixture.ledger, 'second')).toEqual(second)
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 97_00n })
})

test('a campaign that shares its group with a cached credit is opened once', async () => {
  const { proxy, db, ledger } = await throughProxy(fixture)
  await creditOne(ledger)
  const first = creditOne(ledger)
  proxy.loseCommit('lose_answer')
  const campaign = { name: 'Spring', currency: USD, actor: TESTER }
  await Promise.all([first, openCampaign(ledger, partnerId, campaign), creditOne(ledger)])
  await db.close()
  await proxy.close()

  expect(proxy.lost()).toBe(1)
  expect(await count(fixture, 'campaigns')).toBe(1)
  expect(await count(fixture, 'transfers')).toBe(4)
})

test.each<Loss>(['lose_answer', 'lose_request', 'lose_both'])(
  'if the connection breaks at the one statement (%s), each credit is made once',
  async (loss) => {
    const { proxy, db, ledger } = await throughProxy(fixture)
    await creditOne(ledger)
    proxy.loseSync(loss)
    const credits = await Promise.all([creditOne(ledger), creditOne(ledger)])
    await db.close()
    await proxy.close()

    expect(proxy.lost()).toBe(1)
    expect(credits.map((one) => one.newBalanceMinor)).toEqual([2_00n, 3_00n])
    expect(await count(fixture, 'transfers')).toBe(4)
  },
)
