import { expect, test } from 'vitest'
import { minorUnits, systemClock } from '../../src/core/mod.ts'
import { Accounts, available } from '../../src/ledger/accounts.ts'
import { CachedBooks, type CachedBook } from '../../src/ledger/cached-books.ts'
import {
  decideCached,
  loadCached,
  settleDecided,
  undoDecided,
  type CachedGroup,
  type DecidedGroup,
} from '../../src/ledger/cached-group.ts'
import type { AnyWriteKind, Book, GroupStats } from '../../src/ledger/mod.ts'
import { PartnerQueue } from '../../src/ledger/partner-queue.ts'
import { bookWith, EMPTY } from './book-fixture.ts'
import { aWrite, plain } from './plain-kind.ts'

/** Decides from the cache if it has the account that the input names. */
const cached: AnyWriteKind = {
  ...plain,
  name: 'cached',
  fromCache: (cache, inputs) => (inputs.every((id) => cache.has(Number(id))) ? inputs : undefined),
}

const follower: AnyWriteKind = { ...plain, name: 'follower', joins: () => true }

const clock = { ...systemClock, now: () => 5_000, monotonic: () => 70 }

/** A book with 10.00 USD, and entries of the accounts 1 and 2 for `cached`. */
function aCachedBook(): CachedBook {
  const { usd, book } = bookWith(1_000n)
  return {
    row: EMPTY,
    accounts: new Accounts([...Object.values(usd), book.chart('deposits', 'USD')]),
    caches: new Map([[cached.name, new Map([1, 2].map((id) => [id, id]))]]),
  }
}

function load(
  inputs: readonly unknown[],
  options: { kind?: AnyWriteKind; followers?: AnyWriteKind[] } = {},
) {
  const { kind = cached, followers = [] } = options
  const group = inputs.map((input) => aWrite({ kind, input }))
  return loadCached({ clock, followers }, aCachedBook(), group)
}

function loadCachedGroup(inputs: readonly unknown[], kind: AnyWriteKind = cached): CachedGroup {
  const group = load(inputs, { kind })
  if (!group) throw new Error('the cache has these accounts')
  return group
}

function fundsOf({ accounts }: CachedBook): bigint | undefined {
  const funds = accounts.inChart('funds', 'USD')
  return funds && available(funds)
}

test('a group is loaded from the cache with the state of its kind, at the time of the clock', () => {
  const group = loadCachedGroup([1, 2])

  expect([...group.states]).toEqual([[cached, [1, 2]]])
  expect([group.book.now, group.book.version]).toEqual([5_000, EMPTY.version])
  expect(group.group.map(({ input }) => input)).toEqual([1, 2])
})

test('a group is not loaded from the cache if the cache lacks what a kind needs', () => {
  expect(load([1, 3])).toBeUndefined()
  expect(load([1], { kind: { ...cached, name: 'never cached' } })).toBeUndefined()
  expect(load([1], { kind: { ...plain, name: cached.name } })).toBeUndefined()
})

test('a group is not loaded from the cache if a kind of the followers joins it', () => {
  const seen: number[] = []
  const joins = ({ partnerId }: Book) => seen.push(partnerId) < 0
  expect(load([1], { followers: [follower] })).toBeUndefined()
  expect(load([1], { followers: [plain, { ...follower, joins }] })).toBeDefined()
  expect(seen).toEqual([EMPTY.partnerId])

  const itself = { ...cached, joins: () => true }
  expect(load([1], { kind: itself, followers: [itself] })).toBeDefined()
})

test('refusals by the cached book are decided again under the lock; other writes are decided', () => {
  const books = new CachedBooks()
  const kind: AnyWriteKind = {
    ...cached,
    decide(book, state, input, follow) {
      const [debit, credit] = [book.chart('funds', 'USD'), book.chart('issued', 'USD')]
      if (input === 2) return book.post({ code: 'order_charge', debit, credit, amount: ALL })
      return plain.decide(book, state, input, follow)
    },
  }
  const ALL = minorUnits(1_002n)

  expect(decideCached({ books }, loadCachedGroup([1, 2], kind))?.accepted).toMatchObject([
    { write: { input: 1 }, result: { amount: 1n } },
  ])
  expect(books.find(EMPTY.partnerId)).toBeUndefined()
})

test('if nothing is to be written the book is cached again, unless it has changed', () => {
  const idle: AnyWriteKind = { ...cached, decide: () => 'replayed' }
  const opening: AnyWriteKind = { ...cached, decide: (book) => book.openWallet('USD') }
  const faulty: AnyWriteKind = {
    ...cached,
    decide(book, state, input, follow) {
      plain.decide(book, state, input, follow)
      throw new TypeError('a bug')
    },
  }
  const outcomes = [idle, opening, faulty].map((kind) => {
    const books = new CachedBooks()
    return [
      decideCached({ books }, loadCachedGroup([1], kind)),
      books.find(EMPTY.partnerId) !== undefined,
    ]
  })

  expect(outcomes).toEqual([
    [undefined, true],
    [undefined, false],
    [undefined, false],
  ])
})

/** Decides a group of two writes, and returns it with its queue. */
function decideGroup(books: CachedBooks): { queue: PartnerQueue; group: DecidedGroup } {
  const queue = new PartnerQueue(EMPTY.partnerId, () => undefined)
  for (const input of [1, 2]) queue.push(aWrite({ kind: cached, input }))
  queue.growTo(2)
  const group = loadCached({ clock, followers: [] }, aCachedBook(), queue.group)
  const decided = group && decideCached({ books }, group)
  if (!decided) throw new Error('the group is decided')
  return { queue, group: decided }
}

test('a written group leaves the book of its next version in the cache, and is settled', () => {
  const books = new CachedBooks()
  const groups: GroupStats[] = []
  const { queue, group } = decideGroup(books)

  settleDecided({ books, clock, onGroup: (stats) => groups.push(stats) }, queue, group, 50)

  const book = books.find(EMPTY.partnerId)
  expect(book?.row).toEqual(group.book.nextRow())
  expect(book && fundsOf(book)).toBe(1_003n)
  expect(book?.caches).toBe(group.cachedBook.caches)
  expect(queue.isSettled).toBe(true)
  const { partnerId } = EMPTY
  const stats = { partnerId, writes: 2, refused: 0, hasLeftWork: false, durationMs: 20 }
  expect(groups).toMatchObject([stats])
})

test('a group that was not written leaves the cached book unchanged, or removes it', () => {
  const books = new CachedBooks()
  const { group } = decideGroup(books)
  undoDecided({ books }, group)
  const book = books.take(EMPTY.partnerId)
  expect(book && fundsOf(book)).toBe(1_000n)

  const { group: opened } = decideGroup(books)
  opened.book.openWallet('USD')
  undoDecided({ books }, opened)

  expect(books.find(EMPTY.partnerId)).toBeUndefined()
})
