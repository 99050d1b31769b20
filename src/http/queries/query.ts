import {
  findCurrency,
  findStoredCurrency,
  isUuid,
  lineFault,
  SIGNIFICANT_DIGITS_MAX,
  type Currency,
} from '../../core/mod.ts'
import type { TSchemaOptions } from 'typebox'

/** Reads one query parameter strictly from its text. Nothing is trimmed or guessed. */
export interface Parameter<T> {
  /** The JSON Schema of its value, for the OpenAPI document. */
  readonly schema: TSchemaOptions
  readonly isRequired?: boolean
  /** Returns the value of an absent parameter. Throws ParameterFault if it is required. */
  absent(): T
  /** Returns the value of the text. Throws ParameterFault if it is invalid. */
  read(text: string): T
  /** Throws ParameterFault if the values of the query do not fit together. All are valid alone. */
  checkAgainst?(values: Readonly<Record<string, unknown>>): void
}

export type QuerySpec = Readonly<Record<string, Parameter<unknown>>>
export type QueryOf<Spec extends QuerySpec> = {
  readonly [Name in keyof Spec]: ReturnType<Spec[Name]['read']>
}

/** The fault of a parameter. The message continues its name, such as `must be a UUID`. */
export class ParameterFault extends Error {
  override readonly name = 'ParameterFault'
}

const PAGE_MAX = Number.MAX_SAFE_INTEGER
const TEXT_LENGTH_MAX = 255

const CURRENCY = { type: 'string', description: 'An ISO 4217 code' }
const TEXT = { type: 'string', minLength: 1, maxLength: TEXT_LENGTH_MAX }

/** A whole number in plain digits: no sign, decimals or leading zero. */
function wholeNumber(
  fallback: number,
  { min, max }: { min: number; max: number },
): Parameter<number> {
  return {
    schema: { type: 'integer', minimum: min, maximum: max, default: fallback },
    absent: () => fallback,
    read(text) {
      const value = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
      if (value >= min && value <= max) return value
      throw new ParameterFault(`must be a whole number from ${min} to ${max}`)
    },
  }
}

/** A parameter that may be absent. `read` throws ParameterFault for an invalid text. */
export function maybe<T>(
  schema: TSchemaOptions,
  read: (text: string) => T,
): Parameter<T | undefined> {
  return { schema, absent: () => undefined, read }
}

export function optionalNumber(bounds: {
  min: number
  max: number
}): Parameter<number | undefined> {
  return optional(wholeNumber(bounds.min, bounds))
}

export function requiredCurrency(): Parameter<Currency> {
  return required(maybe(CURRENCY, readCurrency))
}

function readCurrency(text: string): Currency {
  const currency = findCurrency(text)
  if (!currency) throw new ParameterFault('must be an active ISO 4217 code')
  return currency
}

/** Reads a list of distinct currencies, such as `USD,EUR,JPY`. */
export function optionalCurrencies(): Parameter<readonly Currency[] | undefined> {
  return maybe({ type: 'string', example: 'USD,EUR,JPY' }, (text) => {
    const currencies = text.split(',').flatMap((code) => findCurrency(code) ?? [])
    const isList = currencies.map(({ code }) => code).join() === text
    if (isList && new Set(currencies).size === currencies.length) return currencies
    throw new ParameterFault('must be active ISO 4217 codes with commas between, each once')
  })
}

/** Reads an amount such as 25 or 12.50; its currency says how many decimals it may have. */
export function optionalAmount(): Parameter<number | undefined> {
  const description = 'In major units of its currency'
  return maybe({ type: 'number', minimum: 0, description }, (text) => {
    const isDecimal = /^(0|[1-9]\d*)(\.\d{1,4})?$/.test(text)
    if (isDecimal && text.length <= SIGNIFICANT_DIGITS_MAX) return Number(text)
    throw new ParameterFault('must be an amount such as 25 or 12.50')
  })
}

/** Reads a percentage with up to 4 decimals, which may be below zero. */
export function optionalPercent(): Parameter<number | undefined> {
  return maybe({ type: 'number', description: 'With up to 4 decimals' }, (text) => {
    if (/^-?(0|[1-9]\d{0,2})(\.\d{1,4})?$/.test(text)) return Number(text)
    throw new ParameterFault('must be a percentage such as 2 or -1.25')
  })
}

/** Also accepts a currency that is no longer listed, because old rows may have it. */
export function optionalStoredCurrency(): Parameter<Currency | undefined> {
  return maybe(CURRENCY, (text) => findStoredCurrency(text) ?? readCurrency(text))
}

export function optionalOneOf<const T extends string>(
  values: readonly T[],
): Parameter<T | undefined> {
  return maybe({ type: 'string', enum: [...values] }, (text) => {
    const value = values.find((one) => one === text)
    if (value === undefined) throw new ParameterFault(`must be one of ${values.join(', ')}`)
    return value
  })
}

/** Reads `a,b,c`: each one of the values, and none twice. */
export function optionalListOf<const T extends string>(
  values: readonly T[],
): Parameter<readonly T[] | undefined> {
  const description = `Some of ${values.join(', ')}, with commas between`
  return maybe({ type: 'string', description }, (text) => {
    const list = text.split(',').map((part) => values.find((one) => one === part))
    const readable = list.filter((one) => one !== undefined)
    if (readable.length === list.length && new Set(readable).size === readable.length)
      return readable
    throw new ParameterFault(`must list some of ${values.join(',')}, each once`)
  })
}

/**
 * Reads one of the properties by which a list can be sorted, those that have an index. With `-`
 * before it, the highest comes first.
 */
export function optionalSort<const T extends string>(
  names: readonly T[],
): Parameter<T | `-${T}` | undefined> {
  return optionalOneOf(names.flatMap((name) => [name, `-${name}` as const]))
}

/** Reads `true` or `false`. Absent means undefined. */
export function optionalFlag(): Parameter<boolean | undefined> {
  return maybe({ type: 'boolean' }, flag().read)
}

/** Reads `true` or `false`. Absent means false. */
export function flag(): Parameter<boolean> {
  return {
    schema: { type: 'boolean', default: false },
    absent: () => false,
    read(text) {
      if (text === 'true' || text === 'false') return text === 'true'
      throw new ParameterFault('must be true or false')
    },
  }
}

/** One line of text that is not blank. */
export function optionalLine(lengthMax: number): Parameter<string | undefined> {
  return maybe({ type: 'string', maxLength: lengthMax }, (text) => {
    const fault = lineFault(text, lengthMax)
    if (fault === undefined) return text
    throw new ParameterFault(fault)
  })
}

/** `description` tells the OpenAPI documents how the route uses it. */
export function optionalText(description?: string): Parameter<string | undefined> {
  return maybe({ ...TEXT, ...(description !== undefined && { description }) }, (text) => {
    if (text !== '' && text.length <= TEXT_LENGTH_MAX && !/[\0\p{Cs}]/u.test(text)) return text
    throw new ParameterFault(`must have 1 to ${TEXT_LENGTH_MAX} characters`)
  })
}

/** An optional text that is searched for in upper and lower case. */
export function optionalPart(): Parameter<string | undefined> {
  return optionalText('A part is enough, in upper or lower case')
}

/** An optional text. Each of its words is searched for. */
export function optionalWords(): Parameter<string | undefined> {
  return optionalText('Parts of its words, in any order, case and accents aside')
}

/** A text that is required and not blank. */
export function requiredText(description?: string): Parameter<string> {
  const text = optionalText(description)
  return required({
    ...text,
    read: (value) => text.read(value.trim() === '' ? '' : value),
  })
}

export function optionalUuid(): Parameter<string | undefined> {
  return maybe({ type: 'string', format: 'uuid' }, (text) => {
    if (isUuid(text)) return text.toLowerCase()
    throw new ParameterFault('must be a UUID')
  })
}

/** Returns the parameter with another description for the OpenAPI documents. */
export function described<T>(
  parameter: Parameter<T>,
  description: string,
  example?: string,
): Parameter<T> {
  const schema = { ...parameter.schema, description, ...(example !== undefined && { example }) }
  return { ...parameter, schema }
}

/** Returns the parameter with its meaning before the form that its description names. */
export function withMeaning<T>(parameter: Parameter<T>, meaning: string): Parameter<T> {
  return described(parameter, `${meaning} ${parameter.schema.description ?? ''}`)
}

/** Returns the parameter, which must be there. */
export function required<T>(parameter: Parameter<T | undefined>): Parameter<T> {
  return {
    ...parameter,
    isRequired: true,
    absent() {
      throw new ParameterFault('is required')
    },
    read(text) {
      const value = parameter.read(text)
      if (value === undefined) throw new ParameterFault('is required')
      return value
    },
  }
}

/** The page parameters of /v2 and /admin/v1, counted from 1. */
export const pages = {
  page: wholeNumber(1, { min: 1, max: PAGE_MAX }),
  pageSize: wholeNumber(100, { min: 1, max: 2_000 }),
} as const satisfies QuerySpec

/** The page parameters of /api/partner/v1, counted from 0. */
export const zeroBasedPages = {
  page: wholeNumber(0, { min: 0, max: PAGE_MAX }),
  size: wholeNumber(20, { min: 1, max: 50 }),
} as const satisfies QuerySpec

/** The page and its size, which stay undefined if they are absent. */
export const optionalPages = {
  page: optional(pages.page),
  pageSize: optional(pages.pageSize),
} as const satisfies QuerySpec

function optional<T>(parameter: Parameter<T>): Parameter<T | undefined> {
  const { default: _, ...schema } = parameter.schema
  return maybe(schema, (text) => parameter.read(text))
}
