import { afterEach, beforeEach, expect, test } from 'vitest'
import { minorUnits, systemClock } from '../../src/core/mod.ts'
import {
  findTransfer,
  transfersOfHold,
  type Book,
  type TransferCode,
  type WriteKind,
} from '../../src/ledger/mod.ts'
import {
  endLedgerFixture,
  makeMove,
  newLedger,
  put,
  startLedgerFixture,
  type LedgerFixture,
} from './fixture.ts'

const NOW = Date.UTC(2026, 2, 1)

let fixture: LedgerFixture
beforeEach(async () => {
  fixture = await startLedgerFixture()
})
afterEach(() => endLedgerFixture(fixture))

type Act = (book: Book) => unknown

const acts: WriteKind<Act, undefined, unknown> = {
  name: 'acts',
  load: () => Promise.resolve(undefined),
  decide: (book, _state, act) => act(book),
  save: () => undefined,
}

/** Makes transfers 1, 2, 3, ... of the partner. */
async function make(...all: readonly Act[]): Promise<void> {
  const ledger = newLedger(fixture.db, { clock: { ...systemClock, now: () => NOW } })
  for (const act of all) await ledger.submit(acts, fixture.partnerId, act)
}

function parts(book: Book) {
  return { debit: book.chart('funds', 'USD'), credit: book.chart('issued', 'USD') }
}

const HOLD = minorUnits(50n)

const hold: Act = (book) => book.hold({ ...parts(book), code: 'order_hold', amount: HOLD })

function charge(number: number): Act {
  return (book) => book.postHold({ ...parts(book), number, amount: HOLD }, 'order_charge')
}

function release(number: number): Act {
  return (book) => book.voidHold({ ...parts(book), number, amount: HOLD }, 'order_release')
}

function adjust(code: TransferCode): Act {
  return (book) =>
    book.post({
      code,
      debit: book.chart('discounts', 'USD'),
      credit: book.chart('issued', 'USD'),
      amount: minorUnits(1n),
    })
}

const deposit: Act = (book) => makeMove(book, put(1_000n, 'wire 1'))

async function numbersOf(holdNo: number): Promise<number[]> {
  const found = await transfersOfHold(fixture.db, { partnerId: fixture.partnerId, holdNo })
  return found.map(({ number }) => number)
}

test('a transfer is found by its partner and number, as it was recorded', async () => {
  await make(deposit, hold, charge(2))
  const { db, partnerId, otherId } = fixture
  const recorded = { partnerId, currency: 'USD', reference: undefined, atMs: NOW }

  expect(await findTransfer(db, { partnerId, number: 1 })).toEqual({
    ...recorded,
    number: 1,
    code: 'deposit',
    state: 'posted',
    amountMinor: 1_000n,
    holdNo: undefined,
    reference: 'wire 1',
  })
  expect(await findTransfer(db, { partnerId, number: 3 })).toEqual({
    ...recorded,
    number: 3,
    code: 'order_charge',
    state: 'post',
    amountMinor: 50n,
    holdNo: 2,
  })
  expect(await findTransfer(db, { partnerId, number: 4 })).toBeUndefined()
  expect(await findTransfer(db, { partnerId: otherId, number: 1 })).toBeUndefined()
})

test('a hold is followed to its charge and the adjustments right after it, and no further', async () => {
  await make(
    deposit,
    hold,
    hold,
    charge(2),
    adjust('order_discount'),
    adjust('order_fee'),
    adjust('order_fee'),
    charge(3),
    adjust('order_surcharge'),
    small,
    adjust('order_fee'),
  )

  expect(await numbersOf(2)).toEqual([2, 4, 5, 6])
  expect(await numbersOf(3)).toEqual([3, 8, 9])
  expect(await numbersOf(12)).toEqual([])
})

const small: Act = (book) => makeMove(book, put(1n))

test('a hold that is open or was voided has no adjustments', async () => {
  await make(deposit, hold, adjust('order_fee'), hold, release(4), adjust('order_fee'))

  expect(await numbersOf(2)).toEqual([2])
  expect(await numbersOf(4)).toEqual([4, 5])
})

test('a charge that is the last transfer of its book is followed by nothing', async () => {
  await make(deposit, hold, charge(2))

  expect(await numbersOf(2)).toEqual([2, 3])
})
