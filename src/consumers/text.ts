import { invalidField } from '../core/mod.ts'

/** Lengths are counted in UTF-16 units. */
export const FULL_NAME_LENGTH_MAX = 200
export const CAMPAIGN_NAME_LENGTH_MAX = 200
export const REFERENCE_LENGTH_MAX = 255
export const DESCRIPTION_LENGTH_MAX = 1_000
export const REASON_LENGTH_MAX = 1_000

/** PostgreSQL takes no NUL, and UTF-8 no half of a character: stored, the text would be another. */
const CANNOT_BE_KEPT = /[\0\p{Cs}]/u
const CONTROL_CHARACTER = /\p{Cc}/u

/** A name in one line, trimmed. Refuses invalid_request naming `field`. */
export function readName(field: string, text: string, max: number): string {
  const name = text.trim()
  if (name === '') throw invalidField(field, 'must not be blank')
  checkText(field, name, max)
  if (CONTROL_CHARACTER.test(name)) throw invalidField(field, 'must not hold control characters')
  return name
}

/** Refuses invalid_request naming `field` where the text is empty, too long or cannot be kept. */
export function checkKey(field: string, text: string, max: number): void {
  if (text === '') throw invalidField(field, 'must not be empty')
  checkText(field, text, max)
}

/** Refuses invalid_request naming `field` where the text is too long or cannot be kept as it is. */
export function checkText(field: string, text: string, max: number): void {
  if (text.length > max) throw invalidField(field, `must have at most ${max} characters`)
  if (CANNOT_BE_KEPT.test(text)) throw invalidField(field, 'must be well-formed text without NUL')
}
