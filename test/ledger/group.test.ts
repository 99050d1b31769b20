import { expect, test } from 'vitest'
import { Refusal } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import {
  changesBalancesAlone,
  decideAll,
  inputsByKind,
  isAccepted,
  leavesWork,
} from '../../src/ledger/group.ts'
import type { AnyWriteKind } from '../../src/ledger/mod.ts'
import { bookWith } from './book-fixture.ts'
import { aWrite, plain } from './plain-kind.ts'

const other: AnyWriteKind = { ...plain, name: 'other' }

test('the inputs of each kind come in their order', () => {
  const group = [plain, other, plain].map((kind, input) => aWrite({ kind, input }))

  expect([...inputsByKind(group)]).toEqual([
    [plain, [0, 2]],
    [other, [1]],
  ])
})

test('each kind follows the accepted writes only, with its own state', () => {
  const followed: unknown[] = []
  const refusing: AnyWriteKind = {
    ...plain,
    decide(_book, state, input) {
      if (input === 2) throw new Refusal('not_found', 'no such thing')
      return [state, input]
    },
    follow: (_book, state) => void followed.push(state),
  }
  const group = [1, 2, 3].map((input) => aWrite({ kind: refusing, input }))
  const { book } = bookWith(0n)
  const states = new Map<AnyWriteKind, unknown>([
    [refusing, 'own'],
    [other, 'without follow'],
  ])
  const outcomes = decideAll(book, states, group)

  expect(outcomes.map(isAccepted)).toEqual([true, false, true])
  expect(outcomes.filter(isAccepted).map(({ result }) => result)).toEqual([
    ['own', 1],
    ['own', 3],
  ])
  expect(followed).toEqual(['own', 'own'])
})

test('a bug of a kind or of a follower is thrown, and is not the outcome of a write', () => {
  const { book } = bookWith(0n)
  for (const kind of [
    { ...plain, decide: fail },
    { ...plain, follow: fail },
    { ...plain, follow: refuse },
  ]) {
    const decide = () => decideAll(book, new Map([[kind, undefined]]), [aWrite({ kind })])
    expect(decide).toThrow(/bug|refused/)
  }
})

function fail(): never {
  throw new TypeError('a bug')
}

function refuse(): never {
  throw new Refusal('not_found', 'refused')
}

test('a group leaves work if one of its kinds does, by its own state', () => {
  const leaving: AnyWriteKind = { ...plain, leavesWork: (state) => state === 'work' }

  expect(leavesWork(new Map([[plain, 'work']]))).toBe(false)
  expect(leavesWork(new Map([[leaving, 'none']]))).toBe(false)
  const states = new Map<AnyWriteKind, unknown>([
    [plain, 'none'],
    [leaving, 'work'],
  ])
  expect(leavesWork(states)).toBe(true)
})

test('balances alone change unless a kind writes rows, or may have invalidated cache entries', () => {
  const { book } = bookWith(0n)
  const isAlone = (...kinds: AnyWriteKind[]) =>
    changesBalancesAlone(book, new Map(kinds.map((kind) => [kind, kind.name])))
  const writing: AnyWriteKind = { ...plain, name: 'rows', save: (tx) => tx.write(sql`select`) }
  const caching: AnyWriteKind = { ...plain, name: 'cache', entriesOf: () => [] }
  const keeping: AnyWriteKind = { ...caching, invalidates: (state) => state !== 'cache' }

  expect(isAlone(plain, other)).toBe(true)
  expect(isAlone(plain, writing)).toBe(false)
  expect(isAlone(plain, caching)).toBe(false)
  expect(isAlone(plain, keeping)).toBe(true)
  expect(isAlone(plain, { ...keeping, invalidates: () => true })).toBe(false)
})
