import { isListed, type Currency } from './currency.ts'
import { invalidField } from './refusal.ts'

/** Why an operator does something; in every body, query and audit. */
export const REASON_LENGTH_MAX = 1_000

/** PostgreSQL takes no NUL, and UTF-8 no half of a character: stored, the text would be another. */
const CANNOT_BE_KEPT = /[\0\p{Cs}]/u
const CONTROL_CHARACTER = /\p{Cc}/u

/** What is wrong with text that may have several lines, of at most `lengthMax` UTF-16 units. */
function textFault(text: string, lengthMax: number): string | undefined {
  if (text.length > lengthMax) return `must have at most ${lengthMax} characters`
  return CANNOT_BE_KEPT.test(text) ? 'must be well-formed text without NUL' : undefined
}

/** What is wrong with text that should be one line and not blank. */
export function lineFault(text: string, lengthMax: number): string | undefined {
  if (text.trim() === '') return 'must not be blank'
  const fault = textFault(text, lengthMax)
  if (fault !== undefined) return fault
  return CONTROL_CHARACTER.test(text) ? 'must not hold control characters' : undefined
}

/** Refuses invalid_request naming `field` as `textFault` says. */
export function checkText(field: string, text: string, lengthMax: number): void {
  const fault = textFault(text, lengthMax)
  if (fault !== undefined) throw invalidField(field, fault)
}

/** Refuses invalid_request naming `field` as `lineFault` says. */
export function checkLine(field: string, text: string, lengthMax: number): void {
  const fault = lineFault(text, lengthMax)
  if (fault !== undefined) throw invalidField(field, fault)
}

/** One line, trimmed; refuses as `checkLine`. */
export function readLine(field: string, text: string, lengthMax: number): string {
  const line = text.trim()
  checkLine(field, line, lengthMax)
  return line
}

/** Refuses invalid_request naming `field` where the currency may be used for nothing new. */
export function requireListed(field: string, { code }: Currency): void {
  if (!isListed(code)) throw invalidField(field, 'must be an active ISO 4217 code')
}
