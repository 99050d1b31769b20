import { formatAmount, isoTime, type Currency } from '../core/mod.ts'

/** Returns an amount for people: `−1,250.00`. */
export function groupedAmount(minor: bigint, currency: Currency): string {
  const [whole = '', decimals] = formatAmount(minor < 0n ? -minor : minor, currency).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const sign = minor < 0n ? '\u2212' : ''
  return sign + grouped + (decimals === undefined ? '' : `.${decimals}`)
}

const MINUTES_LENGTH = 'YYYY-MM-DDThh:mm'.length
const SECONDS_LENGTH = 'YYYY-MM-DDThh:mm:ss'.length

/** Returns an instant for people, in UTC: `2026-11-28 14:03`, or with seconds. */
export function shownInstant(ms: number, to: 'minute' | 'second' = 'minute'): string {
  const length = to === 'minute' ? MINUTES_LENGTH : SECONDS_LENGTH
  return isoTime(ms).slice(0, length).replace('T', ' ')
}

/** Characters that cannot be printed: controls, marks of writing direction, unpaired surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]+/gu
const TEXT_LENGTH_MAX = 600

/** Returns a text that can be set in one line. Names may have any character. */
export function printableText(text: string): string {
  const plain = text.slice(0, TEXT_LENGTH_MAX).replaceAll(UNPRINTABLE, ' ')
  return plain.replaceAll(/\s+/g, ' ').trim()
}
