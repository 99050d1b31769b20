import {
  dateAt,
  dateOrNull,
  formatAmount,
  scaledRate,
  storedCurrency,
  type Currency,
} from '../core/mod.ts'
import type { ScaledRate } from '../core/mod.ts'
import { equals, list, oneRow, sql } from '../db/mod.ts'
import type { Db, FxRatesRow, Statement } from '../db/mod.ts'
import type { Pair, Rate, RecordedRate } from './rate.ts'

/** Formats and parses rates like amounts: with the decimals of the rate columns. */
const RATE_TEXT: Currency = { code: 'rate', exponent: 8 }

const COLUMNS = sql.raw(
  `rate_no, from_currency, to_currency, rate, effective_at, source, recorded_at, recorded_by,
   list_day`,
)

/** Returns the rates in force at `at`, ordered by pair. */
export async function ratesInForce(db: Db, at: number): Promise<RecordedRate[]> {
  return (await db.rows(selectRatesInForce(at))).map(toRate)
}

/** Returns the rates in force at `at` of the given pairs. Pairs without one are left out. */
export async function ratesInForceOf(
  db: Db,
  pairs: readonly Pair[],
  at: number,
): Promise<RecordedRate[]> {
  return (await db.rows(selectRatesOf(pairs, at))).map(toRate)
}

export async function ratesByNo(
  db: Db,
  rateNos: readonly bigint[],
): Promise<Map<bigint, RecordedRate>> {
  if (rateNos.length === 0) return new Map()
  const rates = (await db.rows(selectRatesByNo(rateNos))).map(toRate)
  return new Map(rates.map((rate) => [rate.rateNo, rate]))
}

/** Returns when the next rate after `at` comes into force, or Infinity. */
export async function nextChangeAfter(db: Db, at: number): Promise<number> {
  const { next } = await oneRow(db, selectNextChange(at))
  return next?.getTime() ?? Infinity
}

/** Returns the currencies of products and of pairs with a rate. */
export async function catalogCurrencies(db: Db): Promise<string[]> {
  return (await db.rows(selectCurrencies())).map((row) => row.currency)
}

/** Returns the database's time in milliseconds. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const { now } = await oneRow(db, selectTime())
  return now.getTime()
}

/** Lists recorded rates of one pair or of all, the latest effective time first. */
export const listRateHistory = list({
  from: 'fx_rates',
  columns: COLUMNS,
  where: ({ pair }: { readonly pair: Pair | undefined }) => [
    equals('from_currency', pair?.from.code),
    equals('to_currency', pair?.to.code),
  ],
  order: 'effective_at desc, rate_no desc',
  sorts: { effectiveAt: ['effective_at', 'rate_no'], recordedAt: ['rate_no'] },
  to: toRate,
})

function toRate(row: FxRatesRow): RecordedRate {
  return {
    rateNo: row.rate_no,
    from: storedCurrency(row.from_currency),
    to: storedCurrency(row.to_currency),
    rate: readRateText(row.rate),
    effectiveAt: row.effective_at.getTime(),
    source: row.source,
    listDay: row.list_day?.getTime(),
    recordedAt: row.recorded_at.getTime(),
    recordedBy: row.recorded_by,
  }
}

/** numeric(24, 8) always prints eight decimals. */
export function readRateText(text: string): ScaledRate {
  return scaledRate(BigInt(text.replace('.', '')))
}

export function rateText(rate: ScaledRate): string {
  return formatAmount(rate, RATE_TEXT)
}

function selectCurrencies(): Statement<{ currency: string }> {
  return sql`
    select currency from products
    union select from_currency from fx_pairs
    union select to_currency from fx_pairs`
}

function selectTime(): Statement<{ now: Date }> {
  return sql`select date_trunc('milliseconds', clock_timestamp()) as now`
}

function selectRatesInForce(at: number): Statement<FxRatesRow> {
  const pairs = sql`(
      select from_currency, to_currency, row_number() over (order by from_currency, to_currency)
      from fx_pairs)`
  return selectLatestOf(pairs, at)
}

function selectRatesOf(pairs: readonly Pair[], at: number): Statement<FxRatesRow> {
  const requestedPairs = sql`unnest(
      ${pairs.map((pair) => pair.from.code)}::text[],
      ${pairs.map((pair) => pair.to.code)}::text[]) with ordinality`
  return selectLatestOf(requestedPairs, at)
}

/**
 * Selects the rate in force at `at` of each pair, in the order of pairs. Pairs without one are left
 * out.
 */
function selectLatestOf(pairs: Statement<unknown>, at: number): Statement<FxRatesRow> {
  return sql`
    select r.* from ${pairs} as pair (from_currency, to_currency, place)
    cross join lateral (
      select ${COLUMNS} from fx_rates
      where from_currency = pair.from_currency and to_currency = pair.to_currency
        and effective_at <= ${dateAt(at)}
      order by effective_at desc, rate_no desc limit 1
    ) as r
    order by pair.place`
}

function selectRatesByNo(rateNos: readonly bigint[]): Statement<FxRatesRow> {
  return sql`
    select ${COLUMNS} from fx_rates where rate_no = any(${rateNos}::bigint[])`
}

function selectNextChange(at: number): Statement<{ next: Date | null }> {
  return sql`select min(effective_at) as next from fx_rates where effective_at > ${dateAt(at)}`
}

export function insertPairs(rates: readonly Rate[]): Statement<never> {
  return sql`
    insert into fx_pairs (from_currency, to_currency)
    select * from unnest(
      ${rates.map((rate) => rate.from.code)}::text[],
      ${rates.map((rate) => rate.to.code)}::text[])
    on conflict do nothing`
}

export interface Recording {
  readonly effectiveAt: number
  readonly source: string
  readonly listDay: number | undefined
  readonly recordedAt: number
  readonly recordedBy: string
}

export function insertRates(rates: readonly Rate[], recording: Recording): Statement<never> {
  const { effectiveAt, source, listDay, recordedAt, recordedBy } = recording
  return sql`
    insert into fx_rates (
      from_currency, to_currency, rate, effective_at, source, list_day,
      recorded_at, recorded_by)
    select input.from_currency, input.to_currency, input.rate, ${dateAt(effectiveAt)}::timestamptz,
           ${source}, ${dateOrNull(listDay)}::timestamptz,
           ${dateAt(recordedAt)}::timestamptz, ${recordedBy}
    from unnest(
      ${rates.map((rate) => rate.from.code)}::text[],
      ${rates.map((rate) => rate.to.code)}::text[],
      ${rates.map((rate) => rateText(rate.rate))}::numeric[]
    ) as input (from_currency, to_currency, rate)`
}
