import { expect, test } from 'vitest'
import { AMOUNT_MINOR_MAX, minorUnits, partnerScopedId } from '../../src/core/mod.ts'
import { Accounts, available, type Account } from '../../src/ledger/accounts.ts'
import { Book } from '../../src/ledger/book.ts'
import { bookWith, EMPTY, totals } from './book-fixture.ts'

test('no two groups draw the same version, even from the same book', () => {
  const versions = Array.from({ length: 100 }, () => new Book(EMPTY, 0).nextRow().version)

  expect(new Set(versions).size).toBe(100)
})

/** The state that a refusal must not change. */
function traceOf(book: Book, accounts: Account[]): unknown {
  return [accounts.map(totals), book.transfers.length, book.counters.lastTransfer]
}

test('a post moves the amount at once and is numbered after the last', () => {
  const { book, usd } = bookWith(1_000n)
  const posted = book.post({
    code: 'order_charge',
    debit: usd.funds,
    credit: usd.issued,
    amount: minorUnits(400n),
    key: { scope: 'deposit', reference: 'r' },
    memo: 'why',
  })

  expect(posted).toEqual({
    number: 2,
    state: 'posted',
    code: 'order_charge',
    debitAccount: usd.funds.id,
    creditAccount: usd.issued.id,
    amount: 400n,
    debitAvailable: 600n,
    creditAvailable: 400n,
    pendingNo: undefined,
    key: { scope: 'deposit', reference: 'r' },
    memo: 'why',
  })
  expect(totals(usd.funds)).toEqual([0n, 400n, 0n, 1_000n])
  expect(totals(usd.issued)).toEqual([0n, 0n, 0n, 400n])
})

test('insufficient_funds: the refusal for one missing minor unit has both amounts and changes nothing', () => {
  const { book, usd } = bookWith(1_000n)
  const before = traceOf(book, [usd.funds, usd.issued])
  const transfer = { debit: usd.funds, credit: usd.issued, amount: minorUnits(1_001n) }
  const refused = expect.objectContaining({
    kind: 'insufficient_funds',
    message: 'available 10.00 USD, required 10.01 USD',
  })

  expect(() => book.post({ code: 'order_charge', ...transfer })).toThrow(refused)
  expect(() => book.hold({ code: 'order_hold', ...transfer })).toThrow(refused)
  expect(traceOf(book, [usd.funds, usd.issued])).toEqual(before)
})

test('insufficient_funds: a held amount is not available to other writes', () => {
  const { book, usd } = bookWith(1_000n)
  const transfer = { debit: usd.funds, credit: usd.issued }
  book.hold({ code: 'order_hold', ...transfer, amount: minorUnits(600n) })

  expect(available(usd.funds)).toBe(400n)
  expect(() => book.hold({ code: 'order_hold', ...transfer, amount: minorUnits(401n) })).toThrow(
    'available 4.00 USD',
  )
  book.post({ code: 'order_charge', ...transfer, amount: minorUnits(400n) })
  expect(available(usd.funds)).toBe(0n)
})

test('insufficient_funds applies to wallets and funds, not to contra accounts', () => {
  const { book, usd } = bookWith(1_000n)
  const wallet = book.openWallet('USD')
  const amount = minorUnits(1n)

  expect(() =>
    book.post({ code: 'wallet_debit', debit: wallet, credit: usd.funds, amount }),
  ).toThrow('available 0.00 USD')
  book.post({ code: 'wallet_debit', debit: usd.issued, credit: usd.funds, amount })
  expect(available(usd.issued)).toBe(-1n)
})

test('balance_limit: funds and wallets hold at most what a JSON number carries exactly', () => {
  const { book, usd } = bookWith(AMOUNT_MINOR_MAX)
  const before = traceOf(book, [usd.funds, usd.issued])
  const transfer = { debit: usd.issued, credit: usd.funds, amount: minorUnits(1n) }

  expect(() => book.post({ code: 'wallet_debit', ...transfer })).toThrow(
    expect.objectContaining({ kind: 'balance_limit' }),
  )
  expect(traceOf(book, [usd.funds, usd.issued])).toEqual(before)
})

test('balance_limit: held amounts count, so a void never exceeds the limit', () => {
  const { book, usd } = bookWith(AMOUNT_MINOR_MAX)
  const [debit, credit] = [usd.funds, usd.issued]
  book.hold({ code: 'order_hold', debit, credit, amount: AMOUNT_MINOR_MAX })

  expect(() =>
    book.post({ code: 'wallet_debit', debit: credit, credit: debit, amount: minorUnits(1n) }),
  ).toThrow(expect.objectContaining({ kind: 'balance_limit' }))
})

test('balance_limit: totals beyond a bigint are refused on both accounts', () => {
  const full = {
    debitsPending: 0n,
    creditsPending: 0n,
    creditLimit: 0n,
    currency: 'USD',
  } as const
  const total = 2n ** 62n
  const deposits: Account = {
    ...full,
    id: 1,
    kind: 'deposits',
    debitsPosted: total,
    creditsPosted: 0n,
  }
  const funds: Account = { ...full, id: 2, kind: 'funds', debitsPosted: 0n, creditsPosted: 0n }
  const spent: Account = { ...full, id: 3, kind: 'issued', debitsPosted: 0n, creditsPosted: total }
  const book = new Book(EMPTY, 0, new Accounts([deposits, funds, spent]))
  const refused = expect.objectContaining({ kind: 'balance_limit' })
  const amount = minorUnits(1n)

  expect(() => book.post({ code: 'deposit', debit: deposits, credit: funds, amount })).toThrow(
    refused,
  )
  expect(() =>
    book.postUncovered({ code: 'reversal', debit: funds, credit: spent, amount }),
  ).toThrow(refused)
})

test('balance_limit: a total may reach its limit, and the refusal names the amount', () => {
  const limit = 2n ** 62n
  const full = {
    debitsPending: 0n,
    creditsPending: 0n,
    creditLimit: 0n,
    currency: 'USD',
  } as const
  const issued: Account = { ...full, id: 1, kind: 'issued', debitsPosted: 0n, creditsPosted: 0n }
  const almost = { ...full, kind: 'deposits', creditsPosted: limit - 1n } as const
  const deposits: Account = { ...almost, id: 2, debitsPosted: limit - 1n }
  const book = new Book(EMPTY, 0, new Accounts([issued, deposits]))
  const last = { code: 'reversal', amount: minorUnits(1n) } as const

  book.postUncovered({ ...last, debit: deposits, credit: issued })
  book.postUncovered({ ...last, debit: issued, credit: deposits })

  expect([deposits.debitsPosted, deposits.creditsPosted]).toEqual([limit, limit])
  expect(() => book.postUncovered({ ...last, debit: issued, credit: deposits })).toThrow(
    expect.objectContaining({
      message: 'the balance would pass the largest that can be kept',
      extras: {
        details: [{ field: 'amount', message: 'would take the balance over its limit' }],
      },
    }),
  )
})

test('an uncovered post takes funds below zero, down to the limit and no further', () => {
  const { book, usd } = bookWith(1_000n)
  const credit = book.chart('deposits', 'USD')
  const reversal = { code: 'reversal', debit: usd.funds, credit } as const
  book.postUncovered({ ...reversal, amount: minorUnits(1_001n) })
  expect(available(usd.funds)).toBe(-1n)
  expect(book.short.currencies()).toEqual(['USD'])

  const amount = minorUnits(AMOUNT_MINOR_MAX - 1n)
  book.postUncovered({ ...reversal, amount })
  expect(available(usd.funds)).toBe(0n - AMOUNT_MINOR_MAX)
  expect(() => book.postUncovered({ ...reversal, amount: minorUnits(1n) })).toThrow(
    expect.objectContaining({ kind: 'balance_limit' }),
  )
})

test('a hold posted in part releases the rest', () => {
  const { book, usd } = bookWith(1_000n)
  const [debit, credit] = [usd.funds, usd.issued]
  const { number, amount } = book.hold({
    code: 'order_hold',
    debit,
    credit,
    amount: minorUnits(600n),
  })
  const posted = book.postHold({ number, debit, credit, amount }, 'order_charge', minorUnits(250n))

  expect(posted).toMatchObject({
    state: 'post',
    pendingNo: number,
    amount: 250n,
    debitAvailable: 750n,
  })
  expect(totals(debit)).toEqual([0n, 250n, 0n, 1_000n])
  expect(totals(credit)).toEqual([0n, 0n, 0n, 250n])
})

test('a hold is posted whole by default, and may be posted for zero', () => {
  const { book, usd } = bookWith(1_000n)
  const [debit, credit] = [usd.funds, usd.issued]
  const newHold = { code: 'order_hold', debit, credit, amount: minorUnits(300n) } as const
  const [one, other] = [book.hold(newHold), book.hold(newHold)]
  book.postHold({ ...newHold, number: one.number }, 'order_charge')
  book.postHold({ ...newHold, number: other.number }, 'order_charge', minorUnits(0n))

  expect(totals(debit)).toEqual([0n, 300n, 0n, 1_000n])
})

test('a voided hold releases its whole amount', () => {
  const { book, usd } = bookWith(1_000n)
  const [debit, credit] = [usd.funds, usd.issued]
  const { number, amount } = book.hold({
    code: 'order_hold',
    debit,
    credit,
    amount: minorUnits(600n),
  })
  const voided = book.voidHold({ number, debit, credit, amount }, 'order_release')

  expect(voided).toMatchObject({ state: 'void', pendingNo: number, amount: 600n })
  expect(voided).toMatchObject({ debitAvailable: 1_000n, creditAvailable: 0n })
  expect(totals(debit)).toEqual([0n, 0n, 0n, 1_000n])
  expect(totals(credit)).toEqual([0n, 0n, 0n, 0n])
})

test('an assertion fails for a wrong call, and no money moves', () => {
  const { book, usd } = bookWith(1_000n)
  const [debit, credit] = [usd.funds, usd.issued]
  const euro = book.chart('issued', 'EUR')
  const amount = minorUnits(10n)
  const { number } = book.hold({ code: 'order_hold', debit, credit, amount })
  const before = traceOf(book, [debit, credit, euro])
  const bugs = [
    () => book.post({ code: 'order_charge', debit, credit, amount: minorUnits(0n) }),
    () => book.post({ code: 'order_charge', debit, credit, amount: minorUnits(-1n) }),
    () => book.post({ code: 'order_charge', debit, credit: debit, amount }),
    () => book.hold({ code: 'order_hold', debit, credit: euro, amount }),
    () => book.postHold({ number, debit, credit, amount }, 'order_charge', minorUnits(11n)),
    () => book.postHold({ number, debit, credit, amount }, 'order_charge', minorUnits(-1n)),
    () => book.voidHold({ number, debit, credit, amount: minorUnits(11n) }, 'order_release'),
    () => book.account(999),
  ]

  for (const bug of bugs) expect(bug).toThrow(expect.objectContaining({ code: 'ERR_ASSERTION' }))
  expect(traceOf(book, [debit, credit, euro])).toEqual(before)
})

test('a chart account is opened once per kind and currency, a wallet each time', () => {
  const { book, usd } = bookWith(0n)

  expect(book.chart('funds', 'USD')).toBe(usd.funds)
  expect(book.chart('funds', 'EUR')).not.toBe(usd.funds)
  expect(book.openWallet('USD')).not.toBe(book.openWallet('USD'))
  expect([...book.opened].map((account) => account.id)).toEqual(
    [1, 2, 3, 4, 5].map((counter) => partnerScopedId(7, counter)),
  )
})

test('an account that is loaded again keeps the balance that the group has decided', () => {
  const { book, usd } = bookWith(1_000n)
  book.add({ ...usd.funds, creditsPosted: 0n })
  expect(book.account(usd.funds.id)).toBe(usd.funds)
  expect(book.chart('funds', 'USD')).toBe(usd.funds)
})

test('the time of a book never goes back, even if the clock does', () => {
  expect(new Book(EMPTY, 5_000).now).toBe(5_000)
  expect(new Book(EMPTY, 500).now).toBe(1_000)
})
