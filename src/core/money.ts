import assert from 'node:assert/strict'
import type { Currency } from './currency.ts'

/** Whole minor units of a named currency: USD 12.34 is 1234n. Never a float. */
export type MinorUnits = bigint & { readonly unit: 'minor' }

/** Why an amount of a request was refused. The caller adds the field's name. */
export interface AmountFault {
  readonly fault: string
}

/** Significant decimal digits that a JSON number carries exactly. */
export const SIGNIFICANT_DIGITS_MAX = 15

/** The largest balance and amount, chosen so that each prints exactly as JSON. */
export const AMOUNT_MINOR_MAX = 999_999_999_999_999n as MinorUnits

export function minorUnits(value: bigint): MinorUnits {
  return value as MinorUnits
}

export const ZERO = minorUnits(0n)

/** Returns the amount without its sign. */
export function absolute(amount: bigint): MinorUnits {
  return minorUnits(amount < 0n ? -amount : amount)
}

/**
 * Parses a JSON number as exact minor units of `currency`, through its shortest decimal text. Never
 * rounds. Faults: more decimals than the currency has, more than 15 significant digits, zero
 * (unless `zero: 'allowed'`), a negative or non-finite number.
 */
export function parseAmount(
  value: number,
  currency: Currency,
  zero: 'allowed' | 'refused' = 'refused',
): MinorUnits | AmountFault {
  if (!Number.isFinite(value)) return { fault: 'must be a finite number' }
  if (value < 0) return { fault: 'must not be negative' }
  if (value === 0) return zero === 'allowed' ? ZERO : { fault: 'must be greater than 0' }
  const decimal = decimalOf(value)
  if (decimal.digits.length > SIGNIFICANT_DIGITS_MAX) {
    return { fault: `must have at most ${SIGNIFICANT_DIGITS_MAX} significant digits` }
  }
  if (decimal.scale > currency.exponent) {
    return { fault: `must have at most ${currency.exponent} decimals for ${currency.code}` }
  }
  const amount = minorUnits(
    BigInt(decimal.digits) * 10n ** BigInt(currency.exponent - decimal.scale),
  )
  if (amount > AMOUNT_MINOR_MAX) return { fault: 'is too large' }
  return amount
}

export function isFault(parsed: bigint | AmountFault): parsed is AmountFault {
  return typeof parsed === 'object'
}

/** `digits` x 10^-`scale`. `digits` has no leading or trailing zeros; `scale` may be negative. */
interface Decimal {
  digits: string
  scale: number
}

/** Returns the shortest decimal of a finite number that is not negative. */
export function decimalOf(value: number): Decimal {
  const text = String(value)
  const exponentAt = text.indexOf('e')
  const mantissa = exponentAt < 0 ? text : text.slice(0, exponentAt)
  const exponent = exponentAt < 0 ? 0 : Number(text.slice(exponentAt + 1))
  const pointAt = mantissa.indexOf('.')
  const fraction = pointAt < 0 ? '' : mantissa.slice(pointAt + 1)
  const digits = pointAt < 0 ? mantissa : mantissa.slice(0, pointAt) + fraction
  let begin = 0
  let end = digits.length
  while (digits[begin] === '0') begin += 1
  while (end > begin && digits[end - 1] === '0') end -= 1
  return {
    digits: digits.slice(begin, end),
    scale: fraction.length - exponent - (digits.length - end),
  }
}

/**
 * Returns exact decimal text: 1234n of USD is "12.34", 5n of JPY is "5", -5n of KWD is "-0.005".
 */
export function formatAmount(amount: bigint, currency: Currency): string {
  const sign = amount < 0n ? '-' : ''
  const digits = String(amount < 0n ? -amount : amount).padStart(currency.exponent + 1, '0')
  if (currency.exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -currency.exponent)}.${digits.slice(-currency.exponent)}`
}

/**
 * Returns the JSON number of an amount: the double that its decimal text parses to. An amount has
 * at most 15 digits, so both operands are exact and the division rounds once.
 */
export function wireAmount(amount: bigint, { exponent }: Currency): number {
  return Number(amount) / 10 ** exponent
}

/** A rate as a whole number of 10^-8: units of the wallet's currency per unit of the product's. */
export type ScaledRate = bigint & { readonly unit: '1e-8' }

const RATE_DECIMALS_MAX = 8
const RATE_TEXT_LENGTH_MAX = 100
const RATE_SCALE = 10n ** BigInt(RATE_DECIMALS_MAX)

export const RATE_ONE = RATE_SCALE as ScaledRate

export function scaledRate(value: bigint): ScaledRate {
  return value as ScaledRate
}

/** Parses a JSON number as a rate: positive, at most 8 decimals and 15 significant digits. */
export function parseRate(value: number): ScaledRate | AmountFault {
  if (!Number.isFinite(value) || value <= 0) return { fault: 'must be greater than 0' }
  const { digits, scale } = decimalOf(value)
  if (digits.length > SIGNIFICANT_DIGITS_MAX) {
    return { fault: `must have at most ${SIGNIFICANT_DIGITS_MAX} significant digits` }
  }
  if (scale > RATE_DECIMALS_MAX) return { fault: `must have at most ${RATE_DECIMALS_MAX} decimals` }
  const rate = BigInt(digits) * 10n ** BigInt(RATE_DECIMALS_MAX - scale)
  return boundedRate(rate)
}

/** Parses decimal text as a rate, with the bounds of `parseRate`. */
export function parseRateText(text: string): ScaledRate | AmountFault {
  const isDecimal = text.length <= RATE_TEXT_LENGTH_MAX && /^\d+(\.\d+)?$/.test(text)
  if (!isDecimal) return { fault: 'must be a decimal number such as 1.0834' }
  const [whole = '', fraction = ''] = text.replace(/(\.\d*?)0+$/, '$1').split('.')
  if (fraction.length > RATE_DECIMALS_MAX) {
    return { fault: `must have at most ${RATE_DECIMALS_MAX} decimals` }
  }
  const rate = BigInt(whole + fraction.padEnd(RATE_DECIMALS_MAX, '0'))
  if (rate === 0n) return { fault: 'must be greater than 0' }
  return boundedRate(rate)
}

/** Returns `numerator / denominator`, both positive, rounded half up to 8 decimals. */
export function ratioHalfUp(numerator: bigint, denominator: bigint): ScaledRate | AmountFault {
  assert(numerator > 0n && denominator > 0n)
  const rate = (2n * numerator * RATE_SCALE + denominator) / (2n * denominator)
  return rate === 0n ? { fault: 'is too small' } : boundedRate(rate)
}

/** Returns the rate, or a fault if a JSON number cannot carry it exactly. */
function boundedRate(rate: bigint): ScaledRate | AmountFault {
  return rate > AMOUNT_MINOR_MAX ? { fault: 'is too large' } : scaledRate(rate)
}

/** Returns the JSON number of a rate. Exact, because a rate has at most 15 significant digits. */
export function wireRate(rate: ScaledRate): number {
  return Number(formatAmount(rate, { code: '', exponent: RATE_DECIMALS_MAX }))
}

/**
 * Returns the cost in `to` of `amount` in `from` at `rate`, rounded half up to the minor unit of
 * `to`. Both are positive, so half up is half away from zero.
 */
export function convertHalfUp(
  amount: MinorUnits,
  rate: ScaledRate,
  { from, to }: { from: Currency; to: Currency },
): MinorUnits {
  assert(amount >= 0n && rate > 0n)
  const numerator = amount * rate * 10n ** BigInt(to.exponent)
  const denominator = RATE_SCALE * 10n ** BigInt(from.exponent)
  return minorUnits((2n * numerator + denominator) / (2n * denominator))
}
