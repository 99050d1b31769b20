import {
  findCurrency,
  invalidField,
  isFault,
  isoTime,
  parseInstant,
  parseRateText,
  RATE_ONE,
  ratioHalfUp,
  type Currency,
  type ScaledRate,
} from '../core/mod.ts'
import { pairName, type Rate } from './rate.ts'

/** One published list: what one euro costs in each of its currencies. */
export interface RateSheet {
  /** The beginning of the day that it names, in UTC. */
  readonly day: number
  readonly perEuro: ReadonlyMap<string, { readonly currency: Currency; readonly rate: ScaledRate }>
  /** Codes of the list that are no active currency of ISO 4217. */
  readonly unknown: readonly string[]
}

/** What one euro costs, as a list has it; `where` names its place for a refusal. */
export interface Quote {
  readonly code: string
  readonly rate: string
  readonly where: string
}

const EURO = 'EUR'

/** Refuses invalid_request naming the place of the first quote that does not hold. */
export function sheetOf(day: string, quotes: readonly Quote[]): RateSheet {
  const perEuro = new Map<string, { currency: Currency; rate: ScaledRate }>()
  const unknown: string[] = []
  const seen = new Set([EURO])
  for (const { code, rate: text, where } of quotes) {
    if (!/^[A-Z]{3}$/.test(code)) throw invalidField(where, 'must name a currency')
    if (seen.has(code)) throw invalidField(where, `must not name ${code} again`)
    seen.add(code)
    const rate = parseRateText(text)
    if (isFault(rate)) throw invalidField(where, rate.fault)
    const currency = findCurrency(code)
    if (currency) perEuro.set(code, { currency, rate })
    else unknown.push(code)
  }
  return { day: realDay(day), perEuro, unknown }
}

/** The beginning of a day of the calendar, given as YYYY-MM-DD. */
function realDay(day: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? parseInstant(`${day}T00:00:00Z`) : undefined
  if (at === undefined || !isoTime(at).startsWith(day)) {
    throw invalidField('file', 'must name the day of its rates')
  }
  return at
}

/**
 * The rate of each of the currencies in each other one, both ways, through the euro, rounded half
 * up to 8 decimals. Currencies that the sheet does not have are left out. Refuses invalid_request
 * naming a pair whose rate does not fit.
 */
export function crossRates(sheet: RateSheet, currencies: readonly Currency[]): Rate[] {
  const quoted = currencies.flatMap((currency) => {
    const perEuro = currency.code === EURO ? RATE_ONE : sheet.perEuro.get(currency.code)?.rate
    return perEuro === undefined ? [] : [{ currency, perEuro }]
  })
  return quoted.flatMap((from) =>
    quoted
      .filter((to) => to.currency.code !== from.currency.code)
      .map((to) => {
        const pair = { from: from.currency, to: to.currency }
        const rate = ratioHalfUp(to.perEuro, from.perEuro)
        if (isFault(rate)) throw invalidField(pairName(pair), rate.fault)
        return { ...pair, rate }
      }),
  )
}
