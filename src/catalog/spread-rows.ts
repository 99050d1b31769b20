import { dateAt, percentText, readPercentText, storedCurrency } from '../core/mod.ts'
import {
  list,
  oneRow,
  insertRow,
  sql,
  type Db,
  type FxSpreadsRow,
  type Statement,
  type Tx,
} from '../db/mod.ts'
import type { Spread } from './spread.ts'

const COLUMNS = sql.raw(
  `spread_no, from_currency, to_currency, spread_percent, effective_at, recorded_at, recorded_by`,
)

/** Returns the latest spread of each pair, and of all pairs, that is in force at `at`. */
export async function spreadsInForce(db: Db, at: number): Promise<Spread[]> {
  return (await db.rows(selectInForce(at))).map(toSpread)
}

/** Returns when the next spread after `at` comes into force, or Infinity. */
export async function nextSpreadAfter(db: Db, at: number): Promise<number> {
  const { next } = await oneRow(db, selectNext(at))
  return next?.getTime() ?? Infinity
}

/** Lists spreads, the latest recorded first. */
export const listSpreads = list({
  from: 'fx_spreads',
  columns: COLUMNS,
  order: 'spread_no desc',
  sorts: {
    spreadPercent: ['coalesce(spread_percent, 0)', 'spread_no'],
    effectiveAt: ['effective_at', 'spread_no'],
  },
  to: toSpread,
})

/** Inserts a spread; undefined if one of the same pair and effective time exists. */
export async function insertSpread(
  tx: Tx,
  spread: Omit<Spread, 'spreadNo'>,
): Promise<Spread | undefined> {
  const [row] = await tx.rows(insertSpreadRow(spread))
  return row && { ...spread, spreadNo: row.spread_no }
}

function toSpread(row: FxSpreadsRow): Spread {
  const { from_currency: from, to_currency: to } = row
  return {
    spreadNo: row.spread_no,
    pair:
      from === null || to === null
        ? undefined
        : { from: storedCurrency(from), to: storedCurrency(to) },
    spreadPercent: row.spread_percent === null ? undefined : readPercentText(row.spread_percent),
    effectiveAt: row.effective_at.getTime(),
    recordedAt: row.recorded_at.getTime(),
    recordedBy: row.recorded_by,
  }
}

function selectInForce(at: number): Statement<FxSpreadsRow> {
  return sql`
    select distinct on (from_currency, to_currency) ${COLUMNS}
    from fx_spreads where effective_at <= ${dateAt(at)}
    order by from_currency, to_currency, effective_at desc`
}

function selectNext(at: number): Statement<{ next: Date | null }> {
  return sql`select min(effective_at) as next from fx_spreads where effective_at > ${dateAt(at)}`
}

function insertSpreadRow({ pair, spreadPercent, ...spread }: Omit<Spread, 'spreadNo'>): Statement<{
  spread_no: bigint
}> {
  const percent = spreadPercent === undefined ? null : percentText(spreadPercent)
  const inserted = insertRow<FxSpreadsRow>('fx_spreads', {
    from_currency: pair?.from.code,
    to_currency: pair?.to.code,
    spread_percent: percent,
    effective_at: dateAt(spread.effectiveAt),
    recorded_at: dateAt(spread.recordedAt),
    recorded_by: spread.recordedBy,
  })
  return sql`
    ${inserted}
    on conflict do nothing
    returning spread_no`
}
