import { expect, test } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import {
  limitAt,
  SpendLimits,
  type PeriodLimit,
  type Spend,
  type SpendLimit,
} from '../../src/ledger/spend-limits.ts'

const NOON = Date.UTC(2026, 2, 14, 12)
const NEXT_DAY = Date.UTC(2026, 2, 15)
const NEXT_MONTH = Date.UTC(2026, 3, 1)
const TILL = '11111111-2222-4333-8444-555555555555'

function period(limit: bigint, spent = 0n): PeriodLimit {
  return { limitMinor: minorUnits(limit), spentMinor: minorUnits(spent) }
}

function aLimit(fields: Partial<SpendLimit> = {}): SpendLimit {
  const none = { clientId: undefined, day: undefined, month: undefined }
  return { ...none, currency: 'USD', countedAt: NOON, ...fields }
}

/** Returns a limit of the credential and one of the partner. */
function twoLimits(ofTill: Partial<SpendLimit>, ofPartner: Partial<SpendLimit>): SpendLimits {
  return new SpendLimits([aLimit(ofPartner), aLimit({ clientId: TILL, ...ofTill })])
}

function spend(amount: bigint, by: Partial<Spend> = {}): Spend {
  return { clientId: TILL, currency: 'USD', ...by, amount: minorUnits(amount) }
}

function faultOf(limits: SpendLimits, amount: bigint, by?: Partial<Spend>): string | undefined {
  return limits.findFault(spend(amount, by), NOON)?.message
}

test('the rest of a limit may be spent, and not one minor unit more', () => {
  const limits = twoLimits({ day: period(1_000n, 400n) }, {})

  expect(faultOf(limits, 600n)).toBeUndefined()
  expect(limits.findFault(spend(601n), NOON)).toEqual({
    field: 'currency',
    message:
      `the daily spend limit of 10.00 USD of client ${TILL} would be exceeded: ` +
      '4.00 spent today (UTC), 6.01 required',
    available: 6,
    required: 6.01,
    missing: 0.01,
    currency: 'USD',
  })
  expect(() => limits.require(spend(601n), NOON)).toThrow(
    expect.objectContaining({ kind: 'insufficient_funds' }),
  )
  expect(() => limits.require(spend(600n), NOON)).not.toThrow()
})

test('the first exceeded limit is named: of the credential, then of the partner; day, then month', () => {
  const all = { day: period(100n), month: period(200n) }
  const higher = { day: period(300n), month: period(400n) }
  const limits = twoLimits(all, higher)

  expect(faultOf(limits, 201n)).toContain(`the daily spend limit of 1.00 USD of client ${TILL}`)
  expect(faultOf(twoLimits({ month: period(200n) }, higher), 301n)).toContain(
    `monthly spend limit of 2.00 USD of client ${TILL}`,
  )
  expect(faultOf(twoLimits({}, higher), 401n)).toContain('daily spend limit of 3.00 USD of the')
  expect(faultOf(twoLimits({}, { month: period(400n, 1n) }), 400n)).toBe(
    'the monthly spend limit of 4.00 USD of the partner would be exceeded: ' +
      '0.01 spent this month (UTC), 4.00 required',
  )
})

test('a limit of a credential applies to it alone, a limit of the partner to all, each in its currency', () => {
  const limits = twoLimits({ day: period(10n) }, { day: period(100n) })

  for (const clientId of ['another', undefined]) {
    expect(faultOf(limits, 11n, { clientId })).toBeUndefined()
    expect(faultOf(limits, 101n, { clientId })).toContain('of the partner')
  }
  expect(faultOf(limits, 1_000n, { currency: 'EUR' })).toBeUndefined()
})

test('an accepted amount counts for the day and the month, in both limits', () => {
  const limits = twoLimits({ day: period(100n, 1n) }, { month: period(500n, 7n) })
  limits.count(spend(20n), NOON)
  limits.count(spend(30n, { clientId: undefined }), NOON)

  expect([...limits.changed.values()]).toEqual([
    aLimit({ clientId: TILL, day: period(100n, 21n) }),
    aLimit({ month: period(500n, 57n) }),
  ])
})

test('the day limit is unspent at the start of a day, and both limits at the start of a month', () => {
  const limit = aLimit({ day: period(100n, 60n), month: period(500n, 80n) })

  expect(limitAt(limit, NEXT_DAY - 1)).toEqual({ ...limit, countedAt: NEXT_DAY - 1 })
  expect(limitAt(limit, NEXT_DAY)).toEqual({ ...limit, day: period(100n), countedAt: NEXT_DAY })
  expect(limitAt(limit, NEXT_MONTH)).toEqual({
    ...limit,
    day: period(100n),
    month: period(500n),
    countedAt: NEXT_MONTH,
  })
})

test('if the clock goes back to an earlier day, what was spent still counts', () => {
  const limit = aLimit({ day: period(100n, 60n), countedAt: NEXT_DAY })

  expect(limitAt(limit, NOON)).toEqual(limit)
  expect(new SpendLimits([limit]).findFault(spend(41n), NOON)).toBeDefined()
})

test('a changed limit keeps what was spent, a new one begins with nothing', () => {
  const stored = aLimit({ day: period(100n, 60n) })
  const limits = new SpendLimits([stored])
  const name = { clientId: undefined, currency: 'USD' }
  const change = { ...name, perDayMinor: minorUnits(50n), perMonthMinor: minorUnits(70n) }

  const after = aLimit({ day: period(50n, 60n), month: period(70n) })
  expect(limits.change(change, NOON)).toEqual({ before: stored, after })
  expect([...limits.changed.values()]).toEqual([after])
  expect(faultOf(limits, 1n)).toContain('daily')
})

test('null removes a limit, undefined keeps it; without a limit, the row is removed', () => {
  const limits = new SpendLimits([aLimit({ day: period(100n, 60n), month: period(500n, 60n) })])
  const name = { clientId: undefined, currency: 'USD' }
  expect([limits.wasEmpty, limits.isEmpty]).toEqual([false, false])

  const { after } = limits.change({ ...name, perDayMinor: null }, NOON)
  expect(after).toEqual(aLimit({ month: period(500n, 60n) }))
  expect(limits.isEmpty).toBe(false)
  limits.change({ ...name, perMonthMinor: null }, NOON)

  expect(limits.isEmpty).toBe(true)
  expect([...limits.changed.values()]).toEqual([aLimit()])
  expect(faultOf(limits, 1_000n)).toBeUndefined()
})

test('the first limit of a partner changes a book without limits into a book with limits', () => {
  const limits = new SpendLimits()
  expect([limits.wasEmpty, limits.isEmpty]).toEqual([true, true])

  const name = { clientId: TILL, currency: 'USD' }
  const { before } = limits.change({ ...name, perMonthMinor: minorUnits(5n) }, NOON)

  expect(before).toEqual(aLimit({ clientId: TILL }))
  expect([limits.wasEmpty, limits.isEmpty]).toEqual([true, false])
})
