import type { Decimal } from './format.ts'
import { LOCALE } from './locale.ts'

/** The value of a typed number, or why it has none. */
export type ParsedNumber = { readonly value: Decimal } | { readonly fault: NumberFault }
/**
 * `malformed`: not a number as the locale writes them, or one that other readers would read
 * differently.
 */
export type NumberFault = 'malformed' | 'too_many_decimals' | 'too_long'

interface NumberKind {
  readonly decimalsMax: number
  readonly isSigned?: boolean
  /** By default, the locale of the pages. */
  readonly locale?: string
}

/** The most digits that a JSON number keeps exactly. The service accepts no more. */
const DIGITS_MAX = 15
const SPACES = /[\s\u00A0\u2009\u202F]/g
const APOSTROPHES = /['\u2019]/g

/**
 * Reads a typed number by the locale of the pages. Groups of digits must be where the locale puts
 * them: in German, `1.000` is a thousand, and `1.5` is refused, because its writer meant a decimal
 * point. Digits may be those of the locale, or 0 to 9.
 */
export function parseNumber(text: string, kind: NumberKind): ParsedNumber {
  const style = styleOf(kind.locale ?? LOCALE)
  const plain = toPlain(text.trim(), style)
  const [, sign = '', digits = ''] = /^([-\u2212]?)(.*)$/s.exec(plain) ?? []
  const parts = digits.split(style.decimal)
  const [whole = '', fraction] = parts
  const isRefused = parts.length > 2 || (sign !== '' && kind.isSigned !== true)
  const wholeDigits = isRefused ? undefined : ungroup(whole, style)
  if (wholeDigits === undefined || (fraction !== undefined && !/^\d+$/.test(fraction))) {
    return { fault: 'malformed' }
  }
  const decimals = fraction ?? ''
  if (decimals.length > kind.decimalsMax) return { fault: 'too_many_decimals' }
  const significant = (wholeDigits + decimals).replace(/^0+/, '')
  if (significant.length > DIGITS_MAX) return { fault: 'too_long' }
  const value = `${sign && '-'}${wholeDigits}${decimals && `.${decimals}`}`
  return { value: value as Decimal }
}

/** Returns how the locale writes a number: an example to follow. */
export function exampleNumber({ decimalsMax: decimals, locale = LOCALE }: NumberKind): string {
  const options = { minimumFractionDigits: decimals, useGrouping: 'always' } as const
  return new Intl.NumberFormat(locale, options).format(decimals === 0 ? 1_234 : EXAMPLE)
}

const EXAMPLE = 1_234.5

interface Style {
  readonly decimal: string
  /** Undefined if the locale groups no digits. */
  readonly group: string | undefined
  /** The digits of the locale, 0 first. */
  readonly digits: readonly string[]
  readonly format: Intl.NumberFormat
}

function styleOf(locale: string | undefined): Style {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 1 })
  const parts = format.formatToParts(12_345_678.5)
  const partOf = (type: string): string | undefined =>
    parts.find((part) => part.type === type)?.value
  const ten = new Intl.NumberFormat(locale, { useGrouping: false })
  const digits = Array.from({ length: 10 }, (_, digit) => ten.format(digit))
  const group = partOf('group')
  return { decimal: partOf('decimal') ?? '.', group: group && alike(group), digits, format }
}

/** Returns a text with the digits 0 to 9, and one kind of space and apostrophe. */
function toPlain(text: string, { digits }: Style): string {
  const latinDigits = Array.from(text, (char) => {
    const digit = digits.indexOf(char)
    return digit === -1 ? char : String(digit)
  })
  return alike(latinDigits.join(''))
}

/** Locales write narrow spaces and curly apostrophes between groups, which nobody types. */
function alike(text: string): string {
  return text.replaceAll(SPACES, ' ').replaceAll(APOSTROPHES, "'")
}

/** Returns the digits of a whole number; undefined if its groups are not those of the locale. */
function ungroup(text: string, style: Style): string | undefined {
  if (/^\d+$/.test(text)) return text
  if (style.group === undefined || !/^\d/.test(text)) return undefined
  const digits = text.replaceAll(style.group, '')
  if (!/^\d+$/.test(digits)) return undefined
  return toPlain(style.format.format(BigInt(digits)), style) === text ? digits : undefined
}
