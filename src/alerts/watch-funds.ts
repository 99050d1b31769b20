import {
  MS_PER_DAY,
  daysLeft,
  formatAmount,
  minorUnits,
  storedCurrency,
  wireAmount,
  type Clock,
  type Usage,
  MS_PER_MINUTE,
} from '../core/mod.ts'
import { sql, transact, type Database, type Db, type Statement, type Tx } from '../db/mod.ts'
import { publishEvents, type AnyEvent } from '../events/mod.ts'
import { followAlerts, type AlertText } from './follow.ts'
import {
  booksChanged,
  deleteFundsLevels,
  insertFundsLevels,
  spendingAfter,
  spendingOf,
  type FundsPlace,
  type SpendingRow,
} from './fund-level-rows.ts'
import { openAlertsOf } from './list.ts'

export interface FundsWatchOptions {
  readonly db: Database
  readonly clock: Clock
  /** Funds that last for fewer days raise an alert. 0 means never. */
  readonly lowFundsDays: number
  /** The alert is resolved once the funds last this many days longer than the threshold. */
  readonly lowFundsMarginDays: number
}

/** Accounts are read in key order, so one check is short however many partners there are. */
const ACCOUNTS_PER_CHECK = 20_000
/** A whole week, because weekdays differ. */
const SPENDING_DAYS = 7
const FIRST: FundsPlace = { partner_id: 0, currency: '' }

interface Low {
  readonly row: SpendingRow
  readonly usage: Usage
  readonly days: number
}

/** A book is committed or given up within this time after the instant at which it was decided. */
const COMMITTED_WITHIN_MS = MS_PER_MINUTE

/**
 * Returns a function that checks the next 20,000 funds accounts. The first pass of a day checks all
 * accounts. Later passes check the accounts that were low, and those of books that have changed
 * since the last pass. No other account can become low: its partner has spent nothing. Once a day,
 * the spending of each account is recorded, so that no pass has to sum it up. At the end of a pass,
 * one alert is open for each account whose funds last for fewer days than the threshold. An open
 * alert stays until they last for the threshold plus the margin. Any number of processes may check.
 */
export function createFundsCheck(
  options: FundsWatchOptions,
  accountsPerCheck = ACCOUNTS_PER_CHECK,
): () => Promise<void> {
  const { db, clock, lowFundsDays, lowFundsMarginDays } = options
  const passes = new FundsPasses(db, accountsPerCheck)
  return async () => {
    const times = timesAt(clock.now())
    const isPassOver = await passes.read(times, async (rows) => {
      await recordLevels(db, rows, times)
      const low = rows.flatMap((row) => lowOf(row, times))
      return low.filter(({ days }) => days < lowFundsDays + lowFundsMarginDays)
    })
    if (isPassOver) await followLowFunds(options, passes.low, times.now)
  }
}

interface FundsPass {
  /** The beginning of the measured week of spending. */
  readonly since: number
  /** A later life of the database may have lost what an earlier pass has read. */
  readonly life: string | undefined
  readonly startedAt: number
  /** Books that have changed since; undefined means all. */
  readonly changedSince: number | undefined
  after: FundsPlace
  readonly found: Low[]
}

/** Reads the accounts of one pass after the other. A read that fails is repeated. */
class FundsPasses {
  /** The accounts with low funds of the last pass. */
  low: readonly Low[] = []
  #last: FundsPass | undefined
  #pass: FundsPass | undefined
  readonly #db: Database
  readonly #accountsPerRead: number

  constructor(db: Database, accountsPerRead: number) {
    this.#db = db
    this.#accountsPerRead = accountsPerRead
  }

  /** Reads the next accounts; returns whether these were the last of their pass. */
  async read(
    times: Times,
    lowOfRows: (rows: readonly SpendingRow[]) => Promise<readonly Low[]>,
  ): Promise<boolean> {
    if (this.#pass?.since !== times.since) this.#pass = undefined
    const pass = (this.#pass ??= this.#begin(times))
    const { rows, after } = await this.#next(pass)
    pass.found.push(...(await lowOfRows(rows)))
    if (after) {
      pass.after = after
      return false
    }
    this.low = pass.found
    this.#last = pass
    this.#pass = undefined
    return true
  }

  #begin({ now, since }: Times): FundsPass {
    const life = this.#db.life.current
    const last = this.#last
    const isFirst = last?.since !== since || last.life !== life
    const changedSince = isFirst ? undefined : last.startedAt
    return { since, life, startedAt: now, changedSince, after: FIRST, found: [] }
  }

  async #next({ since, changedSince, after }: FundsPass): Promise<{
    rows: readonly SpendingRow[]
    /** Undefined if there is no more. */
    after: FundsPlace | undefined
  }> {
    const limit = this.#accountsPerRead
    if (changedSince === undefined) {
      const rows = await this.#db.rows(spendingAfter(after, { since, limit }))
      return { rows, after: rows.length < limit ? undefined : rows.at(-1) }
    }
    const wasLow = this.low.map(({ row }) => row.partner_id)
    const changed = { after: after.partner_id, since: changedSince - COMMITTED_WITHIN_MS, limit }
    const books = await this.#db.rows(booksChanged(changed, wasLow))
    const partnerIds = books.map((book) => book.partner_id)
    const rows = partnerIds.length === 0 ? [] : await this.#db.rows(spendingOf(partnerIds, since))
    const last = partnerIds.at(-1)
    const isOver = last === undefined || partnerIds.length < limit
    return { rows, after: isOver ? undefined : { partner_id: last, currency: '' } }
  }
}

/**
 * Returns the number of days for which the funds of a partner last at the pace of the last week, by
 * currency. A currency in which nothing was spent is left out.
 */
export async function readRunway(
  db: Db,
  partnerId: number,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const funds = await readFundsLeft(db, [partnerId], now)
  return new Map(
    funds.flatMap(({ currency, days }) => (days === null ? [] : [[currency, days] as const])),
  )
}

/** The funds of a partner in one currency, and how long they last. */
export interface FundsLeft extends FundsPlace {
  /** The amount that may be spent, in minor units; below zero if spent deposits were reversed. */
  readonly available: bigint
  /** The spending a day in the last week, in minor units. */
  readonly perDay: bigint
  /** Null if nothing was spent. */
  readonly days: number | null
}

/** Returns the funds of these partners, and the number of days for which they last. */
export async function readFundsLeft(
  db: Db,
  partnerIds: readonly number[],
  now: number,
): Promise<FundsLeft[]> {
  const times = timesAt(now)
  const rows = partnerIds.length === 0 ? [] : await db.rows(spendingOf(partnerIds, times.since))
  return rows.map((row) => {
    const { partner_id, currency, available } = row
    const [spent] = lowOf(row, times)
    const perDay = spent ? perDayOf(spent.usage) : 0n
    return { partner_id, currency, available, perDay, days: spent?.days ?? null }
  })
}

interface Times {
  readonly now: number
  readonly since: number
}

/** Returns an instant, and the beginning of the week of spending that is measured then. */
function timesAt(now: number): Times {
  return { now, since: now - (now % MS_PER_DAY) - SPENDING_DAYS * MS_PER_DAY }
}

/** The first level of an account is 0: its spending counts from when it was opened. */
async function recordLevels(
  db: Database,
  rows: readonly SpendingRow[],
  { now, since }: Times,
): Promise<void> {
  const day = now - (now % MS_PER_DAY)
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
  const expected = new Map<string, AlertText>()
  for (const one of low) {
    const name = names.get(one.row.partner_id)
    if (name !== undefined && lowFundsDays > 0) expected.set(subjectOf(one.row), alertOf(one, name))
  }
  const bySubject = new Map(low.map((one) => [subjectOf(one.row), one]))
  const onOpened = (tx: Tx, subject: string): void => {
    const one = bySubject.get(subject)
    if (one) publishEvents(tx, [lowBalanceEvent(one, now)])
  }
  await followAlerts(db, { kind, at: now, isCounted: false, onOpened }, expected)
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
  const available = formatAmount(row.available, currency)
  const perDay = formatAmount(perDayOf(usage), currency)
  return {
    severity: row.available > 0n ? 'warning' : 'critical',
    message:
      `${name} has ${available} ${code} to spend, enough for ${days} days ` +
      `at ${perDay} ${code} a day`,
    details: { partnerId: row.partner_id, currency: code, available, perDay, daysLeft: days },
  }
}

/** Returns the spending a day, rounded half up. A period below a day counts as a day. */
function perDayOf({ units, elapsedMs }: Usage): bigint {
  const elapsed = elapsedMs < BigInt(MS_PER_DAY) ? BigInt(MS_PER_DAY) : elapsedMs
  return (units * BigInt(MS_PER_DAY) * 2n + elapsed) / (elapsed * 2n)
}
