import { expect } from 'vitest'
import { storedCurrency } from '../../src/core/mod.ts'
import { oneRow, sql, type Database } from '../../src/db/mod.ts'
import {
  listMovements,
  openStatement,
  type Movement,
  type MovementFilter,
} from '../../src/movements/mod.ts'
import { priceOf, signedAmount } from '../../src/movements/movement.ts'
import { readChunk } from '../../src/movements/read-chunk.ts'
import { snapshotOf } from './money-snapshot.ts'

/** 2100-01-01: after everything. */
const END_MS = 4_102_444_800_000
/** Random limits of statements for each currency of each history: over 1,000 in all. */
const CUTS = 30

/**
 * Checks the statements of a partner's whole history, cut at random: each opens with the closing
 * balance of the one before, and the difference is the sum of its movements. Checks that the list
 * of movements agrees.
 */
export async function expectStatementsAddUp(db: Database, partnerId: number): Promise<void> {
  const times = await instantsOf(db, partnerId)
  for (const { currency, posted, held } of await snapshotOf(db, partnerId)) {
    const account = { partnerId, account: 'funds', currency: storedCurrency(currency) } as const
    const bounds = [0, END_MS, ...randomOf(times, CUTS)].toSorted((one, other) => one - other)
    let balance = 0n
    for (const [at, fromMs] of bounds.entries()) {
      const beforeMs = bounds[at + 1]
      if (beforeMs === undefined || beforeMs === fromMs) continue
      const statement = await openStatement(db, { ...account, fromMs, beforeMs })
      expect(statement.openingMinor).toBe(balance)
      for await (const lines of statement.chunks()) {
        for (const { row, balanceMinor } of lines) {
          expect(Math.round(row.at_ms)).toBeGreaterThanOrEqual(fromMs)
          expect(Math.round(row.at_ms)).toBeLessThan(beforeMs)
          expect(balanceMinor).toBe((balance += signedAmount(row)))
        }
      }
      expect((await statement.sums()).closingMinor).toBe(balance)
    }
    expect(balance).toBe(posted)
    await expectChain(db, { partnerId, currency, available: posted - held })
  }
}

/** Checks, page by page, that each movement leads to the available amount after it. */
async function expectChain(
  db: Database,
  { partnerId, currency, available }: { partnerId: number; currency: string; available: bigint },
): Promise<void> {
  const movements = await allMovements(db, partnerId, { currency, pageSize: 7 })
  let after = available
  for (const { availableMinor, postedMinor, heldMinor } of movements) {
    expect(availableMinor).toBe(after)
    after -= postedMinor - heldMinor
  }
  expect(after).toBe(0n)
  await expectPrices(db, { partnerId, currency }, movements)
}

/** Checks that a statement shows the price of each charge, wherever its chunks begin and end. */
async function expectPrices(
  db: Database,
  { partnerId, currency }: { partnerId: number; currency: string },
  movements: readonly Movement[],
): Promise<void> {
  const { account } = await oneRow(
    db,
    sql<{ account: bigint }>`
      select account_id as account from accounts
      where partner_id = ${partnerId} and kind = 'funds' and currency = ${currency}`,
  )
  const last = movements[0]?.number ?? 0
  const prices: unknown[] = []
  for (let first = 1; first <= last;) {
    const span = 1 + Math.floor(Math.random() * 4)
    const chunk = { first, last: Math.min(last, first + span - 1) }
    const rows = [...(await readChunk(db, { partnerId, account }, chunk))]
    prices.push(...rows.map((row) => [Number(row.transfer_no), priceOf(row)]))
    first += span
  }
  const posted = movements.filter(({ kind }) => !HOLD_KINDS.has(kind))
  expect(prices).toEqual(posted.map(({ number, price }) => [number, price]).toReversed())
}

/** These movements change the held amount, not the balance. */
const HOLD_KINDS: ReadonlySet<string> = new Set(['order_hold', 'order_release'])

async function allMovements(
  db: Database,
  partnerId: number,
  filter: MovementFilter,
): Promise<Movement[]> {
  const all: Movement[] = []
  for (let afterNo: number | undefined; ;) {
    const page = await listMovements(db, partnerId, { ...filter, afterNo })
    all.push(...page.movements)
    if (page.nextNo === undefined) return all
    afterNo = page.nextNo
  }
}

/** The instants of all transfers, and those right after them. */
async function instantsOf(db: Database, partnerId: number): Promise<number[]> {
  const rows = await db.rows(
    sql<{ created_at: Date }>`select created_at from transfers where partner_id = ${partnerId}`,
  )
  return rows.flatMap(({ created_at: at }) => [at.getTime(), at.getTime() + 1])
}

function randomOf(times: readonly number[], count: number): number[] {
  return Array.from({ length: count }, () => times[Math.floor(Math.random() * times.length)] ?? 0)
}
