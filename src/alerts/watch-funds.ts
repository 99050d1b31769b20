import {
  daysLeft,
  formatAmount,
  minorUnits,
  repeat,
  storedCurrency,
  wireAmount,
  type Clock,
  type Repeated,
  type Usage,
} from '../core/mod.ts'
import { sql, transact, type Database, type Db, type Statement, type Tx } from '../db/mod.ts'
import { publishEvents, type AnyEvent } from '../events/mod.ts'
import { followAlerts, type AlertText } from './follow.ts'
import {
  deleteFundsLevels,
  insertFundsLevels,
  spendingAfter,
  type FundsPlace,
  type SpendingRow,
} from './fund-level-rows.ts'
import { openAlertsOf } from './list.ts'

export interface FundsWatchOptions {
  readonly db: Database
  readonly clock: Clock
  /** Funds that last for fewer days raise an alert. 0 means never. */
  readonly lowFundsDays: number
  /** The alert is resolved when the funds last for so many days more. */
  readonly lowFundsMarginDays: number
}

const CHECK_MS = 10_000
/** In key order, so that one check is short however many partners there are. */
const ACCOUNTS_PER_CHECK = 20_000
/** More than a partner has. */
const CURRENCIES_MAX = 300
const DAY_MS = 86_400_000
/** A whole week, because weekdays differ. */
const SPENDING_DAYS = 7
const FIRST: FundsPlace = { partner_id: 0, currency: '' }

/** Watches the funds of partners. Any number of processes may do so. */
export function watchFunds(
  options: FundsWatchOptions,
  onFault: (error: unknown) => void,
): Repeated {
  return repeat(createFundsCheck(options), CHECK_MS, onFault)
}

interface Low {
  readonly row: SpendingRow
  readonly usage: Usage
  readonly days: number
}

/**
 * Returns a function that checks the next 20,000 funds accounts, and starts over after the last
 * one. Records once a day what was spent, so that spending need not be added up. At the end of a
 * pass, one alert is open for each account whose funds last for fewer days than the threshold, and
 * for each whose alert was open and whose funds do not last for the margin more.
 */
export function createFundsCheck(
  options: FundsWatchOptions,
  accountsPerCheck = ACCOUNTS_PER_CHECK,
): () => Promise<void> {
  const { db, clock, lowFundsDays, lowFundsMarginDays } = options
  let after = FIRST
  let low: Low[] = []
  return async () => {
    const now = clock.now()
    const since = now - (now % DAY_MS) - SPENDING_DAYS * DAY_MS
    const rows = await db.rows(spendingAfter(after, { since, limit: accountsPerCheck }))
    await recordLevels(db, rows, { now, since })
    low.push(...rows.flatMap((row) => lowOf(row, { now, since })))
    low = low.filter(({ days }) => days < lowFundsDays + lowFundsMarginDays)
    const last = rows.at(-1)
    if (last && rows.length === accountsPerCheck) {
      after = last
      return
    }
    const found = low
    after = FIRST
    low = []
    await followLowFunds(options, found, now)
  }
}

/**
 * Returns for how many days the funds of a partner last at the pace of the last week, by currency.
 * A currency in which nothing was spent is left out.
 */
export async function readRunway(
  db: Db,
  partnerId: number,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const since = now - (now % DAY_MS) - SPENDING_DAYS * DAY_MS
  const before = { partner_id: partnerId, currency: '' }
  const rows = await db.rows(spendingAfter(before, { since, limit: CURRENCIES_MAX }))
  const own = rows.filter((row) => row.partner_id === partnerId)
  const spent = own.flatMap((row) => lowOf(row, { now, since }))
  return new Map(spent.map(({ row, days }) => [row.currency, days]))
}

interface Times {
  readonly now: number
  readonly since: number
}

/** A first level is 0: whatever the account has spent, it has spent since it was opened. */
async function recordLevels(
  db: Database,
  rows: readonly SpendingRow[],
  { now, since }: Times,
): Promise<void> {
  const day = now - (now % DAY_MS)
  const levels = rows
    .filter((row) => {
      if (row.last_day === null) return true
      return row.last_day.getTime() < day && row.last_spent !== row.spent
    })
    .map((row) => ({ ...row, spent: row.last_day === null ? 0n : row.spent }))
  if (levels.length === 0) return
  await transact(db, (tx) => {
    tx.write(insertFundsLevels(levels, { day, now }))
    tx.write(deleteFundsLevels(levels, since))
    return Promise.resolve()
  })
}

function lowOf(row: SpendingRow, { now, since }: Times): Low[] {
  const from = Math.max(row.base_seen_at?.getTime() ?? now, since)
  const usage = { units: row.spent - (row.base_spent ?? 0n), elapsedMs: BigInt(now - from) }
  const available = row.available > 0n ? row.available : 0n
  const days = daysLeft(available, usage)
  return days === null ? [] : [{ row, usage, days }]
}

/** Partners that are suspended spend nothing, and test partners have play money. */
async function followLowFunds(
  { db, lowFundsDays }: FundsWatchOptions,
  found: readonly Low[],
  now: number,
): Promise<void> {
  const kind = 'low_funds'
  const open = await openAlertsOf(db, kind)
  const low = found.filter(({ row, days }) => days < lowFundsDays || open.has(subjectOf(row)))
  const ids = [...new Set(low.map(({ row }) => row.partner_id))]
  const active = ids.length === 0 ? [] : await db.rows(activePartners(ids))
  const names = new Map(active.map((row) => [row.partner_id, row.name]))
  const wanted = new Map<string, AlertText>()
  for (const one of low) {
    const name = names.get(one.row.partner_id)
    if (name !== undefined && lowFundsDays > 0) wanted.set(subjectOf(one.row), alertOf(one, name))
  }
  const bySubject = new Map(low.map((one) => [subjectOf(one.row), one]))
  const onOpened = (tx: Tx, subject: string): void => {
    const one = bySubject.get(subject)
    if (one) publishEvents(tx, [lowBalanceEvent(one, now)])
  }
  await followAlerts(db, { kind, at: now, isCounted: false, onOpened }, wanted)
}

function lowBalanceEvent({ row, days }: Low, atMs: number): AnyEvent {
  const { partner_id: audience, currency } = row
  const funds = wireAmount(minorUnits(row.available), storedCurrency(currency))
  const data = { currency, funds, daysLeft: days }
  return { audience, type: 'balance.low', subject: `low_funds:${currency}`, atMs, data }
}

function activePartners(
  partnerIds: readonly number[],
): Statement<{ partner_id: number; name: string }> {
  return sql`
    select partner_id, name from partners
    where partner_id = any(${partnerIds}::integer[]) and status = 'ACTIVE' and test_of is null`
}

function subjectOf({ partner_id: partnerId, currency }: FundsPlace): string {
  return `partner:${partnerId}:${currency}`
}

function alertOf({ row, usage, days }: Low, name: string): AlertText {
  const currency = storedCurrency(row.currency)
  const { code } = currency
  const elapsedMs = usage.elapsedMs < BigInt(DAY_MS) ? BigInt(DAY_MS) : usage.elapsedMs
  const available = formatAmount(row.available, currency)
  const perDayMinor = (usage.units * BigInt(DAY_MS) * 2n + elapsedMs) / (elapsedMs * 2n)
  const perDay = formatAmount(perDayMinor, currency)
  return {
    severity: row.available > 0n ? 'warning' : 'critical',
    message:
      `${name} has ${available} ${code} to spend, enough for ${days} days ` +
      `at ${perDay} ${code} a day`,
    details: { partnerId: row.partner_id, currency: code, available, perDay, daysLeft: days },
  }
}
