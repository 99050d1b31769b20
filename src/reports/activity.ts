import {
  dateAt,
  minorUnits,
  MS_PER_HOUR,
  storedCurrency,
  type Currency,
  type MinorUnits,
} from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'

const HOURS = 24

/** The completed orders of one hour, of all partners except test partners. */
export interface HourOfActivity {
  /** The first instant of the hour. */
  readonly fromMs: number
  readonly orders: number
  readonly codes: number
  readonly charged: readonly { readonly currency: Currency; readonly minor: MinorUnits }[]
}

/**
 * Returns the completed orders of each of the last 24 hours, including the current one, oldest
 * first.
 */
export async function readActivity(db: Db, nowMs: number): Promise<HourOfActivity[]> {
  const lastMs = Math.floor(nowMs / MS_PER_HOUR) * MS_PER_HOUR
  const firstMs = lastMs - (HOURS - 1) * MS_PER_HOUR
  const rows = await db.rows(completedByHour(firstMs))
  return Array.from({ length: HOURS }, (_, at) => {
    const fromMs = firstMs + at * MS_PER_HOUR
    const ofHour = rows.filter(({ hour }) => hour.getTime() === fromMs)
    return {
      fromMs,
      orders: ofHour.reduce((sum, row) => sum + Number(row.orders), 0),
      codes: ofHour.reduce((sum, row) => sum + Number(row.codes), 0),
      charged: ofHour.map(({ currency, charged }) => ({
        currency: storedCurrency(currency),
        minor: minorUnits(BigInt(charged)),
      })),
    }
  })
}

interface HourRow {
  hour: Date
  currency: string
  orders: bigint
  codes: bigint
  charged: string
}

/**
 * Sums completed orders since an instant by hour and currency. Uses the index
 * orders_by_status_time.
 */
function completedByHour(sinceMs: number): Statement<HourRow> {
  return sql`
    select date_trunc('hour', o.status_since, 'UTC') as hour, o.currency, count(*) as orders,
           sum(o.unit_count)::bigint as codes, sum(o.charged_minor)::text as charged
    from orders o
    where o.status = 'COMPLETED' and o.status_since >= ${dateAt(sinceMs)}
      and ${isOfLivePartner('o.partner_id')}
    group by 1, 2
    order by 1, 2`
}
