import { LOCALE } from './locale.ts'

const MS_PER_SECOND = 1_000
const SECONDS_PER_MINUTE = 60

const seconds = new Intl.NumberFormat(LOCALE, {
  style: 'unit',
  unit: 'second',
  unitDisplay: 'short',
  maximumFractionDigits: 1,
})

/**
 * Returns how long an instant is after another, such as "0.2 sec". Undefined from a minute on,
 * because its own time says more then; 0 for the same tenth of a second.
 */
export function gapAfter(before: string, at: string): string | 0 | undefined {
  const gap = (Date.parse(at) - Date.parse(before)) / MS_PER_SECOND
  if (!(gap < SECONDS_PER_MINUTE)) return undefined
  const tenths = Math.round(gap * 10) / 10
  return tenths <= 0 ? 0 : seconds.format(tenths)
}
