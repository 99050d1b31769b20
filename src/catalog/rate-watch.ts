import { followAlerts, type AlertText } from '../alerts/mod.ts'
import { MS_PER_HOUR, groupBy, isListed, isoTime, type Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { fundedCurrencies } from '../ledger/mod.ts'
import type { Catalog } from './catalog.ts'
import { pairName, type RecordedRate } from './rate.ts'
import { ratesInForce, readDatabaseTime } from './rate-rows.ts'
import { isSold } from './snapshot.ts'

export interface RateWatchOptions {
  readonly db: Database
  readonly clock: Clock
  readonly catalog: Catalog
  /** Hours after which a rate in force is stale. 0 means never. */
  readonly rateStaleHours: number
}

/** The most pairs that a message names, and the most that its details list. */
const NAMED_MAX = 5
const LISTED_MAX = 100

/**
 * Raises an alert for each source of stale rates that price orders: rates from the currency of an
 * active product to a currency of partners' funds. One alert covers all pairs of a source. It is
 * raised again at each check, and resolved once other rates are in force. Any number of processes
 * may check at the same time.
 */
export async function checkRates(options: RateWatchOptions): Promise<void> {
  const { db, clock, rateStaleHours: hours } = options
  const stale = hours === 0 ? [] : await staleRates(options, hours * MS_PER_HOUR)
  const alerts = new Map<string, AlertText>()
  for (const [subject, rates] of groupBy(stale, subjectOf)) {
    alerts.set(subject, alertOf(rates, hours))
  }
  await followAlerts(db, { kind: 'rate_stale', at: clock.now(), isCounted: true }, alerts)
}

/**
 * Selects the stale rates in use, by the database's clock. A rate of a dated list is as old as its
 * day, however late it was imported.
 */
async function staleRates(
  { db, catalog }: RateWatchOptions,
  ageMs: number,
): Promise<RecordedRate[]> {
  const { products } = await catalog.current()
  const active = [...products.values()].filter((one) => isSold(one) && !one.isTest)
  const sold = new Set(active.map(({ currency }) => currency.code))
  const funded = new Set((await fundedCurrencies(db)).filter(isListed))
  const now = await readDatabaseTime(db)
  const rates = await ratesInForce(db, now)
  return rates.filter(
    (rate) =>
      sold.has(rate.from.code) && funded.has(rate.to.code) && measuredAt(rate) <= now - ageMs,
  )
}

function measuredAt({ effectiveAt, listDay = Infinity }: RecordedRate): number {
  return Math.min(effectiveAt, listDay)
}

function subjectOf({ source }: RecordedRate): string {
  return `rates:${source}`
}

function alertOf(rates: readonly RecordedRate[], hours: number): AlertText {
  const pairs = rates.map(pairName)
  const others = pairs.length - NAMED_MAX
  const named = pairs.slice(0, NAMED_MAX).join(', ')
  const which = others > 0 ? `${named} and ${others} more` : named
  const source = rates[0]?.source ?? ''
  const since = Math.min(...rates.map(measuredAt))
  return {
    severity: 'warning',
    message: `rates in use are older than ${hours} hours: ${which}, from ${source}`,
    details: {
      source,
      hours,
      pairs: pairs.slice(0, LISTED_MAX),
      stale: pairs.length,
      since: isoTime(since),
    },
  }
}
