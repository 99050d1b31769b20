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

/** One published list: the price of one euro in each currency. */
export interface RateSheet {
  /** The start of its day, in UTC. */
  readonly day: number
  readonly perEuro: ReadonlyMap<string, { readonly currency: Currency; readonly rate: ScaledRate }>
  /** The codes in the list that no active currency of ISO 4217 has. */
  readonly unknown: readonly string[]
}

/** The price of one euro in a currency. `where` names the place for a refusal. */
export interface Quote {
  readonly code: string
  readonly rate: string
  readonly where: string
}

const EURO = 'EUR'

/**
 * Returns the sheet of these quotes. Refuses invalid_request, naming the place of the first invalid
 * one.
 */
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

/** Returns the start of a valid calendar day, given as YYYY-MM-DD. */
function realDay(day: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? parseInstant(`${day}T00:00:00Z`) : undefined
  if (at === undefined || !isoTime(at).startsWith(day)) {
    throw invalidField('file', 'must name the day of its rates')
  }
  return at
}

/**
 * Returns the rates between all these currencies, both ways, through the euro, rounded half up to 8
 * decimals. Currencies that the sheet lacks are left out. Refuses invalid_request, naming a pair
 * whose rate is out of range.
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
