import {
  MS_PER_DAY,
  groupBy,
  minorUnits,
  storedCurrency,
  type Currency,
  type MinorUnits,
} from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'
import { numbersAt } from './numbers-at.ts'

const DAYS = 31
/** The most transfers of one day that are skipped in search of one in a currency. */
const PASSED_MAX = 100_000

/**
 * The amount that a partner could spend in a currency at the end of each day, in UTC; oldest first.
 */
export interface FundsHistory {
  readonly currency: Currency
  readonly days: readonly {
    /** The first instant of the day. */
    readonly dayMs: number
    /**
     * Undefined before the first transfer, and for a day with too many transfers of other
     * currencies.
     */
    readonly availableMinor: MinorUnits | undefined
  }[]
}

/** Returns the last 31 days of a partner's funds, the current one included, by currency. */
export async function readFundsHistory(
  db: Db,
  partnerId: number,
  nowMs: number,
): Promise<FundsHistory[]> {
  const today = Math.floor(nowMs / MS_PER_DAY) * MS_PER_DAY
  const days = Array.from({ length: DAYS }, (_, at) => today - (DAYS - 1 - at) * MS_PER_DAY)
  const firsts = await numbersAt(db, partnerId, [...days, today + MS_PER_DAY])
  // The range before the first day, and one range for each day.
  const ranges = firsts.map((next, at) => rangeOf(firsts[at - 1] ?? 1, next - 1))
  const rows = await db.rows(lastAvailable(partnerId, ranges))
  return [...groupBy(rows, ({ currency }) => currency)].map(([currency, lastRows]) => {
    const available = availableOf(ranges, lastRows)
    return {
      currency: storedCurrency(currency),
      days: days.map((dayMs, at) => ({ dayMs, availableMinor: available[at + 1] })),
    }
  })
}

/**
 * Returns the available funds at the end of each range. A range without a transfer has the funds of
 * the range before.
 */
function availableOf(
  ranges: readonly Range[],
  rows: readonly LastAvailable[],
): (MinorUnits | undefined)[] {
  const byRange = new Map(rows.map(({ place, available }) => [Number(place) - 1, available]))
  let latest: bigint | undefined
  return ranges.map(({ isWhole }, at) => {
    latest = byRange.get(at) ?? (isWhole ? latest : undefined)
    return latest === undefined ? undefined : minorUnits(latest)
  })
}

/** Transfers by their numbers, both included. */
interface Range {
  readonly low: number
  readonly high: number
  /** False if earlier transfers are left out. */
  readonly isWhole: boolean
}

function rangeOf(first: number, high: number): Range {
  const low = Math.max(first, high - PASSED_MAX + 1)
  return { low, high, isWhole: low === first }
}

interface LastAvailable {
  currency: string
  place: bigint
  available: bigint
}

/**
 * Returns the available funds after the last transfer of each range that has a transfer of the
 * funds.
 */
export function lastAvailable(
  partnerId: number,
  ranges: readonly Pick<Range, 'low' | 'high'>[],
): Statement<LastAvailable> {
  return sql`
    select f.currency, r.place, last.available
    from accounts f
    cross join unnest(
      ${ranges.map(({ low }) => low)}::bigint[],
      ${ranges.map(({ high }) => high)}::bigint[]) with ordinality as r(low, high, place)
    cross join lateral (
      select case when t.debit_account = f.account_id then t.debit_available
                  else t.credit_available end as available
      from transfers t
      where t.partner_id = ${partnerId} and t.transfer_no between r.low and r.high
        and f.account_id in (t.debit_account, t.credit_account)
      order by t.transfer_no desc limit 1) as last
    where f.partner_id = ${partnerId} and f.kind = 'funds'
    order by f.currency collate "C"`
}
