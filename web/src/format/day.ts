import { LOCALE } from './locale.ts'

/** Returns a day such as 2026-01-31 as the locale writes it; any other text unchanged. */
export function shownDay(day: string, locale = LOCALE): string {
  return isDay(day) ? formatOf(locale).format(new Date(day)) : day
}

/**
 * Reads a day as pages show it in the same locale, or as 2026-01-31. Returns undefined for any
 * other text, because two digits could be a year or a day.
 */
export function parseDay(text: string, locale = LOCALE): string | undefined {
  if (isDay(text.trim())) return text.trim()
  const numbers = text.match(/\d+/g) ?? []
  const order = formatOf(locale)
    .formatToParts(0)
    .flatMap(({ type }) => (PARTS.includes(type) ? type : []))
  if (numbers.length !== order.length) return undefined
  const [year = '', month = '', day = ''] = PARTS.map((part) => numbers[order.indexOf(part)])
  const read = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return isDay(read) ? read : undefined
}

const PARTS: readonly Intl.DateTimeFormatPartTypes[] = ['year', 'month', 'day']

/** True for days that exist, such as 2028-02-29. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function formatOf(locale: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
}
