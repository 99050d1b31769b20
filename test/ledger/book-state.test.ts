import { expect, test } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import { Accounts, available } from '../../src/ledger/accounts.ts'
import { Book } from '../../src/ledger/book.ts'
import { savepoint, undo } from '../../src/ledger/savepoint.ts'
import { bookWith, EMPTY, totals } from './book-fixture.ts'

test('a book is short in exactly the currencies whose funds are below zero', () => {
  const { book, usd } = bookWith(1_000n)
  const eur = book.chart('funds', 'EUR')
  const amount = minorUnits(1n)
  book.post({ code: 'wallet_debit', debit: usd.issued, credit: usd.funds, amount })
  expect([available(usd.issued), available(eur)]).toEqual([-1n, 0n])
  expect(book.short.currencies()).toEqual([])

  const [debit, credit] = [eur, book.chart('deposits', 'EUR')]
  book.postUncovered({ code: 'reversal', debit, credit, amount })

  expect(book.short.currencies()).toEqual(['EUR'])
})

test('any decision that takes funds below zero or below their credit limit needs followers', () => {
  const amount = minorUnits(600n)
  const decisions: readonly ((fixture: ReturnType<typeof bookWith>) => void)[] = [
    ({ book, usd: { funds: debit, issued: credit } }) =>
      book.postUncovered({ code: 'reversal', debit, credit, amount }),
    ({ book, usd: { funds: debit, issued: credit } }) =>
      book.holdUncovered({ code: 'order_hold', debit, credit, amount }),
    ({ book }) => book.setCreditLimit('USD', minorUnits(0n)),
  ]
  for (const decide of decisions) {
    const fixture = bookWith(500n)
    const { short } = fixture.book
    fixture.book.setCreditLimit('USD', minorUnits(100n))
    const [debit, credit] = [fixture.usd.funds, fixture.usd.issued]
    fixture.book.post({ code: 'wallet_credit', debit, credit, amount: minorUnits(501n) })
    fixture.book.setCreditLimit('USD', minorUnits(1n))
    short.requireFollowed()

    decide(fixture)

    expect(() => short.requireFollowed()).toThrow(expect.objectContaining({ currencies: ['USD'] }))
    short.follow(['EUR'])
    short.requireFollowed()
    expect([...short.followed]).toEqual(['EUR', 'USD'])
  }
})

test('a book is unchanged until an account is opened or changed', () => {
  const { usd } = bookWith(1_000n)
  const accounts = new Accounts(Object.values(usd))
  const moved = new Book(EMPTY, 2_000, accounts)
  const opened = new Book(EMPTY, 2_000, accounts)
  expect([moved.isUnchanged(), opened.isUnchanged()]).toEqual([true, true])

  const [debit, credit] = [usd.funds, usd.issued]
  moved.post({ code: 'order_charge', debit, credit, amount: minorUnits(1n) })
  opened.openWallet('USD')

  expect([moved.isUnchanged(), opened.isUnchanged()]).toEqual([false, false])
})

test('undo reverts posts: the accounts have their earlier totals', () => {
  const { usd } = bookWith(1_000n)
  const accounts = new Accounts(Object.values(usd))
  const before = Object.values(usd).map(totals)
  const book = new Book(EMPTY, 2_000, accounts)
  const pay = { code: 'order_charge', debit: usd.funds, credit: usd.issued } as const
  book.post({ ...pay, amount: minorUnits(400n) })
  book.post({ ...pay, amount: minorUnits(1n) })

  expect(undo(book)).toBe(true)
  expect(Object.values(usd).map(totals)).toEqual(before)
})

test('undo refuses a group that has a hold, and then keeps its posts', () => {
  const { usd } = bookWith(1_000n)
  const book = new Book(EMPTY, 2_000, new Accounts(Object.values(usd)))
  const [debit, credit] = [usd.funds, usd.issued]
  book.post({ code: 'order_charge', debit, credit, amount: minorUnits(1n) })
  book.hold({ code: 'order_hold', debit, credit, amount: minorUnits(1n) })

  expect(undo(book)).toBe(false)
  expect(available(usd.funds)).toBe(998n)
})

test('undo refuses a hold and an opened account', () => {
  const { usd } = bookWith(1_000n)
  const accounts = new Accounts(Object.values(usd))
  const holding = new Book(EMPTY, 2_000, accounts)
  const amount = minorUnits(400n)
  holding.hold({ code: 'order_hold', debit: usd.funds, credit: usd.issued, amount })
  const opening = new Book(EMPTY, 2_000, accounts)
  opening.openWallet('USD')

  expect(undo(holding)).toBe(false)
  expect(available(usd.funds)).toBe(600n)
  expect(undo(opening)).toBe(false)
})

test('a savepoint reverts accounts, transfers, counters and spend limits to the time when it was set', () => {
  const { book, usd } = bookWith(1_000n)
  const post = (credit = usd.issued): unknown =>
    book.post({ code: 'wallet_credit', debit: usd.funds, credit, amount: minorUnits(10n) })
  post()
  book.spendLimits.change({ clientId: undefined, currency: 'USD', perDayMinor: minorUnits(25n) }, 0)
  const stateNow = () => ({
    funds: totals(usd.funds),
    transfers: book.transfers.length,
    counters: { ...book.counters },
    opened: book.opened.size,
    touched: book.touched.size,
    limits: [...book.spendLimits.changed.values()],
    eur: book.accounts.inChart('funds', 'EUR'),
  })
  const before = stateNow()

  const rollBack = savepoint(book)
  const wallet = book.openWallet('USD')
  book.chart('funds', 'EUR')
  const spend = { clientId: undefined }
  const amount = minorUnits(20n)
  book.post({ code: 'wallet_credit', debit: usd.funds, credit: wallet, amount, spend })
  post(wallet)
  rollBack()

  expect(stateNow()).toEqual(before)
  expect(book.accounts.has(wallet.id)).toBe(false)
})
