import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StoredCheckpoint } from '../../src/ledger/checkpoint.ts'
import { minorUnits } from '../../src/core/mod.ts'
import { verify, type Difference, type WriteKind } from '../../src/ledger/mod.ts'
import type { VerifyOptions, VerifyProgress } from '../../src/ledger/verify-options.ts'
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
/** The checkpoints of the books, as they are stored. */
let stored: Map<number, StoredCheckpoint>

beforeEach(async () => {
  fixture = await startLedgerFixture()
  stored = new Map()
  const ledger = newLedger(fixture.db)
  await ledger.submit(moves, fixture.partnerId, put(1_000n))
  await ledger.submit(moves, fixture.partnerId, spend(100n))
  await ledger.submit(moves, fixture.otherId, put(5n))
})
afterEach(() => endLedgerFixture(fixture))

function verifyWith(options: Partial<VerifyOptions> = {}) {
  const checkpoints = {
    find: () => Promise.resolve(stored),
    save(reached: ReadonlyMap<number, StoredCheckpoint>) {
      for (const [partnerId, checkpoint] of reached) stored.set(partnerId, checkpoint)
      return Promise.resolve()
    },
  }
  return verify(fixture.db, { checkpoints, fromCheckpoint: true, ...options })
}

/** Makes a small hold. */
const holds: WriteKind<undefined, undefined, undefined> = {
  name: 'holds',
  load: () => Promise.resolve(undefined),
  decide(book) {
    const [debit, credit] = [book.chart('funds', 'USD'), book.chart('issued', 'USD')]
    book.hold({ debit, credit, code: 'order_hold', amount: minorUnits(5n) })
  },
  save: () => undefined,
}

/** Returns the difference that is reported for the partner's checkpoint. */
function checkpointDifference(fault: string): Difference {
  const { partnerId } = fixture
  const place = { partnerId, currency: '', account: 'book', field: 'checkpoint' }
  return { ...place, stored: fault, recomputed: 'what was proven' }
}

function alter(statement: string): Promise<unknown> {
  return fixture.db.pool.query(statement)
}

const MODES: [string, Partial<VerifyOptions>][] = [
  ['alone', {}],
  ['screened', { screenOf }],
]

test.each(MODES)(
  '%s: a book with a checkpoint is verified by later transfers, and gets the next checkpoint',
  async (_mode, options) => {
    expect(await verifyWith(options)).toMatchObject({ balanced: true, transfers: 3, accounts: 5 })
    expect(stored.get(fixture.partnerId)).toMatchObject({ lastTransfer: 2n, lastOrder: 0n })
    await newLedger(fixture.db).submit(holds, fixture.partnerId, undefined)

    expect(await verifyWith(options)).toMatchObject({ balanced: true, transfers: 1, accounts: 5 })
    expect(stored.get(fixture.partnerId)).toMatchObject({ lastTransfer: 3n })
    expect(await verifyWith({ ...options, fromCheckpoint: false })).toMatchObject({ transfers: 4 })
    expect(await verifyWith({ ...options, accountsPerPass: 1 })).toMatchObject({
      balanced: true,
      transfers: 0,
    })
  },
)

test.each(MODES)(
  '%s: a checkpoint of another history is reported, and the whole book is verified',
  async (_mode, options) => {
    await verifyWith(options)
    const reached = stored.get(fixture.partnerId)
    if (typeof reached !== 'object') throw new Error('it was saved')
    for (const wrong of [
      { ...reached, lastTransfer: 3n },
      { ...reached, totals: '0'.repeat(64) },
    ]) {
      stored.set(fixture.partnerId, wrong)
      expect(await verifyWith(options)).toEqual({
        balanced: false,
        partners: 2,
        accounts: 5,
        transfers: 2,
        differences: [checkpointDifference('another history')],
      })
      // The checkpoint stays, because an operator has to look at it first.
      expect(stored.get(fixture.partnerId)).toBe(wrong)
    }
  },
)

test.each(MODES)(
  '%s: a checkpoint that was not sealed for the book is reported, and the whole book is verified',
  async (_mode, options) => {
    await verifyWith(options)
    stored.set(fixture.partnerId, 'altered')

    expect(await verifyWith(options)).toMatchObject({
      transfers: 2,
      differences: [checkpointDifference('another seal')],
    })
    expect(stored.get(fixture.partnerId)).toBe('altered')
  },
)

test.each(MODES)(
  '%s: a book with a difference gets no checkpoint, the others do',
  async (_mode, options) => {
    await alter(`update transfers set amount = amount + 1 where transfer_no = 2`)
    const { balanced } = await verifyWith(options)
    await alter(`update transfers set amount = amount - 1 where transfer_no = 2`)

    expect([balanced, [...stored.keys()]]).toEqual([false, [fixture.otherId]])
  },
)

test('screening a book and verifying it by itself make the same checkpoint', async () => {
  await newLedger(fixture.db).submit(holds, fixture.partnerId, undefined)
  await verifyWith()
  const alone = new Map(stored)
  stored.clear()
  await verifyWith({ screenOf })

  expect(stored).toEqual(alone)
})

test('orders are compared book by book from the checkpoint on, shared tables once', async () => {
  const calls: unknown[] = []
  const wrong = { currency: 'USD', account: 'order 9', field: 'status', stored: 'A' }
  const compare: VerifyOptions['compare'] = (_db, partnerId, { afterOrder }) => {
    calls.push([partnerId, afterOrder])
    const differences = partnerId === fixture.otherId ? [{ ...wrong, recomputed: 'B' }] : []
    return Promise.resolve({ differences, lastFinalOrder: afterOrder + 4n })
  }
  const shared: Difference = { ...checkpointDifference('shared'), partnerId: 0 }
  async function* compareShared() {
    yield await Promise.resolve(shared)
  }
  await verifyWith({ compare })
  const { differences } = await verifyWith({ compare, compareShared })

  const { partnerId, otherId } = fixture
  expect(calls).toEqual([
    [partnerId, 0n],
    [otherId, 0n],
    [partnerId, 4n],
    [otherId, 0n],
  ])
  expect(differences).toEqual([{ ...wrong, recomputed: 'B', partnerId: otherId }, shared])
})

test('the progress counts books, accounts and transfers up to the end', async () => {
  const reports: VerifyProgress[] = []
  await verifyWith({ onProgress: (progress) => void reports.push(progress), transfersPerRead: 1 })

  const all = { partners: 2, partnersTotal: 2, accounts: 5, transfers: 3 }
  expect(reports.at(0)).toEqual({ ...all, phase: 'books', partners: 0, accounts: 0, transfers: 0 })
  expect(reports).toContainEqual({ ...all, phase: 'books' })
  expect(reports.at(-1)).toEqual({ ...all, phase: 'stock' })
  expect(new Set(reports.map(({ partners }) => partners))).toEqual(new Set([0, 1, 2]))
})
