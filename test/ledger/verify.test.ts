import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import { verify, type WriteKind } from '../../src/ledger/mod.ts'
import {
  endLedgerFixture,
  moves,
  newLedger,
  put,
  screenOf,
  spend,
  startLedgerFixture,
  type LedgerFixture,
} from './fixture.ts'

let fixture: LedgerFixture
beforeEach(async () => {
  fixture = await startLedgerFixture()
  await fillBook()
})
afterEach(() => endLedgerFixture(fixture))

/** Makes a deposit, a payment, and three holds: one open, one posted in part, one voided. */
async function fillBook(): Promise<void> {
  const ledger = newLedger(fixture.db)
  await ledger.submit(moves, fixture.partnerId, put(1_000n))
  await ledger.submit(moves, fixture.partnerId, spend(100n))
  await ledger.submit(holds, fixture.partnerId, undefined)
  await ledger.submit(moves, fixture.otherId, put(5n))
}

const holds: WriteKind<undefined, undefined, undefined> = {
  name: 'holds',
  load: () => Promise.resolve(undefined),
  decide(book) {
    const [debit, credit] = [book.chart('funds', 'USD'), book.chart('issued', 'USD')]
    const newHold = { debit, credit, code: 'order_hold', amount: minorUnits(50n) } as const
    book.hold(newHold)
    book.postHold(
      { ...newHold, number: book.hold(newHold).number },
      'order_charge',
      minorUnits(20n),
    )
    book.voidHold({ ...newHold, number: book.hold(newHold).number }, 'order_release')
  },
  save: () => undefined,
}

test('a sound database is balanced, and the figures count what was verified', async () => {
  expect(await verify(fixture.db)).toEqual({
    balanced: true,
    partners: 2,
    accounts: 5,
    transfers: 8,
    differences: [],
  })
})

/** Limits of what is read at a time. The result must not depend on them. */
const PARTS = [
  { accountsPerPass: 1, transfersPerRead: 1 },
  { accountsPerPass: 2, accountsPerRead: 1, transfersPerRead: 3 },
  { accountsPerPass: 250, accountsPerRead: 1, transfersPerRead: 2 },
]

test('sound books are screened by one statement, and none is then verified by itself', async () => {
  const rows = vi.spyOn(fixture.db, 'rows')

  const screened = await verify(fixture.db, { screenOf })

  // Three statements: the number of books, the next books, and the screen.
  expect(rows).toHaveBeenCalledTimes(3)
  expect(screened).toEqual(await verify(fixture.db))
})

test('a book with more transfers than a statement may screen is verified by itself', async () => {
  const rows = vi.spyOn(fixture.db, 'rows')

  const screened = await verify(fixture.db, { screenOf, transfersPerScreen: 100 })

  const texts = rows.mock.calls.map(([statement]) => statement.texts.join(''))
  expect(texts.filter((text) => text.includes('screened'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('left join lateral'))).toHaveLength(1)
  expect(screened).toEqual(await verify(fixture.db))
})

test.each(PARTS)('with the limits %j, a verification has the same figures', async (bounds) => {
  expect(await verify(fixture.db, bounds)).toEqual(await verify(fixture.db))
})

test('an aborted verification ends before its next statement', async () => {
  const abort = new AbortController()
  let statements = 0
  const { rows } = fixture.db
  vi.spyOn(fixture.db, 'rows').mockImplementation((statement) => {
    statements += 1
    // Four statements: the number of books, the next ones, the extent, and the first accounts.
    if (statements === 4) abort.abort(new Error('nobody listens'))
    return rows(statement)
  })

  const verifying = verify(fixture.db, { transfersPerRead: 1, signal: abort.signal })

  await expect(verifying).rejects.toThrow('nobody listens')
  expect(statements).toBeLessThanOrEqual(5)
})

/** More writes would make each verification take longer, so that it overlaps even more of them. */
const WRITES = 100

test('writes that commit during a verification are seen whole or not at all', async () => {
  const ledger = newLedger(fixture.db)
  let isWriting = true
  const write = async (): Promise<void> => {
    for (let count = 0; count < WRITES; count += 1) {
      await ledger.submit(moves, fixture.partnerId, put(200n))
      await ledger.submit(holds, fixture.partnerId, undefined)
    }
  }
  const writing = write().finally(() => (isWriting = false))

  const transferCounts: number[] = []
  do {
    expect(await verify(fixture.db, { screenOf })).toMatchObject({ differences: [] })
    const { transfers, differences } = await verify(fixture.db, PARTS[1])
    expect(differences).toEqual([])
    transferCounts.push(transfers)
  } while (isWriting)
  await writing

  expect(transferCounts).toEqual(transferCounts.toSorted((one, other) => one - other))
  expect(await verify(fixture.db)).toMatchObject({
    transfers: 8 + WRITES * 6,
    differences: [],
  })
})

test.each(PARTS)(
  'with the limits %j, writes between the reads of accounts are no differences',
  async (bounds) => {
    const ledger = newLedger(fixture.db)
    const { rows } = fixture.db
    let writes = 0
    vi.spyOn(fixture.db, 'rows').mockImplementation(async (statement) => {
      const result = await rows(statement)
      if (!statement.texts.some((text) => text.includes('left join lateral'))) return result
      writes += 1
      await ledger.submit(moves, fixture.partnerId, put(200n))
      await ledger.submit(holds, fixture.partnerId, undefined)
      return result
    })

    const { differences } = await verify(fixture.db, bounds)

    expect(differences).toEqual([])
    expect(writes).toBeGreaterThan(2)
  },
)

/**
 * Changes by somebody with access to the tables, how they are undone, and the expected findings.
 */
const FORGERIES = [
  {
    name: 'a balance that was raised',
    plant: `update accounts set credits_posted = credits_posted + 7 where kind = 'funds'`,
    undo: `update accounts set credits_posted = credits_posted - 7 where kind = 'funds'`,
    found: { field: 'credits_posted', stored: '1007', recomputed: '1000' },
  },
  {
    name: 'a hold that is missing in its account',
    plant: `update accounts set debits_pending = 0 where kind = 'funds'`,
    undo: `update accounts set debits_pending = 50 where kind = 'funds'
             and partner_id = (select min(partner_id) from books)`,
    found: { field: 'debits_pending', stored: '0', recomputed: '50' },
  },
  {
    name: 'a transfer whose amount was changed',
    plant: `update transfers set amount = amount + 1 where transfer_no = 2`,
    undo: `update transfers set amount = amount - 1 where transfer_no = 2`,
    found: { field: 'debits_posted', stored: '120', recomputed: '121' },
  },
  {
    name: 'a transfer that was deleted',
    plant: `create table kept as select * from transfers where transfer_no = 2;
            delete from transfers where transfer_no = 2`,
    undo: `insert into transfers select * from kept; drop table kept`,
    found: { account: 'book', field: 'last_transfer', stored: '7', recomputed: '6' },
  },
  {
    name: 'a transfer beyond the last',
    plant: `update transfers set transfer_no = 9 where transfer_no = 2`,
    undo: `update transfers set transfer_no = 2 where transfer_no = 9`,
    found: { account: 'book', field: 'transfers_outside', stored: '1', recomputed: '0' },
  },
  {
    name: 'balances that were changed on both sides alike',
    plant: `update accounts set debits_posted = debits_posted + 1 where kind = 'funds';
            update accounts set credits_posted = credits_posted + 1 where kind = 'issued'`,
    undo: `update accounts set debits_posted = debits_posted - 1 where kind = 'funds';
           update accounts set credits_posted = credits_posted - 1 where kind = 'issued'`,
    found: { field: 'debits_posted', stored: '121', recomputed: '120' },
  },
  {
    name: 'a book that does not sum to zero',
    plant: `update accounts set credits_posted = credits_posted + 7 where kind = 'funds'`,
    undo: `update accounts set credits_posted = credits_posted - 7 where kind = 'funds'`,
    found: { currency: 'USD', account: 'book', field: 'sum', stored: '7', recomputed: '0' },
  },
  {
    name: 'a post of a hold that does not exist',
    plant: `update transfers set pending_no = 1 where state = 2`,
    undo: `update transfers set pending_no = 4 where state = 2`,
    found: { account: 'transfer 5', field: 'pending_no', stored: '1', recomputed: 'no such hold' },
  },
  {
    name: 'an account that is gone',
    plant: `create table kept as select * from accounts where kind = 'issued';
            delete from accounts where kind = 'issued'`,
    undo: `insert into accounts select * from kept; drop table kept`,
    found: { field: 'credits_posted', stored: '0', recomputed: '120' },
  },
]

test.each(FORGERIES)('$name is found in its book', async ({ plant, undo, found }) => {
  await fixture.db.pool.query(plant)
  const { balanced, differences } = await verify(fixture.db)
  const otherwise = [...PARTS, { screenOf }]
  const same = await Promise.all(otherwise.map((options) => verify(fixture.db, options)))
  await fixture.db.pool.query(undo)

  expect(balanced).toBe(false)
  for (const other of same) expect(other.differences).toEqual(differences)
  expect(differences).toContainEqual(
    expect.objectContaining({ ...found, partnerId: fixture.partnerId }),
  )
})

test('a read whose connection is lost is repeated, but not after a new life of the server', async () => {
  const { db } = fixture
  const rows = vi.spyOn(db, 'rows')
  rows.mockRejectedValueOnce(new Error('Connection terminated unexpectedly'))
  expect(await verify(db)).toMatchObject({ balanced: true, transfers: 8 })

  const lives = vi
    .spyOn(db.life, 'current', 'get')
    .mockReturnValue('another')
    .mockReturnValueOnce('a')
  await expect(verify(db)).rejects.toThrow('the database cannot be reached')
  lives.mockRestore()
  rows.mockRejectedValueOnce(new Error('syntax error'))
  await expect(verify(db)).rejects.toThrow('syntax error')
})
