import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Outage, sql, type Database, type Tx } from '../../src/db/mod.ts'
import type { Transfer } from '../../src/ledger/mod.ts'
import { isLong } from '../support/length.ts'
import { connectLossily, type Loss } from './lossy-proxy.ts'
import {
  endLedgerFixture,
  expectOneChain,
  moves,
  newLedger,
  put,
  startLedgerFixture,
  storedTransfers,
  type LedgerFixture,
} from './fixture.ts'

let fixture: LedgerFixture
let partnerId: number
beforeEach(async () => {
  fixture = await startLedgerFixture()
  partnerId = fixture.partnerId
})
afterEach(() => endLedgerFixture(fixture))

/** Enough rounds for each loss to hit each place of a group at least three times. */
const ROUNDS = isLong ? 100 : 12
const WRITES_PER_ROUND = 4
const LOSSES: readonly Loss[] = ['lose_answer', 'lose_request', 'lose_both']

test('if a connection is lost at COMMIT, each write is committed once, and none is reported as failed', async () => {
  const { database } = fixture.target as { database: string }
  const { proxy, db } = await connectLossily(database)
  const ledger = newLedger(db)
  const answers: Transfer[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // The first write of a round commits alone, the others together. The loss hits the two commits
    // in turn.
    proxy.loseCommit(LOSSES[round % LOSSES.length] ?? 'lose_answer', round % 2)
    const submit = (index: number) =>
      ledger.submit(moves, partnerId, put(BigInt(round + 1), `${round} ${index}`))
    const first = submit(0)
    while (ledger.queued() > 0) await setImmediate()
    const others = Array.from({ length: WRITES_PER_ROUND - 1 }, (_, index) => submit(index + 1))
    answers.push(await first, ...(await Promise.all(others)))
  }
  await db.close()
  await proxy.close()

  expect(proxy.lost()).toBe(ROUNDS)
  const stored = await storedTransfers(fixture.db, partnerId)
  expectOneChain(stored)
  expect(stored).toMatchObject(
    answers.map(({ number, amount, creditAvailable }) => ({ number, amount, creditAvailable })),
  )
  expect(stored).toHaveLength(ROUNDS * WRITES_PER_ROUND)
})

/** Ends the session of a group at the named point. */
const kills: Record<string, (tx: Tx, db: Database) => Promise<void>> = {
  'in the middle of a statement': async (tx) => {
    await tx.rows(sql`select pg_terminate_backend(pg_backend_pid())`)
  },
  'among the writes sent with the COMMIT': (tx) => {
    tx.write(sql`select pg_terminate_backend(pg_backend_pid())`)
    return Promise.resolve()
  },
  'between two statements': async (tx, db) => {
    const [session] = await tx.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const pid = session?.pid ?? 0
    // Waits until the server has ended the session, so that the next statement fails.
    await db.rows(sql`select pg_terminate_backend(${pid}, 10000)`)
  },
}

test.each(Object.entries(kills))('a session that is killed %s is retried', async (_name, kill) => {
  let killsLeft = 3
  const killed: typeof moves = {
    ...moves,
    name: 'killed',
    async load(tx) {
      killsLeft -= 1
      if (killsLeft >= 0) await kill(tx, fixture.db)
      return undefined
    },
  }
  const ledger = newLedger(fixture.connectAgain())
  const first = ledger.submit(moves, partnerId, put(1n))
  const writes = [2n, 3n].map((amount) => ledger.submit(killed, partnerId, put(amount)))

  expect(await Promise.all([first, ...writes])).toMatchObject([
    { number: 1, creditAvailable: 1n },
    { number: 2, creditAvailable: 3n },
    { number: 3, creditAvailable: 6n },
  ])
  expect(killsLeft).toBe(-1)
  expectOneChain(await storedTransfers(fixture.db, partnerId))
})

test('a database that stays away is an Outage; once it is back, writes commit', async () => {
  let isAway = true
  const killed: typeof moves = {
    ...moves,
    name: 'killed',
    async load(tx) {
      if (isAway) await tx.rows(sql`select pg_terminate_backend(pg_backend_pid())`)
      return undefined
    },
  }
  const ledger = newLedger(fixture.db)
  await expect(ledger.submit(killed, partnerId, put(1n))).rejects.toBeInstanceOf(Outage)
  isAway = false

  expect(await ledger.submit(killed, partnerId, put(1n))).toMatchObject({ number: 1 })
  expect(await storedTransfers(fixture.db, partnerId)).toHaveLength(1)
})
