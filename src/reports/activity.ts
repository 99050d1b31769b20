import { dateAt, minorUnits, storedCurrency, type Currency, type MinorUnits } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'
import { lastDayAt, MS_PER_WEEK, type Period } from './last-day.ts'

/** Completed orders of all partners except test partners. */
export interface CompletedOrders {
  readonly orders: number
  readonly codes: number
  readonly charged: readonly { readonly currency: Currency; readonly minor: MinorUnits }[]
}

export interface HourOfActivity extends CompletedOrders {
  /** The first instant of the hour. */
  readonly fromMs: number
  /** The same hour a week before; of the current hour, the part that has passed. */
  readonly weekBefore: CompletedOrders
}

/**
 * Returns the completed orders of each of the last 24 hours, including the current one, oldest
 * first.
 */
export async function readActivity(db: Db, nowMs: number): Promise<HourOfActivity[]> {
  const { hours, period, weekBefore } = lastDayAt(nowMs)
  const [rows, rowsBefore] = await Promise.all([
    db.rows(completedByHour(period)),
    db.rows(completedByHour(weekBefore)),
  ])
  return hours.map((fromMs) => ({
    fromMs,
    ...completedIn(rows, fromMs),
    weekBefore: completedIn(rowsBefore, fromMs - MS_PER_WEEK),
  }))
}

function completedIn(rows: readonly HourRow[], fromMs: number): CompletedOrders {
  const ofHour = rows.filter(({ hour }) => hour.getTime() === fromMs)
  return {
    orders: ofHour.reduce((sum, row) => sum + Number(row.orders), 0),
    codes: ofHour.reduce((sum, row) => sum + Number(row.codes), 0),
    charged: ofHour.map(({ currency, charged }) => ({
      currency: storedCurrency(currency),
      minor: minorUnits(BigInt(charged)),
    })),
  }
}

interface HourRow {
  hour: Date
  currency: string
  orders: bigint
  codes: bigint
  charged: string
}

/**
 * Sums the orders that were completed in a period by hour and currency. Uses the index
 * orders_by_status_time.
 */
function completedByHour({ fromMs, beforeMs }: Period): Statement<HourRow> {
  return sql`
    select date_trunc('hour', o.status_since, 'UTC') as hour, o.currency, count(*) as orders,
           sum(o.unit_count)::bigint as codes, sum(o.charged_minor)::text as charged
    from orders o
    where o.status = 'COMPLETED' and o.status_since >= ${dateAt(fromMs)}
      and o.status_since < ${dateAt(beforeMs)} and ${isOfLivePartner('o.partner_id')}
    group by 1, 2
    order by 1, 2`
}
