import { afterEach, beforeEach, expect, test } from 'vitest'
import { setWalletStatus, type WalletStatus } from '../../src/consumers/mod.ts'
import type { Loss } from '../ledger/lossy-proxy.ts'
import { holdBook, lockAwaited } from './held-book.ts'
import { aProcess, statementsOf, throughProxy, type Process } from './process.ts'
import { aConsumer, count, credit, kindOf, openFixture, type Fixture } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture
let partnerId: number
let walletId: string
let references = 0

beforeEach(async () => {
  fixture = await openFixture()
  partnerId = await fixture.partner({ USD: 1_000_00n })
  ;({ walletId } = await aConsumer(fixture, partnerId))
  references = 0
})
afterEach(() => fixture.close())

/** Credits 1.00, and expects the balance to be the sum of the credits so far. */
async function creditAt({ ledger }: Process): Promise<void> {
  references += 1
  const expected = BigInt(references) * 100n
  const referenceId = `reference ${references}`
  const answer = await credit(ledger, partnerId, { walletId, amount: 1, referenceId })
  expect(answer.newBalanceMinor).toBe(expected)
}

/** Starts two processes that cache the wallet, and know that both write to its book. */
async function shareBook(one = aProcess(fixture)): Promise<[Process, Process]> {
  const other = aProcess(fixture)
  for (let turn = 0; turn < 3; turn += 1) {
    await creditAt(one)
    await creditAt(other)
  }
  return [one, other]
}

async function setStatus({ ledger }: Process, status: WalletStatus): Promise<void> {
  await setWalletStatus(ledger, partnerId, walletId, { status, reason: 'lost', actor: TESTER })
}

function locksOf(texts: readonly string[]): string[] {
  return texts.filter((text) => text.includes('for no key update'))
}

test('to catch up a shared book, only accounts are read, and no wallet', async () => {
  const [one, other] = await shareBook()
  const texts = statementsOf(one.db)
  for (let turn = 0; turn < 5; turn += 1) {
    await creditAt(other)
    await creditAt(one)
  }

  expect(locksOf(texts)).toHaveLength(5)
  expect(texts.filter((text) => /from wallets|with updated_books/.test(text))).toHaveLength(5)
})

test('a book that other processes no longer write to is not locked first', async () => {
  const [one] = await shareBook()
  for (let turn = 0; turn < 20; turn += 1) await creditAt(one)
  const texts = statementsOf(one.db)
  await creditAt(one)

  expect(texts).toHaveLength(1)
})

test('a process that missed many groups reads the current balances', async () => {
  const [one, other] = await shareBook()
  for (let turn = 0; turn < 40; turn += 1) await creditAt(other)
  await creditAt(one)
  await creditAt(other)
  await creditAt(one)
})

test('writes that arrive while a group waits for the lock join it', async () => {
  const [one, other] = await shareBook()
  await creditAt(other)
  const letGo = await holdBook(fixture, partnerId)
  const first = creditAt(one)
  await lockAwaited(fixture)
  const others = Array.from({ length: 5 }, () => creditAt(one))
  await letGo()
  await Promise.all([first, ...others])

  expect(one.groups.at(-1)).toMatchObject({ writes: 6 })
})

test('a late write that needs more reads does not delay the writes before it', async () => {
  const [one, other] = await shareBook()
  await creditAt(other)
  const texts = statementsOf(one.db)
  const letGo = await holdBook(fixture, partnerId)
  const first = creditAt(one)
  await lockAwaited(fixture)
  const consumer = aConsumer({ ...fixture, ledger: one.ledger }, partnerId, {
    email: 'b@c.example',
  })
  const last = creditAt(one)
  await letGo()
  await Promise.all([first, consumer, last])

  expect(one.groups.slice(-2)).toMatchObject([{ writes: 1 }, { writes: 2 }])
  expect(locksOf(texts)).toHaveLength(2)
})

test.each([0, 3, 40])(
  'a wallet that another process froze, %s groups ago, is credited by nobody',
  async (later) => {
    const [one, other] = await shareBook()
    const spare = await aConsumer(fixture, partnerId, { email: 'spare@example.com' })
    await creditAt(other)
    await creditAt(one)
    await setStatus(other, 'FROZEN')
    for (let turn = 0; turn < later; turn += 1) {
      const referenceId = `spare ${turn}`
      await credit(other.ledger, partnerId, { ...spare, amount: 1, referenceId })
    }

    const refused = credit(one.ledger, partnerId, { walletId, amount: 1, referenceId: 'frozen' })
    expect(await kindOf(refused)).toBe('wallet_not_enabled')
    await setStatus(other, 'ENABLED')
    await creditAt(one)
  },
)

test('a book written by a release without a lineage is read as a whole', async () => {
  const [one, other] = await shareBook()
  await creditAt(other)
  await creditAt(one)
  await fixture.db.pool.query(`update wallets set status = 'FROZEN'`)
  await fixture.db.pool.query('update books set version = version + 1')

  const refused = credit(one.ledger, partnerId, { walletId, amount: 1, referenceId: 'frozen' })
  expect(await kindOf(refused)).toBe('wallet_not_enabled')
})

test('a referenceId that was used at one process is replayed at the other', async () => {
  const [one, other] = await shareBook()
  const input = { walletId, amount: 5, referenceId: 'twice' }
  const first = await credit(other.ledger, partnerId, input)

  expect(await credit(one.ledger, partnerId, input)).toEqual(first)
  expect(await count(fixture, 'transfers')).toBe(8)
})

test('after a lost COMMIT without another process, the group is decided again', async () => {
  const process = await throughProxy(fixture)
  const [one] = await shareBook(process)
  await creditAt(one)
  process.proxy.loseCommit('lose_request')
  await creditAt(one)
  await creditAt(one)
  await process.db.close()
  await process.proxy.close()

  expect(process.proxy.lost()).toBe(1)
})

test.each<Loss>(['lose_answer', 'lose_request', 'lose_both'])(
  'if the connection breaks at the COMMIT of a shared book (%s), the write is made once',
  async (loss) => {
    const process = await throughProxy(fixture)
    const [one, other] = await shareBook(process)
    await creditAt(other)
    process.proxy.loseCommit(loss)
    await Promise.all([creditAt(one), creditAt(one)])
    await creditAt(other)
    await creditAt(one)
    await process.db.close()
    await process.proxy.close()

    expect(process.proxy.lost()).toBe(1)
    expect(await count(fixture, 'transfers')).toBe(references + 1)
  },
)
