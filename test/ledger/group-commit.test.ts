import { afterEach, beforeEach, expect, test } from 'vitest'
import { Refusal, systemClock } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import {
  partnerFunds,
  type AnyWriteKind,
  type GroupStats,
  type Transfer,
  type WriteKind,
} from '../../src/ledger/mod.ts'
import { eventually } from '../support/eventually.ts'
import { Gate } from '../support/gate.ts'
import {
  endLedgerFixture,
  expectOneChain,
  makeMove,
  moves,
  newLedger,
  put,
  spend,
  startLedgerFixture,
  storedTransfers,
  type LedgerFixture,
  type Move,
} from './fixture.ts'

const QUEUE_WRITES_MAX = 4_096

let fixture: LedgerFixture
let partnerId: number
beforeEach(async () => {
  fixture = await startLedgerFixture()
  partnerId = fixture.partnerId
})
afterEach(() => endLedgerFixture(fixture))

async function funds(): Promise<bigint | undefined> {
  return (await partnerFunds(fixture.db, partnerId))[0]?.fundsMinor
}

/** Moves money in groups that wait at the gate while they hold the book's lock. */
function movesAt(gate: Gate): typeof moves {
  return { ...moves, name: 'gated', load: () => gate.passed().then(() => undefined) }
}

test('writes that arrive in one tick share a group', async () => {
  const groups: GroupStats[] = []
  const ledger = newLedger(fixture.db, { groups })
  const transfers = await Promise.all(
    [1n, 2n, 3n].map((one) => ledger.submit(moves, partnerId, put(one))),
  )

  expect(transfers.map((one) => one.number)).toEqual([1, 2, 3])
  expect(groups).toMatchObject([{ writes: 3 }])
})

test('writes that queue while a group commits share the next one, in order', async () => {
  const groups: GroupStats[] = []
  const gate = new Gate()
  const ledger = newLedger(fixture.db, { groups })
  const first = ledger.submit(movesAt(gate), partnerId, put(100n))
  await eventually(() => expect(ledger.queued()).toBe(0))
  const queued = [spend(60n), spend(60n), put(30n), spend(60n)].map((move) =>
    ledger.submit(moves, partnerId, move).then(
      (transfer) => transfer.number,
      (error: unknown) => (error instanceof Refusal ? error.kind : error),
    ),
  )
  expect([ledger.queued(), ledger.queued(partnerId), ledger.queued(partnerId + 1)]).toEqual([
    4, 4, 0,
  ])
  gate.open()

  expect((await first).number).toBe(1)
  expect(await Promise.all(queued)).toEqual([2, 'insufficient_funds', 3, 4])
  expect(ledger.queued()).toBe(0)
  expect(groups).toMatchObject([
    { partnerId, writes: 1, refused: 0 },
    { partnerId, writes: 4, refused: 1 },
  ])
})

test('a group takes half of all writers: of those that wait and those of the last group', async () => {
  const groups: GroupStats[] = []
  const gate = new Gate()
  const ledger = newLedger(fixture.db, { groups })
  const submit = (count: number) =>
    Array.from({ length: count }, () => ledger.submit(moves, partnerId, put(1n)))
  await Promise.all(submit(16))
  await ledger.drained()
  await Promise.all(submit(64))
  const first = ledger.submit(movesAt(gate), partnerId, put(1n))
  await eventually(() => expect(ledger.queued()).toBe(0))
  const queued = submit(40)
  gate.open()
  await Promise.all([first, ...queued])

  expect(groups.map(({ writes }) => writes)).toEqual([16, 32, 32, 1, 21, 19])
  expectOneChain(await storedTransfers(fixture.db, partnerId))
})

test('if other partners write as well, a group takes all that wait', async () => {
  const groups: GroupStats[] = []
  const gate = new Gate()
  const ledger = newLedger(fixture.db, { groups })
  const other = ledger.submit(movesAt(gate), fixture.otherId, put(1n))
  await Promise.all(Array.from({ length: 64 }, () => ledger.submit(moves, partnerId, put(1n))))
  gate.open()
  await other

  expect(groups.map(({ writes }) => writes)).toEqual([64, 1])
})

test('two processes write to one book: every write counts once, in one chain', async () => {
  const [one, other] = [newLedger(fixture.db), newLedger(fixture.connectAgain())]
  const settled = await Promise.allSettled(
    Array.from({ length: 400 }, (_, index) => {
      const move = index % 4 === 3 ? spend(BigInt(index)) : put(BigInt(1_000 + index))
      return (index % 3 === 0 ? one : other).submit(moves, partnerId, move)
    }),
  )
  const transfers = settled.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  )
  const stored = await storedTransfers(fixture.db, partnerId)

  expectOneChain(stored)
  expect(transfers.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
    stored.map(({ number }) => number),
  )
  let sum = 0n
  for (const { code, amount } of transfers) sum += (code === 'deposit' ? 1n : -1n) * amount
  expect(await funds()).toBe(sum)
})

test('no transfer is dated before an earlier one of another process', async () => {
  const now = systemClock.now()
  const ahead = newLedger(fixture.db, { clock: { ...systemClock, now: () => now + 3_600_000 } })
  const behind = newLedger(fixture.connectAgain(), { clock: { ...systemClock, now: () => now } })
  await behind.submit(moves, partnerId, put(1n))
  await ahead.submit(moves, partnerId, put(1n))
  await behind.submit(moves, partnerId, put(1n))

  const instants = (await storedTransfers(fixture.db, partnerId)).map(
    (transfer) => transfer.at - now,
  )
  expect(instants).toEqual([0, 3_600_000, 3_600_000])
})

test('the duration of a group is reported; a follower need not join any group', async () => {
  const groups: GroupStats[] = []
  const never: AnyWriteKind = { ...moves, name: 'never joins', decide: () => undefined }
  const ledger = newLedger(fixture.db, {
    clock: { ...systemClock, monotonic: () => 70 },
    followers: [never],
    groups,
  })
  await ledger.submit(moves, partnerId, put(1n))

  expect(groups).toMatchObject([{ writes: 1, durationMs: 0 }])
})

test('a partner whose group waits delays no other partner', async () => {
  const gate = new Gate()
  const ledger = newLedger(fixture.db)
  const waiting = ledger.submit(movesAt(gate), partnerId, put(1n))
  const other = await ledger.submit(moves, fixture.otherId, put(5n))

  expect(other.creditAvailable).toBe(5n)
  const drained = ledger.drained()
  gate.open()
  await drained
  await waiting
  expect(await storedTransfers(fixture.db, partnerId)).toHaveLength(1)
})

const POISON = put(13n, 'poison')
/** Kinds of write that fail for `POISON`, by the place where they fail. */
const poisons: Record<string, WriteKind<Move, Move[], Transfer>> = {
  'a bug in the decision': {
    name: 'poisoned decision',
    load: () => Promise.resolve([]),
    decide(book, _state, move) {
      const transfer = makeMove(book, move)
      if (move === POISON) throw new TypeError('a bug')
      return transfer
    },
    save: () => undefined,
  },
  'a row that the database refuses': {
    name: 'poisoned save',
    load: () => Promise.resolve([]),
    decide(book, state, move) {
      state.push(move)
      return makeMove(book, move)
    },
    save(tx, _book, state) {
      const divisor = state.includes(POISON) ? 0 : 1
      tx.write(sql`select 1 / ${divisor}::integer`)
    },
  },
  'a refusal of the whole load': {
    name: 'poisoned load',
    load: (_tx, { inputs }) =>
      inputs.includes(POISON)
        ? Promise.reject(new Refusal('wallet_unknown', 'no such wallet'))
        : Promise.resolve([]),
    decide: (book, _state, move) => makeMove(book, move),
    save: () => undefined,
  },
}

test.each(Object.entries(poisons))('%s fails its own write alone', async (_name, kind) => {
  const ledger = newLedger(fixture.db)
  const ahead = ledger.submit(moves, partnerId, put(1n))
  const inputs = Array.from({ length: 100 }, (_, index) => (index === 37 ? POISON : put(1n)))
  const settled = await Promise.allSettled(
    inputs.map((input) => ledger.submit(kind, partnerId, input)),
  )
  await ahead

  expect(settled[37]).toMatchObject({ status: 'rejected' })
  const transfers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  // In arrival order, each after the previous one.
  expect(transfers.map((one) => one.creditAvailable)).toEqual(
    Array.from({ length: 99 }, (_, index) => BigInt(index + 2)),
  )
  expectOneChain(await storedTransfers(fixture.db, partnerId))
})

test('a refusal by a follower undoes its write and no other', async () => {
  const follower: AnyWriteKind = {
    name: 'follower',
    load: () => Promise.resolve(undefined),
    decide: () => undefined,
    save: () => undefined,
    joins: () => true,
    follow(book) {
      if (book.transfers.at(-1)?.amount === 13n) makeMove(book, spend(1_000_000n))
    },
  }
  const ledger = newLedger(fixture.db, { followers: [follower] })
  const ahead = ledger.submit(moves, partnerId, put(1n))
  const settled = await Promise.allSettled(
    [1n, 13n, 1n].map((amount) => ledger.submit(moves, partnerId, put(amount))),
  )
  await ahead

  expect(settled).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { kind: 'insufficient_funds' } },
    { status: 'fulfilled', value: { creditAvailable: 3n } },
  ])
  expect(await storedTransfers(fixture.db, partnerId)).toHaveLength(3)
})

test('an unknown partner is not found, whatever its number', async () => {
  const ledger = newLedger(fixture.db)
  for (const unknown of [99, 2 ** 31, 2 ** 50]) {
    await expect(ledger.submit(moves, unknown, put(1n))).rejects.toMatchObject({
      kind: 'not_found',
    })
  }
})

test('a group of refusals leaves no trace, not even the accounts that it opened', async () => {
  const ledger = newLedger(fixture.db)
  await expect(ledger.submit(moves, partnerId, spend(1n))).rejects.toMatchObject({
    kind: 'insufficient_funds',
  })
  const accounts = await fixture.db.pool.query('select account_id from accounts')
  expect(accounts.rows).toEqual([])
})

test('a full queue refuses as overloaded, and commits all that it accepted', async () => {
  const gate = new Gate()
  const ledger = newLedger(fixture.db)
  const first = ledger.submit(movesAt(gate), partnerId, put(1n))
  await eventually(() => expect(ledger.queued()).toBe(0))
  const queued = Array.from({ length: QUEUE_WRITES_MAX }, () =>
    ledger.submit(moves, partnerId, put(1n)),
  )
  await expect(ledger.submit(moves, partnerId, put(1n))).rejects.toMatchObject({
    kind: 'overloaded',
    extras: { retryAfterSeconds: 1 },
  })
  gate.open()
  await first
  const last = (await Promise.all(queued)).at(-1)

  expect(last).toMatchObject({ number: QUEUE_WRITES_MAX + 1, creditAvailable: 4_097n })
  await ledger.submit(moves, partnerId, put(1n))
})
