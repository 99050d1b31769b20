import { groupBy, isoTime, systemClock } from '../../../src/core/mod.ts'
import { inTurn } from '../../support/turns.ts'

/** Bad values of one kind of field, as JSON text: `JSON.stringify` cannot write all of them. */
export interface Kind {
  /** True if a request without the field is refused, too. */
  readonly isRequired: boolean
  readonly bad: readonly BadValue[]
}

export interface BadValue {
  readonly json: string
  /** The field that the response names, if it is not the field with the bad value. */
  readonly names?: string
}

type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null'

const ONE_OF_EACH: Readonly<Record<JsonType, readonly string[]>> = {
  string: ['"7"', '"text"'],
  number: ['7', '0.5'],
  boolean: ['true', 'false'],
  array: ['[]', '[7]', '["text"]'],
  object: ['{}', '{"value":7}'],
  null: ['null'],
}

/** Returns JSON values of all types except these. */
export function notA(...types: readonly JsonType[]): string[] {
  return Object.entries(ONE_OF_EACH).flatMap(([type, values]) =>
    types.some((one) => one === type) ? [] : values,
  )
}

export function required(...values: readonly (string | BadValue)[]): Kind {
  return { isRequired: true, bad: values.map(toBad) }
}

export function optional({ bad }: Kind): Kind {
  return { isRequired: false, bad }
}

/** A field that may also be null or left out. */
export function orNull({ bad }: Kind): Kind {
  return optional(required(...bad.filter(({ json }) => json !== 'null')))
}

function toBad(value: string | BadValue): BadValue {
  return typeof value === 'string' ? { json: value } : value
}

/** Lists of one bad entry, which the details name. */
export function entries(list: string, ...values: readonly string[]): BadValue[] {
  return values.map((value) => ({ json: `[${value}]`, names: `${list}[0]` }))
}

/** Adds values that are bad for this field only. */
export function also(kind: Kind, ...values: readonly (string | BadValue)[]): Kind {
  return { ...kind, bad: [...kind.bad, ...values.map(toBad)] }
}

/** NUL, and halves of surrogate pairs. */
const NOT_STORABLE = ['"a\\u0000b"', '"\\u0000"', '"\\ud800"', '"a\\udc00"', '"\\udc00\\ud800"']
const CONTROL = ['"a\\u0007b"', '"a\\nb"', '"a\\tb"', '"\\u007fa"']
const BLANK = ['" "', '"\\t"', '"\\u00a0\\u3000"']

/** Any text of 1 to `max` characters. */
export function anyText(max: number): Kind {
  return required(...notA('string'), ...NOT_STORABLE, '""', tooLong(max))
}

/** Text in one line that is not blank. */
export function line(max: number): Kind {
  return also(anyText(max), ...CONTROL, ...BLANK)
}

/** The reason of a write of the operator: one line, which is not trimmed. */
export function reason(): Kind {
  return also(line(1_000), JSON.stringify('it fell\n'))
}

/** Returns the body and the fields of a request that has only a reason. */
export function withReason(why: string) {
  return { body: () => ({ reason: why }), fields: { reason: reason() } }
}

export function withOptionalReason(why: string) {
  return {
    body: () => ({ reason: why }),
    isBodyOptional: true,
    fields: { reason: optional(reason()) },
  }
}

/** Text that may be empty. */
export function note(max: number): Kind {
  return required(...notA('string'), ...NOT_STORABLE, tooLong(max))
}

function tooLong(max: number): string {
  return JSON.stringify('x'.repeat(max + 1))
}

export function email(): Kind {
  return also(line(254), '"ann"', '"ann@"', '"@example.com"', '"ann@example"', '"a b@example.com"')
}

export function phone(): Kind {
  return also(line(40), '"0151 1234567"', '"+0151 1234567"', '"+49151"', '"+4915112345678901"')
}

const NO_CODES = ['', 'usd', 'Usd', ' USD', 'USD ', 'US', 'USDD', 'ZZZ', 'BGN', '840', '$']
  .concat('__proto__', 'constructor', 'toString', 'U'.repeat(10_000))
  .map((code) => JSON.stringify(code))

export function currency(): Kind {
  return required(...notA('string'), ...NOT_STORABLE, ...NO_CODES)
}

/** An amount above zero with at most `decimals` decimals. */
export function amount(decimals: 0 | 2 | 3): Kind {
  return required(...notAnAmount(decimals), ...ZEROS)
}

export function amountOrZero(decimals: 0 | 2 | 3): Kind {
  return required(...notAnAmount(decimals))
}

const ZEROS = ['0', '-0', '0.0', '0e9', '1e-400']

const FRACTIONS = {
  0: ['0.1', '1.5', '999.9', '1e-1'],
  2: ['0.001', '1.001', '999.999', '1e-3'],
  3: ['0.0001', '1.0001', '999.9999', '1e-4'],
} as const

const QUOTED = '"10.00" "1e1" "NaN" "Infinity" "1" "1e3"'.split(' ')
const NEGATIVE = '-1 -0.01 -1e-300 -1e300 -1e400'.split(' ')
const HUGE = '1e300 1e400 1e21 1e16 99999999999999999999 1234567890123456'
  .concat(' 12345678901234.567')
  .split(' ')
const TINY = ['1e-300', '0.1234567890123456']

function notAnAmount(decimals: 0 | 2 | 3): string[] {
  return [...notA('number'), ...QUOTED, ...NEGATIVE, ...HUGE, ...TINY, ...FRACTIONS[decimals]]
}

const NO_INTEGERS =
  '1.5 1e-1 "1" "1e3" 1e300 1e400 -1e400 9007199254740993 -9007199254740993'.split(' ')

export function integer({ min, max }: { min: number; max: number }): Kind {
  return required(...notA('number'), ...NO_INTEGERS, String(min - 1), String(max + 1))
}

export function flag(): Kind {
  return required(...notA('boolean'), '"true"', '0', '1')
}

export function oneOf(...values: readonly string[]): Kind {
  const near = values.flatMap((value) => [
    value.toLowerCase() === value ? value.toUpperCase() : value.toLowerCase(),
    `${value} `,
    `${value}\u0000`,
  ])
  return required(
    ...notA('string'),
    ...['', 'NOPE', '__proto__', ...near].map((value) => JSON.stringify(value)),
  )
}

const NO_TIMES_AHEAD = ['', 'soon', '2099', '2099-01-01', '2099-01-01T00:00:00', '1e12']
  .concat('2099-01-01 00:00:00Z', '2099-02-30T00:00:00Z', '2099-13-01T00:00:00Z')
  .concat('2099-01-01T25:00:00Z', '+010000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59')
  .concat('2099-01-01T00:00:00Z ', '2099-01-01T00:00:00+24:00', '2099-01-01T00:00:00Z\u0000')
  .map((text) => JSON.stringify(text))

/** A time that lies ahead. */
export function timeAhead(): Kind {
  return required(...notA('string'), ...NO_TIMES_AHEAD, '"2020-01-01T00:00:00Z"')
}

/** A time, which may have passed. */
export function anyTime(): Kind {
  return required(...notA('string'), ...NO_TIMES_AHEAD)
}

const { null: NULL, ...OTHER_TYPES } = ONE_OF_EACH

/** Lists of values that one rule refuses, whichever field has them. */
const ALIKE: readonly (readonly string[])[] = [
  Object.values(OTHER_TYPES).flat(),
  NULL,
  NOT_STORABLE,
  CONTROL,
  BLANK,
  NO_CODES,
  ZEROS,
  QUOTED,
  NEGATIVE,
  HUGE,
  TINY,
  NO_INTEGERS,
  ...Object.values(FRACTIONS),
  NO_TIMES_AHEAD,
]

/**
 * Returns the bad values to send in a field. If one rule refuses several values, the short form
 * sends some of them, and others for the next `place`.
 */
export function badAt({ bad }: Kind, place: number): readonly BadValue[] {
  const lists = groupBy(bad, ({ json, names }) =>
    names === undefined ? ALIKE.find((values) => values.includes(json)) : undefined,
  )
  return [...lists].flatMap(([list, values]) => (list ? inTurn(values, 8, place) : values))
}

/** A percentage from `min` to below 100, with four decimals at most. */
export function percentage(min: string, ...more: readonly 'null'[]): Kind {
  return required(
    ...notA('number', ...more),
    ...`100 100.5 1e300 1e400 -1e400 1.00001 1e-5 "1" ${min}`.split(' '),
  )
}

/** The role of somebody who works for the operator. */
export const ROLE = required(...notA('string'), '""', '"owner"', '"Admin"', '"__proto__"')

/** Returns the time in an hour, for bodies that are accepted each time they are sent. */
export function inAnHour(): string {
  return isoTime(systemClock.now() + 3_600_000)
}
