import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHOPS } from '../../src/stand-ins/mod.ts'
import { type StandIn, startStandIn } from '../../src/stand-ins/stand-in.ts'

let standIn: StandIn
beforeAll(async () => {
  standIn = await startStandIn(SHOPS.plugin.open())
})
afterAll(() => standIn.close())

async function order(body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${standIn.url}/control`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const SALE = { reference: 'r-1', currency: 'EUR', face: 1_000_000n, units: 2 }

test('an unreadable order gets 400 with the allowed values, and changes nothing', async () => {
  expect(await order({ of: 'create', does: 'loose' })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('does: one of loseBefore, loseAfter') as string },
  })
  expect(await order({ revert: '1' })).toMatchObject({ status: 400 })
  expect(await order({ unitsLeft: '-1' })).toMatchObject({ status: 400 })
  expect(await order({ reverse: '1' })).toMatchObject({ status: 400 })
  expect(standIn.books.faults).toEqual([])
})

test('faults are shown until they have happened, or are ended', async () => {
  const fault = { of: 'any', does: 'silentBefore', times: 3 }
  expect(await order(fault)).toMatchObject({ status: 200, body: { faults: [fault] } })
  expect(await order({ faults: 'none' })).toMatchObject({ body: { faults: [] } })
})

test('a sale that is taken back is paid back once; one that is forgotten stays paid', async () => {
  const { books } = standIn
  const before = books.funds.get('EUR')
  const [first, second] = [books.sell(SALE), books.sell({ ...SALE, reference: 'r-2' })]
  const price = first?.price ?? 0n

  expect(await order([{ reverse: first?.theirs }, { forget: second?.theirs }])).toMatchObject({
    status: 200,
  })

  expect(books.funds.get('EUR')).toBe((before ?? 0n) - price)
  expect(books.ofReference('r-1')).toMatchObject([{ status: 'reversed' }])
  expect(books.ofReference('r-2')).toEqual([])
  expect(await order({ reverse: first?.theirs })).toMatchObject({ status: 400 })
})

test('stock is sold until it no longer suffices', async () => {
  const { books } = standIn
  await order({ unitsLeft: 3 })
  expect(books.lacks('card', 3)).toBe(false)
  books.sell(SALE)
  expect(books.lacks('card', 2)).toBe(true)
  await order({ unitsLeft: 'any' })
  expect(books.lacks('card', 2)).toBe(false)
})
