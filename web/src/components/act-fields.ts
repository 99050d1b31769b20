import type { BodyName, Operations } from '../api/operations.ts'
import { decimalsOf } from '../format/currency-decimals.ts'
import { money } from '../format/format.ts'
import { exampleNumber, parseNumber, type ParsedNumber } from '../format/parse-number.ts'
import { messages } from '../messages/messages.ts'
import type { Choice, ChoiceSearch } from './choice.ts'
import { labelsOf } from './labels.ts'

/** A field of the body that an act sends. Empty optional fields are left out. */
export interface Field<Name extends string = string> {
  /** The member of an object is written with a dot, such as `cost.amount`. */
  readonly name: Name
  readonly label: string
  /**
   * `number` is whole, `percent` may be below zero, `price` and `rate` have more decimals. The
   * entries of a `list` are separated by commas, of `amounts` by semicolons, of `labels` by lines.
   */
  readonly kind?:
    | 'text'
    | 'lines'
    | 'amount'
    | 'amounts'
    | 'percent'
    | 'price'
    | 'rate'
    | 'number'
    | 'choice'
    | 'switch'
    | 'list'
    | 'labels'
    | 'date-time'
    | 'password'
    | 'currency'
  /** For an amount: its currency, or the field that has it. Undefined if neither is known. */
  readonly currency?: string | { readonly field: string }
  /** Says what the amount will do, such as "You will book 10.00 USD". */
  says?(amount: string): string
  readonly choices?: readonly (string | Choice)[]
  /** Finds choices by a text, if there are too many to list. */
  readonly search?: ChoiceSearch
  /** True if the value of the choice is sent as a number. */
  readonly isNumeric?: boolean
  readonly isOptional?: boolean
  readonly help?: string
  /** The value that the form begins with; `true` for a switch that is on. */
  readonly initial?: string
}

export type Values = Readonly<Record<string, string | boolean>>

/** A field of the body of an operation. */
export type FieldOf<Id extends keyof Operations> = Field<BodyName<Id> | `${BodyName<Id>}.${string}`>

/** The fields, or a function that returns them for the values entered so far. */
export type Fields<One extends Field = Field> =
  | readonly One[]
  | ((values: Values) => readonly One[])

/** Returns the name of a field in a form, in which a dot would name a member of an object. */
export function formName(name: string): string {
  return name.replaceAll('.', '/')
}

/** Returns the values that a form with these fields begins with. */
export function initialValues(fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.map(({ name, kind, initial }) => [
      formName(name),
      kind === 'switch' ? initial === 'true' : (initial ?? ''),
    ]),
  )
}

const PERCENT_DECIMALS = 4
const PRICE_DECIMALS = 5
const RATE_DECIMALS = 8
/** The decimals of an amount whose currency is not known yet: the most that a currency has. */
const DECIMALS_MAX = 4

/** Returns, by field, why an entered value is malformed. */
export function faultsOf(fields: readonly Field[], values: Values): Record<string, string> {
  const faults = fields.flatMap((field): [string, string][] => {
    if (field.kind === 'labels' && !labelsOf(String(values[formName(field.name)] ?? ''))) {
      return [[formName(field.name), messages.act.noLabels]]
    }
    const parsed = parse(field, values)
    if (parsed === undefined || 'value' in parsed) return []
    const {
      malformed,
      several,
      too_many_decimals: tooMany,
      too_long: tooLong,
    } = messages.act.numbers
    const { decimalsMax } = numberKind(field, values)
    const example = field.kind === 'amounts' ? several : malformed
    const texts = {
      malformed: example(exampleNumber({ decimalsMax })),
      too_many_decimals: tooMany(decimalsMax, exampleNumber({ decimalsMax })),
      too_long: tooLong,
    }
    return [[formName(field.name), texts[parsed.fault]]]
  })
  return Object.fromEntries(faults)
}

/** Returns an entered amount as the pages show amounts; undefined if there is none to show. */
export function shownAmount(field: Field, values: Values): string | undefined {
  const currency = currencyOf(field, values)
  const parsed = field.kind === 'amount' ? parse(field, values) : undefined
  if (currency === undefined || parsed === undefined || 'fault' in parsed) return undefined
  return money(parsed.value, currency)
}

/** Returns the body of a request, or undefined if the act sends none. */
export function bodyOf(
  fields: readonly Field[],
  values: Values,
  fixed: Readonly<Record<string, unknown>> | undefined,
): object | undefined {
  if (fields.length === 0 && !fixed) return undefined
  const body: Record<string, unknown> = { ...fixed }
  for (const field of fields) {
    const value = values[formName(field.name)]
    if (value === '' || value === undefined) continue
    const [name = '', member] = field.name.split('.')
    const sent = sentValue(field, values)
    body[name] = member === undefined ? sent : { ...Object(body[name]), [member]: sent }
  }
  return body
}

/**
 * Returns the value to send for an entered text. A time is entered in the reader's zone, and sent
 * in UTC.
 */
function sentValue(field: Field, values: Values): unknown {
  const value = values[formName(field.name)] ?? ''
  if (typeof value === 'boolean') return value
  if (field.isNumeric === true) return Number(value)
  if (field.kind === 'date-time') return new Date(value).toISOString()
  if (field.kind === 'list') return value.split(',').map((one) => one.trim())
  if (field.kind === 'labels') return labelsOf(value)
  if (field.kind === 'amounts') {
    const amounts = parseAll(value, field, values)
    return amounts.map((one) => ('value' in one ? Number(one.value) : undefined))
  }
  const parsed = parse(field, values)
  // An amount has at most 15 digits, so it is exact as a JSON number.
  return parsed && 'value' in parsed ? Number(parsed.value) : value
}

/**
 * Returns the entered number, or of several numbers the first malformed one. Undefined if nothing
 * was entered, or the field is not a number.
 */
function parse(field: Field, values: Values): ParsedNumber | undefined {
  const { [formName(field.name)]: text = '' } = values
  const { kind = '' } = field
  if (kind === 'amounts' && typeof text === 'string') {
    return parseAll(text, field, values).find((one) => 'fault' in one)
  }
  if (!['amount', 'percent', 'price', 'rate', 'number'].includes(kind)) return undefined
  if (typeof text !== 'string' || text.trim() === '') return undefined
  return parseNumber(text, numberKind(field, values))
}

/** Parses numbers separated by semicolons, because a number may contain a space, as in 1 500. */
function parseAll(text: string, field: Field, values: Values): ParsedNumber[] {
  const parts = text.split(/[;\n]+/).filter((part) => part.trim() !== '')
  return parts.map((one) => parseNumber(one, numberKind(field, values)))
}

function numberKind(field: Field, values: Values): { decimalsMax: number; isSigned: boolean } {
  if (field.kind === 'percent') return { decimalsMax: PERCENT_DECIMALS, isSigned: true }
  if (field.kind === 'rate') return { decimalsMax: RATE_DECIMALS, isSigned: false }
  if (field.kind === 'price') return { decimalsMax: PRICE_DECIMALS, isSigned: false }
  if (field.kind === 'number') return { decimalsMax: 0, isSigned: false }
  const currency = currencyOf(field, values)
  const decimalsMax = currency === undefined ? DECIMALS_MAX : decimalsOf(currency)
  return { decimalsMax, isSigned: false }
}

/** Returns the code of a currency, if one was entered. */
function currencyOf({ currency }: Field, values: Values): string | undefined {
  const code = typeof currency === 'object' ? values[formName(currency.field)] : currency
  return typeof code === 'string' && /^[A-Z]{3}$/.test(code.trim()) ? code.trim() : undefined
}
