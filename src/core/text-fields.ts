import { isListed, type Currency } from './currency.ts'
import { invalidField } from './refusal.ts'

/** The length of an operator's reason, in every body, query and audit entry. */
export const REASON_LENGTH_MAX = 1_000

/** Not storable: PostgreSQL takes no NUL, and UTF-8 has no unpaired surrogates. */
const UNSTORABLE = /[\0\p{Cs}]/u
const CONTROL_CHARACTER = /\p{Cc}/u

/** Returns the fault of a text, of one line or several; undefined if it has none. */
export function textFault(text: string, lengthMax: number): string | undefined {
  if (text.length > lengthMax) return `must have at most ${lengthMax} characters`
  return UNSTORABLE.test(text) ? 'must be well-formed text without NUL' : undefined
}

/** Returns the fault of a text that must be one line and not blank; undefined if it has none. */
export function lineFault(text: string, lengthMax: number): string | undefined {
  if (text.trim() === '') return 'must not be blank'
  const fault = textFault(text, lengthMax)
  if (fault !== undefined) return fault
  return CONTROL_CHARACTER.test(text) ? 'must not hold control characters' : undefined
}

/** Refuses invalid_request, naming `field`, for a text that is too long or cannot be stored. */
export function checkText(field: string, text: string, lengthMax: number): void {
  const fault = textFault(text, lengthMax)
  if (fault !== undefined) throw invalidField(field, fault)
}

/** Refuses invalid_request, naming `field`, for a text that is not one line, or is blank. */
export function checkLine(field: string, text: string, lengthMax: number): void {
  const fault = lineFault(text, lengthMax)
  if (fault !== undefined) throw invalidField(field, fault)
}

/** Returns the trimmed line. Refuses what `checkLine` refuses. */
export function readLine(field: string, text: string, lengthMax: number): string {
  const line = text.trim()
  checkLine(field, line, lengthMax)
  return line
}

/** Refuses invalid_request, naming `field`, if the currency is no longer listed. */
export function requireListed(field: string, { code }: Currency): void {
  if (!isListed(code)) throw invalidField(field, 'must be an active ISO 4217 code')
}
