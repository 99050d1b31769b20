import { messages } from '../messages/messages.ts'
import { decimalsOf } from './currency-decimals.ts'
import { LANGUAGE, LOCALE } from './locale.ts'

/** An exact number as text, because a double would lose digits. */
export type Decimal = `${number}`

const counts = new Intl.NumberFormat(LOCALE)

export function count(value: number | Decimal): string {
  return counts.format(value)
}

const percents = new Intl.NumberFormat(LOCALE, {
  style: 'unit',
  unit: 'percent',
  maximumFractionDigits: 4,
})

/** Returns an exact number with all its digits, such as a rate. */
export function exact(value: number | Decimal): string {
  return exactNumbers.format(value)
}

/** Returns a percentage, with the sign of the language. */
export function percent(value: number): string {
  return percents.format(value)
}

/** Returns a number as the axis of a chart has it, such as "1.2K". */
export function compact(value: number): string {
  return compactCounts.format(value)
}

/** Returns the hour of an instant in the reader's time zone. */
export function hourOf(instant: string): string {
  return hours.format(new Date(instant))
}

/** Returns a day of UTC, such as 2026-01-31, without its year. */
export function dayOf(day: string): string {
  return days.format(new Date(day))
}

/** Returns a size such as "4.2 MB". */
export function bytes(size: number): string {
  return sizes.format(size / BYTES_PER_MEGABYTE)
}

/** Returns milliseconds such as "27.4". */
export function milliseconds(value: number): string {
  return tenths.format(value)
}

/** Returns a state, kind or type of the API as people write it: `ON_HOLD` as "on hold". */
export function readable(word: string): string {
  const plain = word.replaceAll('_', ' ')
  return wordOf(word) ?? (/[a-z]/.test(word) ? plain : plain.toLowerCase())
}

/** Returns words that begin a line, such as the message of a fault. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the translation of a word of the API. In English, few words have one. */
export function wordOf(word: string): string | undefined {
  return Object.hasOwn(messages.words, word) ? messages.words[word] : undefined
}

/** Returns an amount in major units, with the decimals of its currency, and the currency. */
export function money(amount: number | Decimal, currency: string): string {
  return `${amountOf(amount, currency)}\u00A0${currency}`
}

/** Returns an amount in major units, with the decimals of its currency. */
export function amountOf(amount: number | Decimal, currency: string): string {
  return amountFormat(currency).format(amount).replace('-', '\u2212')
}

/** Returns an instant in the reader's time zone, with its name; without the current year. */
export function localTime(instant: string): string {
  const at = new Date(instant)
  return (isOfThisYear(at) ? timesOfYear : times).format(at)
}

/** Returns what `localTime` does, without the name of the zone, which all rows of a list share. */
export function localTimeInRow(instant: string): string {
  const at = new Date(instant)
  return (isOfThisYear(at) ? timesInRowOfYear : timesInRow).format(at)
}

/** Returns the day of an instant in the reader's time zone, with its year. */
export function localDay(instant: string): string {
  return fullDays.format(new Date(instant))
}

/** Returns an instant in UTC, as logs and the API have it. */
export function utcTime(instant: string): string {
  return instant.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
}

/** Returns how long ago an instant was, such as "3 minutes ago", or until it is. */
export function ago(instant: string, now: number): string {
  const seconds = (Date.parse(instant) - now) / MS_PER_SECOND
  const [unit, length] = UNITS.find(([, most]) => Math.abs(seconds) >= most) ?? ['second', 1]
  // Never longer than it is: "in 2 hours" half an hour early would be too late.
  return relative.format(Math.trunc(seconds / length), unit)
}

/** Returns how far an instant is from now; its day and time if that is a day or more. */
export function timeToNow(instant: string, now: number): string {
  const distance = Math.abs(Date.parse(instant) - now)
  if (distance >= MS_PER_DAY) return dayAndTime(instant)
  // Seconds would differ by those of two clocks.
  return distance < MS_PER_MINUTE ? relative.format(0, 'second') : ago(instant, now)
}

function dayAndTime(instant: string): string {
  const at = new Date(instant)
  return (isOfThisYear(at) ? minutesOfYear : minutes).format(at)
}

function isOfThisYear(at: Date): boolean {
  return at.getFullYear() === new Date().getFullYear()
}

const exactNumbers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 15 })
// Enough digits that the ticks of an axis differ, such as 9.9925M and 9.995M.
const compactCounts = new Intl.NumberFormat(LOCALE, {
  notation: 'compact',
  maximumSignificantDigits: 5,
})
const tenths = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })
const hours = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' })
const days = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const BYTES_PER_MEGABYTE = 1_000_000
const sizes = new Intl.NumberFormat(LOCALE, {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
})
const MS_PER_SECOND = 1_000
const MS_PER_MINUTE = 60_000
const MS_PER_DAY = 86_400_000
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const fullDays = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })
const times = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'long' })
const minutes = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })
const minutesOfYear = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const timesInRow = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' })
const SECOND_OF_YEAR = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
} as const
const timesInRowOfYear = new Intl.DateTimeFormat(LOCALE, SECOND_OF_YEAR)
const timesOfYear = new Intl.DateTimeFormat(LOCALE, { ...SECOND_OF_YEAR, timeZoneName: 'short' })
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' })
const amountFormats = new Map<string, Intl.NumberFormat>()

function amountFormat(currency: string): Intl.NumberFormat {
  const cached = amountFormats.get(currency)
  if (cached) return cached
  const format = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: decimalsOf(currency),
  })
  amountFormats.set(currency, format)
  return format
}
