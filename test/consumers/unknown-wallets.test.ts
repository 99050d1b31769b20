import { afterEach, beforeEach, expect, test } from 'vitest'
import { setWalletStatus, type WalletStatus } from '../../src/consumers/mod.ts'
import type { Database } from '../../src/db/mod.ts'
import type { Ledger } from '../../src/ledger/mod.ts'
import { Gate } from '../support/gate.ts'
import { eventually } from '../support/eventually.ts'
import { aProcess, statementsOf, type Process } from './process.ts'
import { aConsumer, credit, kindOf, openFixture, type Fixture } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

/** Enough accounts for the chart of the partner and one wallet. */
const ACCOUNTS_MAX = 3

let fixture: Fixture
let partnerId: number
let wallets: string[]
let references = 0

beforeEach(async () => {
  fixture = await openFixture()
  partnerId = await fixture.partner({ USD: 1_000_00n })
  wallets = []
  for (const name of ['ann', 'bob', 'cyd', 'dan']) {
    const email = `${name}@example.com`
    wallets.push((await aConsumer(fixture, partnerId, { email })).walletId)
  }
})
afterEach(() => fixture.close())

/** Credits 1.00 to the wallet at this place, and returns its new balance. */
async function creditOne(ledger: Ledger, place: number): Promise<bigint> {
  const walletId = wallets[place] ?? ''
  const referenceId = `reference ${(references += 1)}`
  return (await credit(ledger, partnerId, { walletId, amount: 1, referenceId })).newBalanceMinor
}

async function setStatus({ ledger }: Process, place: number, status: WalletStatus): Promise<void> {
  const change = { status, reason: 'lost', actor: TESTER } as const
  await setWalletStatus(ledger, partnerId, wallets[place] ?? '', change)
}

/** Returns a database whose reads outside of transactions wait at a gate after the response. */
function delayReads(db: Database): { db: Database; gate: Gate; hasRead: () => boolean } {
  const gate = new Gate()
  let read = 0
  const delayed: Database = {
    ...db,
    async rows(statement) {
      const rows = await db.rows(statement)
      read += 1
      await gate.passed()
      return rows
    },
  }
  return { db: delayed, gate, hasRead: () => read === 2 }
}

/** Credits an unknown wallet of a cached book, while its delayed read lets `meanwhile` run. */
async function creditLate(meanwhile: (other: Process) => Promise<unknown>): Promise<{
  late: Promise<bigint>
  one: Process
  other: Process
}> {
  const { db, gate, hasRead } = delayReads(fixture.connectAgain())
  const [one, other] = [aProcess(fixture, db), aProcess(fixture)]
  await creditOne(one.ledger, 0)
  const late = creditOne(one.ledger, 1)
  late.catch(() => undefined)
  await eventually(() => expect(hasRead()).toBe(true))
  await meanwhile(other)
  gate.open()
  return { late, one, other }
}

const isLockFree = (texts: readonly string[]): boolean =>
  !texts.some((text) => text.includes('for no key update'))

test('a credit on a wallet that is not cached reads only that wallet, without a lock', async () => {
  const { db, ledger } = aProcess(fixture)
  await creditOne(ledger, 0)
  const texts = statementsOf(db)
  await creditOne(ledger, 1)
  await creditOne(ledger, 1)

  expect(texts).toHaveLength(4)
  expect(isLockFree(texts)).toBe(true)
  expect(texts.slice(2).every((text) => text.includes('with updated_books as'))).toBe(true)
})

test('an evicted wallet is read again, with the same balance', async () => {
  const { db, ledger } = aProcess(fixture, undefined, { accountsMax: ACCOUNTS_MAX })
  const texts = statementsOf(db)
  const balances: bigint[] = []
  for (let turn = 0; turn < 9; turn += 1) balances.push(await creditOne(ledger, turn % 3))

  expect(balances).toEqual([1n, 1n, 1n, 2n, 2n, 2n, 3n, 3n, 3n].map((dollars) => dollars * 100n))
  expect(texts.filter((text) => text.includes('for no key update'))).toHaveLength(1)
})

test('if a book has more accounts than the cache may have, the last used ones are cached', async () => {
  const { db, ledger } = aProcess(fixture, undefined, { accountsMax: ACCOUNTS_MAX + 2 })
  for (const place of [0, 1, 2, 0, 3]) await creditOne(ledger, place)
  const texts = statementsOf(db)
  await creditOne(ledger, 3)
  await creditOne(ledger, 0)

  expect(texts).toHaveLength(2)
})

test.each([aProcess, (on: Fixture) => aProcess(on, undefined, { accountsMax: ACCOUNTS_MAX })])(
  'a wallet that is not cached, and that another process froze, takes no credit',
  async (start) => {
    const [one, other] = [start(fixture), aProcess(fixture)]
    for (const place of [0, 1, 2]) await creditOne(one.ledger, place)
    await setStatus(other, 0, 'FROZEN')

    expect(await kindOf(creditOne(one.ledger, 0))).toBe('wallet_not_enabled')
    expect(await creditOne(one.ledger, 1)).toBe(200n)
    await setStatus(other, 0, 'ENABLED')
    expect(await creditOne(one.ledger, 0)).toBe(200n)
  },
)

test('a wallet that is frozen between its read and the write is not credited', async () => {
  const { late, one, other } = await creditLate((process) => setStatus(process, 1, 'FROZEN'))
  expect(await kindOf(late)).toBe('wallet_not_enabled')

  await setStatus(other, 1, 'ENABLED')
  expect(await creditOne(one.ledger, 1)).toBe(100n)
})

test('a wallet that is credited between its read and the write has both credits', async () => {
  const { late, one } = await creditLate(({ ledger }) => creditOne(ledger, 1))

  expect(await late).toBe(200n)
  expect(await creditOne(one.ledger, 1)).toBe(300n)
})

test('a wallet of a shared book that is credited before the lock is held has both credits', async () => {
  const { db, gate, hasRead } = delayReads(fixture.connectAgain())
  const [one, other] = [aProcess(fixture, db), aProcess(fixture)]
  for (const ledger of [one.ledger, other.ledger, one.ledger]) await creditOne(ledger, 0)
  const late = creditOne(one.ledger, 1)
  await eventually(() => expect(hasRead()).toBe(true))
  await creditOne(other.ledger, 1)
  gate.open()

  expect(await late).toBe(200n)
  expect(await creditOne(other.ledger, 1)).toBe(300n)
  expect(await creditOne(one.ledger, 1)).toBe(400n)
})

test('an unknown wallet is refused, and the others of its group are credited', async () => {
  const { ledger } = aProcess(fixture)
  await creditOne(ledger, 0)
  const credited = creditOne(ledger, 1)
  const none = { walletId: '999999', amount: 1, referenceId: 'none' }

  expect(await kindOf(credit(ledger, partnerId, none))).toBe('wallet_unknown')
  expect(await credited).toBe(100n)
})

test('after a failed read the group is decided under the lock, not refused', async () => {
  const db = fixture.connectAgain()
  const failing: Database = { ...db, rows: () => Promise.reject(new Error('no answer')) }
  const { ledger } = aProcess(fixture, failing)
  await creditOne(ledger, 0)

  expect(await creditOne(ledger, 1)).toBe(100n)
})
