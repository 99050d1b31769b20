import { expect, test } from 'vitest'
import { Accounts, type Account } from '../../src/ledger/accounts.ts'
import { CachedBooks, type CachedBook } from '../../src/ledger/cached-books.ts'
import { EMPTY } from './book-fixture.ts'

const CACHE = 'wallets'

function aWallet(id: number): Account {
  const totals = { debitsPending: 0n, debitsPosted: 0n, creditsPending: 0n, creditsPosted: 0n }
  return { id, kind: 'wallet', currency: 'USD', ...totals, creditLimit: 0n }
}

/** A book of wallets 1, 2, ... `size`, each with a cache entry. */
function aBook(partnerId: number, size: number): CachedBook {
  const ids = Array.from({ length: size }, (_, at) => at + 1)
  return {
    row: { ...EMPTY, partnerId },
    accounts: new Accounts(ids.map(aWallet)),
    caches: new Map([[CACHE, new Map(ids.map((id) => [id, id]))]]),
  }
}

function sizes(books: CachedBooks, partners: readonly number[]): (number | undefined)[] {
  return partners.map((partnerId) => books.find(partnerId)?.accounts.size)
}

test('a book with more accounts than the limit is cut to 15/16 of the limit, with its entries', () => {
  const books = new CachedBooks({ perBookMax: 32, inAllMax: 1_000 })
  const [full, over] = [aBook(1, 32), aBook(2, 33)]
  books.put(full)
  books.put(over)

  expect(sizes(books, [1, 2])).toEqual([32, 30])
  expect([...(over.caches.get(CACHE)?.keys() ?? [])]).toEqual([...over.accounts.all()].map(idOf))
  expect(over.accounts.find(3)).toBeUndefined()
})

function idOf({ id }: Account): number {
  return id
}

test('the least recently used books are evicted until the accounts fit', () => {
  const books = new CachedBooks({ perBookMax: 10, inAllMax: 10 })
  for (const partnerId of [1, 2, 3]) books.put(aBook(partnerId, 3))
  books.put(aBook(1, 4))
  expect(sizes(books, [1, 2, 3])).toEqual([4, 3, 3])

  books.put(aBook(4, 4))

  expect(sizes(books, [1, 2, 3, 4])).toEqual([4, undefined, undefined, 4])
})

test('a book that a group takes out does not count in the cache, and is put back once', () => {
  const books = new CachedBooks({ perBookMax: 10, inAllMax: 10 })
  books.put(aBook(1, 6))
  const cached = books.take(1)
  expect([cached?.accounts.size, books.take(1), books.find(1)]).toEqual([6, undefined, undefined])

  books.put(aBook(2, 6))
  books.put(aBook(2, 4))
  books.put(aBook(1, 6))

  expect(sizes(books, [1, 2])).toEqual([6, 4])
})

test('a cleared cache has no books and no accounts', () => {
  const books = new CachedBooks({ perBookMax: 10, inAllMax: 10 })
  books.put(aBook(1, 10))
  books.clear()
  expect(books.find(1)).toBeUndefined()

  books.put(aBook(2, 5))
  books.put(aBook(3, 5))

  expect(sizes(books, [2, 3])).toEqual([5, 5])
})
