import { formatAmount, minorUnits, type Currency } from '../core/mod.ts'
import { ar } from './messages/ar.ts'
import { de } from './messages/de.ts'
import { en, type Messages } from './messages/en.ts'
import { es } from './messages/es.ts'
import { fr } from './messages/fr.ts'
import { it } from './messages/it.ts'
import { ja } from './messages/ja.ts'
import { nl } from './messages/nl.ts'
import { pl } from './messages/pl.ts'
import { pt } from './messages/pt.ts'
import { sv } from './messages/sv.ts'
import { zh } from './messages/zh.ts'

/** The texts of the pages by language. A further language needs a file and a line here. */
const CATALOGUES: Readonly<Record<string, Messages>> = {
  en,
  de,
  ar,
  es,
  fr,
  it,
  ja,
  nl,
  pl,
  pt,
  sv,
  zh,
}
type Sign = 'auto' | 'exceptZero'

/** The minus sign, which is as wide as a plus. */
const MINUS = '\u2212'
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar'])
/**
 * Parameters that people have written, in any script. In right-to-left text each is isolated:
 * otherwise the full stop of "Acme Inc." and the plus of a phone number would be at the wrong end.
 */
const NAMES: ReadonlySet<string> = new Set(['sender', 'name', 'address'])

/** Returns true if the pages have the language of a tag. */
export function hasLanguage(tag: string): boolean {
  return Object.hasOwn(CATALOGUES, tag.split('-')[0] ?? '')
}

export type MessageName = keyof Messages

/** The texts, amounts and dates of a page in one language. */
export interface Language {
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  text(name: MessageName, values?: Readonly<Record<string, string>>): string
  amount(minor: bigint, currency: Currency): string
  /** Returns an amount with its sign, as it changes a balance. */
  change(minor: bigint, currency: Currency): string
  /** Returns the instant to the minute, with its zone, which is UTC. */
  instant(ms: number): string
  day(ms: number): string
}

/**
 * Returns the language of a link, or else the first language of the browser's list that the pages
 * have.
 */
export function languageFor(locale: string | undefined, accepted: string | undefined): Language {
  const candidates = [locale ?? '', ...(accepted ?? '').split(',')]
  const tags = candidates.map((one) =>
    (one.split(';')[0] ?? '').trim().split('-')[0]?.toLowerCase(),
  )
  const tag = tags.find((one) => one !== undefined && Object.hasOwn(CATALOGUES, one)) ?? 'en'
  const language = languages.get(tag) ?? languageOf(tag)
  languages.set(tag, language)
  return language
}

/** A cache, because making the formats of a language takes longer than using them many times. */
const languages = new Map<string, Language>()

function languageOf(tag: string): Language {
  const messages = CATALOGUES[tag] ?? en
  const isRightToLeft = RIGHT_TO_LEFT.has(tag)
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const instants = new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  const formats = new Map<string, Intl.NumberFormat>()
  const money = (minor: bigint, { code, exponent }: Currency, signDisplay: Sign): string => {
    const options = { style: 'currency', currency: code, signDisplay } as const
    const name = `${code} ${signDisplay}`
    const format = formats.get(name) ?? new Intl.NumberFormat(tag, options)
    formats.set(name, format)
    const decimal = formatAmount(minorUnits(minor), { code, exponent }) as `${number}`
    const amount = format.format(decimal).replace('-', MINUS)
    return isRightToLeft ? isolated(amount) : amount
  }
  return {
    tag,
    direction: isRightToLeft ? 'rtl' : 'ltr',
    text: (name, values = {}) =>
      messages[name].replaceAll(/\{(\w+)\}(\.?)/g, (_, key: string, stop: string) => {
        const value = values[key] ?? ''
        const isolatedValue = isRightToLeft && NAMES.has(key) ? `\u2068${value}\u2069` : value
        // The full stop of "Acme Inc." also ends a sentence that ends with the name.
        return value.endsWith('.') ? isolatedValue : isolatedValue + stop
      }),
    amount: (minor, currency) => money(minor, currency, 'auto'),
    change: (minor, currency) => money(minor, currency, 'exceptZero'),
    instant: (ms) => instants.format(ms),
    day: (ms) => days.format(ms),
  }
}

/**
 * Wraps an amount in a left-to-right isolate of Unicode: in right-to-left text, "60.00 US$" would
 * otherwise be shown with the dollar sign before its letters.
 */
function isolated(amount: string): string {
  return `\u2066${amount.replaceAll('\u200f', '')}\u2069`
}
