import { invalidField } from '../core/mod.ts'

export const NAME_LENGTH_MAX = 200
export const LABEL_LENGTH_MAX = 100
export const REFERENCE_LENGTH_MAX = 200
export const REASON_LENGTH_MAX = 1_000

/** Control characters, and halves of characters: PostgreSQL takes neither or alters them. */
const UNFIT = /[\p{Cc}\p{Cs}]/u

/**
 * Refuses invalid_request, naming `field`, where the text is blank, has more than `lengthMax`
 * UTF-16 units, or holds control characters or unpaired surrogates.
 */
export function checkText(field: string, text: string, lengthMax: number): void {
  if (text.trim() === '') throw invalidField(field, 'must not be blank')
  if (text.length > lengthMax)
    throw invalidField(field, `must have at most ${lengthMax} characters`)
  if (UNFIT.test(text)) throw invalidField(field, 'must not hold control characters')
}
