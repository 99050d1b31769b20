import { findCurrency, SIGNIFICANT_DIGITS_MAX } from '../core/mod.ts'
import { UsageFailure } from './failure.ts'
import { parseJson, type JsonValue } from './json.ts'
import { readSource } from './sources.ts'
import type { Terminal } from './terminal.ts'

/**
 * Parses an amount or a rate. Refuses digits that a JSON number would lose, because the service
 * could not detect that.
 */
export function decimal(name: string, text: string): number {
  const digits = text.replace('.', '').replace(/^0+/, '')
  if (!/^\d+(\.\d+)?$/.test(text) || digits.length > SIGNIFICANT_DIGITS_MAX) {
    throw new UsageFailure(
      `${name} must be a decimal number with at most ${SIGNIFICANT_DIGITS_MAX} digits, ` +
        `such as 25 or 12.50, not "${text}"`,
    )
  }
  return Number(text)
}

/** Reads a decimal number, also below zero. */
export function signedDecimal(name: string, text: string): number {
  return text.startsWith('-') ? -decimal(name, text.slice(1)) : decimal(name, text)
}

export function wholeNumber(name: string, text: string): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : undefined
  if (value === undefined) throw new UsageFailure(`${name} must be a whole number, not "${text}"`)
  return value
}

/** Returns the currency in upper case, as the wire requires. */
export function currency(text: string): string {
  const code = text.toUpperCase()
  if (!findCurrency(code)) throw new UsageFailure(`"${text}" is not an active ISO 4217 currency`)
  return code
}

/** Splits `a,b,c`. */
export function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Reads JSON from the argument itself, a file (`@file`) or the standard input (`-`). */
export async function jsonArgument(
  name: string,
  text: string,
  terminal: Terminal,
): Promise<JsonValue> {
  const value = parseJson((await readSource(text, terminal)).toString('utf8'))
  if (value === undefined) throw new UsageFailure(`${name} must be JSON`)
  return value
}
