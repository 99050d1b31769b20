import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql, type Database } from '../../src/db/mod.ts'
import type { GroupStats, Ledger, Transfer, WriteKind } from '../../src/ledger/mod.ts'
import { endOtherSessions } from '../support/end-sessions.ts'
import { eventually } from '../support/eventually.ts'
import {
  endLedgerFixture,
  expectOneChain,
  makeMove,
  newLedger,
  put,
  spend,
  startLedgerFixture,
  storedTransfers,
  type LedgerFixture,
  type Move,
} from './fixture.ts'

let fixture: LedgerFixture
beforeEach(async () => {
  fixture = await startLedgerFixture()
})
afterEach(() => endLedgerFixture(fixture))

type Caching = WriteKind<Move, 'read' | 'cached', Transfer>

/** Returns a kind with a cache, and the list of the states on which it has decided. */
function caching(invalidates?: () => boolean): { kind: Caching; states: string[] } {
  const states: string[] = []
  const kind: Caching = {
    name: 'caching',
    load: () => Promise.resolve('read'),
    fromCache: () => 'cached',
    entriesOf: () => [],
    decide(book, state, move) {
      states.push(state)
      return makeMove(book, move)
    },
    save: () => undefined,
    ...(invalidates && { invalidates }),
  }
  return { kind, states }
}

interface Process {
  readonly ledger: Ledger
  readonly kind: Caching
  readonly states: string[]
}

function aProcess(db: Database, invalidates?: () => boolean): Process {
  return { ledger: newLedger(db), ...caching(invalidates) }
}

const INVALIDATES = [
  ['invalidates returns false', () => false, 'cached'],
  ['invalidates returns true', () => true, 'read'],
  ['without invalidates', undefined, 'read'],
] as const

test.each(INVALIDATES)(
  'a kind with a cache, %s: another process keeps its cached state, or reads it again',
  async (_name, invalidates, state) => {
    const one = aProcess(fixture.db, invalidates)
    const other = aProcess(fixture.connectAgain(), invalidates)
    for (let round = 0; round < 10; round += 1) {
      for (const { ledger, kind } of [one, other]) {
        await ledger.submit(kind, fixture.partnerId, put(1n))
      }
    }

    expect([one.states.at(-1), other.states.at(-1)]).toEqual([state, state])
    expectOneChain(await storedTransfers(fixture.db, fixture.partnerId))
  },
)

test('a group that meets another version catches up, and then takes all that wait', async () => {
  const groups: GroupStats[] = []
  const one = { ledger: newLedger(fixture.db, { groups }), ...caching(() => false) }
  const other = aProcess(fixture.connectAgain(), () => false)
  const submit = (count: number) =>
    Array.from({ length: count }, () => one.ledger.submit(one.kind, fixture.partnerId, put(1n)))
  await Promise.all(submit(1))
  await other.ledger.submit(other.kind, fixture.partnerId, put(1n))

  await Promise.all(submit(1))
  await Promise.all(submit(64))

  expect(one.states[0]).toBe('read')
  expect(new Set(one.states.slice(1))).toEqual(new Set(['cached']))
  expect(groups.map(({ writes }) => writes)).toEqual([1, 1, 64])
})

test('no write is decided on a book that was cached before a new life of the database', async () => {
  const { ledger, kind, states } = aProcess(fixture.db)
  const submit = () => ledger.submit(kind, fixture.partnerId, put(1n))
  await submit()
  const elsewhere = fixture.connectAgain()
  await elsewhere.rows(sql`update server_life set life_id = gen_random_uuid()`)
  await endOtherSessions(elsewhere)
  // A new connection reads the life of its server before it is used.
  await eventually(() => fixture.db.rows(sql`select`))
  await submit()

  expect(states).not.toContain('cached')
})

test('a group that has only a refusal leaves the book cached', async () => {
  const { ledger, kind, states } = aProcess(fixture.db)
  const submit = (move: Move) => ledger.submit(kind, fixture.partnerId, move)
  await submit(put(5n))
  await submit(spend(1n))
  await expect(submit(spend(100n))).rejects.toMatchObject({ kind: 'insufficient_funds' })
  await submit(put(1n))

  expect(states).toEqual(['read', 'cached', 'cached', 'read', 'cached'])
})

test('three processes write to one book at once: one chain, each write once', async () => {
  const processes = [fixture.db, fixture.connectAgain(), fixture.connectAgain()].map((db) =>
    aProcess(db, () => false),
  )
  for (let round = 0; round < 10; round += 1) {
    const writes = processes.flatMap(({ ledger, kind }) =>
      Array.from({ length: 20 }, () => ledger.submit(kind, fixture.partnerId, put(1n))),
    )
    await Promise.all(writes)
  }
  const stored = await storedTransfers(fixture.db, fixture.partnerId)

  expectOneChain(stored)
  expect(stored).toHaveLength(600)
  for (const { states } of processes) expect(states.at(-1)).toBe('cached')
})
