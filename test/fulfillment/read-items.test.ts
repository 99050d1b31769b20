import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../src/db/mod.ts'
import { readItems } from '../../src/fulfillment/mod.ts'
import type { Vault } from '../../src/vault/mod.ts'
import { startWorks, type Works } from '../support/works.ts'

let works: Works

beforeEach(async () => {
  works = await startWorks()
  await works.deposit(1_000_000)
})
afterEach(() => works.end())

test('a page past the end is empty, and reads nothing from the database', async () => {
  const { productId } = await works.product({ supplier: 'generator' })
  works.worker()
  const items = [{ productId, amount: 10, quantity: 2 }]
  const order = await works.reaches(await works.place({ items }), 'COMPLETED')
  const db: Db = { kind: 'db', rows: () => expect.unreachable() }

  for (const first of [3, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const opened = readItems({ db, vault: works.vault }, order, { first, last: 2 })
    expect(await opened.next()).toEqual({ done: true, value: undefined })
  }
})

test('a slow reader gets every code though the keys have left the cache', async () => {
  const { productId } = await works.product({ supplier: 'generator' })
  works.worker()
  const items = [20, 10].map((amount) => ({ productId, amount, quantity: 1 }))
  const order = await works.reaches(await works.place({ items }), 'COMPLETED')
  let kept: readonly unknown[] = []
  const vault: Vault = {
    ...works.vault,
    async prepare(needed) {
      await works.vault.prepare(needed)
      kept = needed
    },
    open(purpose, context, sealed) {
      if (!kept.includes(sealed)) throw new Error('the key was let go')
      return works.vault.open(purpose, context, sealed)
    },
  }

  const numbers: number[] = []
  for await (const opened of readItems({ db: works.db, vault }, order, { first: 1, last: 2 })) {
    numbers.push(opened.firstItemNo)
    kept = []
  }

  expect(numbers).toEqual([1, 2])
})
