import { openSubjects, raiseAlert, resolveAlert } from '../alerts/mod.ts'
import { groupBy, isoTime, repeat, type Clock, type Repeated } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { fundedCurrencies } from '../ledger/mod.ts'
import type { Catalog } from './catalog.ts'
import { pairName, type RecordedRate } from './rate.ts'
import { ratesInForce, readDatabaseTime } from './rate-rows.ts'

export interface RateWatchOptions {
  readonly db: Database
  readonly clock: Clock
  readonly catalog: Catalog
  /** A rate that has been in force for so many hours is stale; 0: none ever is. */
  readonly rateStaleHours: number
  onFault(error: unknown): void
}

const LOOK_MS = 60_000
const HOUR_MS = 3_600_000
const KIND = 'rate_stale'
/** How many pairs a message names, and how many its details. */
const NAMED_MAX = 5
const LISTED_MAX = 100

/** Looks at the rates every so often, beside any number of processes that do. */
export function watchRates(options: RateWatchOptions): Repeated {
  return repeat(() => lookAtRates(options), LOOK_MS, options.onFault)
}

/**
 * Raises an alert for each source whose rates have grown stale, of those that orders are priced at:
 * from the currency of an active product to one that partners have funds in. One list of many pairs
 * is one alert. Told anew at each look, so that it names what is stale still, and resolved once
 * other rates are in force.
 */
export async function lookAtRates(options: Omit<RateWatchOptions, 'onFault'>): Promise<void> {
  const { db, clock, rateStaleHours: hours } = options
  const stale = hours === 0 ? [] : await staleRates(options, hours * HOUR_MS)
  const bySource = groupBy(stale, subjectOf)
  const open = await openSubjects(db, KIND)
  const resolved = [...open].filter((subject) => !bySource.has(subject))
  if (bySource.size === 0 && resolved.length === 0) return
  const at = clock.now()
  await transact(db, (tx) => {
    for (const [subject, rates] of bySource) {
      raiseAlert(tx, { kind: KIND, subject, at, ...alertOf(rates, hours) })
    }
    for (const subject of resolved) resolveAlert(tx, { kind: KIND, subject, at })
    return Promise.resolve()
  })
}

/** In use, and in force for so long; by the clock that rates come into force by. */
async function staleRates(
  { db, catalog }: Omit<RateWatchOptions, 'onFault'>,
  ageMs: number,
): Promise<RecordedRate[]> {
  const { products } = await catalog.current()
  const active = [...products.values()].filter((product) => product.active)
  const sold = new Set(active.map(({ currency }) => currency.code))
  const funded = new Set(await fundedCurrencies(db))
  const now = await readDatabaseTime(db)
  const rates = await ratesInForce(db, now)
  return rates.filter(
    ({ from, to, effectiveAt }) =>
      sold.has(from.code) && funded.has(to.code) && effectiveAt <= now - ageMs,
  )
}

function subjectOf({ source }: RecordedRate): string {
  return `rates:${source}`
}

function alertOf(rates: readonly RecordedRate[], hours: number) {
  const pairs = rates.map(pairName)
  const others = pairs.length - NAMED_MAX
  const named = pairs.slice(0, NAMED_MAX).join(', ')
  const which = others > 0 ? `${named} and ${others} more` : named
  const source = rates[0]?.source ?? ''
  const since = Math.min(...rates.map(({ effectiveAt }) => effectiveAt))
  return {
    severity: 'warning' as const,
    message: `rates in use are older than ${hours} hours: ${which}, from ${source}`,
    details: {
      source,
      pairs: pairs.slice(0, LISTED_MAX),
      stale: pairs.length,
      since: isoTime(since),
    },
  }
}
