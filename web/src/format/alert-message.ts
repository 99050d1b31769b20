import { alertTexts } from '../messages/en-alerts.ts'
import { faultInWords } from './fault-words.ts'
import { money, type Decimal } from './format.ts'
import { LOCALE } from './locale.ts'

interface Alert {
  readonly kind: string
  readonly message: string
  readonly details: unknown
}

/** Ids are numbers, too, so digits are not grouped. */
const numbers = new Intl.NumberFormat(LOCALE, { useGrouping: false })

/** The number of entries of a list that a message names. */
const NAMED_MAX = 5

/**
 * Returns the message of an alert in the language of the page. It stays in English if the page has
 * no text for the kind, or if an earlier version raised the alert with fewer details.
 */
export function messageOf(
  { kind, message, details }: Alert,
  texts: Readonly<Record<string, readonly string[]>> = alertTexts.alertMessages,
): string {
  const values = new Map(Object.entries(Object(details)))
  for (const text of texts[kind] ?? []) {
    const filled = filledIn(text, values)
    if (filled !== undefined) return filled
  }
  return message
}

/** Puts details into the braces of a text; undefined if one is missing. */
function filledIn(text: string, values: ReadonlyMap<string, unknown>): string | undefined {
  const names = Array.from(text.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name.split('|')).flat()
  if (names.some((name) => (values.get(name) ?? undefined) === undefined)) return undefined
  return text.replaceAll(/\{(\w+)(?:\|(\w+))?\}/g, (_, name: string, currency?: string) =>
    currency === undefined
      ? inWords(values.get(name), name)
      : money(String(values.get(name)) as Decimal, String(values.get(currency))),
  )
}

/** Returns the first entries of a list; for an object such as `{ refund: 2 }`, `2 refund`. */
function inWords(value: unknown, name: string): string {
  if (Array.isArray(value)) {
    const others = value.length > NAMED_MAX ? ', …' : ''
    return value.slice(0, NAMED_MAX).join(', ') + others
  }
  if (typeof value === 'number') return numbers.format(value)
  if (typeof value !== 'object' || value === null) {
    return name === 'fault' ? faultInWords(String(value)) : String(value)
  }
  return Object.entries(value)
    .map(([entry, many]) => `${many} ${entry}`)
    .join(', ')
}
