import { invalidField } from './refusal.ts'

/** The language of mails where none is set. */
export const LANGUAGE_FALLBACK = 'en'

const TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/
const TAG_LENGTH_MAX = 12

/**
 * Returns the canonical form of a language tag of BCP 47, such as `de` or `pt-BR`. Refuses
 * invalid_request, naming `field`.
 */
export function readLanguage(field: string, text: string): string {
  const tag = text.length > TAG_LENGTH_MAX ? '' : canonicalTag(text)
  if (!TAG.test(tag)) throw invalidField(field, 'must be a language tag such as "de" or "pt-BR"')
  return tag
}

function canonicalTag(text: string): string {
  try {
    return new Intl.Locale(text).toString()
  } catch {
    return ''
  }
}
