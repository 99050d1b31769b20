import { denominationFault, type Product } from '../catalog/mod.ts'
import { AMOUNT_MINOR_MAX, isoTime, parseInstant, type Currency } from '../core/mod.ts'
import { fieldAt, widthFault, type CsvColumns, type CsvHeader, type CsvRecord } from '../csv/mod.ts'
import type { GoodLine } from '../inventory/mod.ts'
import { checkCode, CodeFault } from '../supply/mod.ts'

export const IMPORT_COLUMNS = {
  all: [
    'faceValue',
    'giftCardNumber',
    'giftCardPin',
    'barCodeNumber',
    'redemptionUrl',
    'expiresAt',
  ],
  required: ['faceValue', 'giftCardNumber'],
} as const satisfies CsvColumns<string>
export type Header = CsvHeader<(typeof IMPORT_COLUMNS.all)[number]>

/** The product that codes are imported for. */
export interface StockedProduct extends Pick<
  Product,
  'productId' | 'currency' | 'denomination' | 'codeNamespace'
> {
  /** Face values for which orders wait, even if the product is no longer sold at them. */
  readonly waitedForMinor?: ReadonlySet<bigint>
}

export interface LineContext {
  readonly header: Header
  /** Milliseconds. */
  readonly now: number
}

/** Reads the lines of one import. */
export class LineReader {
  readonly #faceValue: (text: string) => bigint
  readonly #expiry = ofRepeated(readExpiry)

  constructor(product: StockedProduct) {
    const { code, exponent } = product.currency
    this.#faceValue = ofRepeated((text) => readFaceValue(product, { code, exponent }, text))
  }

  /**
   * Reads one line. The code is not changed in any way. Throws CodeFault for the first fault, in
   * this order: number of columns, code, PIN, barcode, URL, face value, expiry. A face value is
   * exact decimal text in the product's currency. The product must be sold at it, or orders must
   * wait for it. An expiry is ISO 8601, and after `now`.
   */
  read({ header, now }: LineContext, { line, fields }: CsvRecord): GoodLine {
    const fault = widthFault(header, fields)
    if (fault !== undefined) throw new CodeFault(fault)
    const { at } = header
    const code = {
      giftCardNumber: fieldAt(fields, at.giftCardNumber),
      giftCardPin: fieldAt(fields, at.giftCardPin),
      barCodeNumber: fieldAt(fields, at.barCodeNumber),
      redemptionUrl: fieldAt(fields, at.redemptionUrl),
    }
    if (code.giftCardNumber.trim() === '') throw new CodeFault('giftCardNumber is empty')
    checkCode(code)
    const faceValueMinor = this.#faceValue(fieldAt(fields, at.faceValue))
    const expiresAt = this.#expiry(fieldAt(fields, at.expiresAt))
    if (expiresAt !== undefined && expiresAt <= now) throw new CodeFault('expiresAt has passed')
    return { line, code, faceValueMinor, expiresAt }
  }
}

/** Caches the last value: the lines of a file repeat their face value and expiry. */
function ofRepeated<Value>(read: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) }
    return last.value
  }
}

function readFaceValue(
  product: StockedProduct,
  { code, exponent }: Pick<Currency, 'code' | 'exponent'>,
  text: string,
): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  if (!/^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]+)?$/.test(text) || fraction.length > exponent) {
    throw new CodeFault(`faceValue is not a decimal of ${code}, with at most ${exponent} decimals`)
  }
  const minor = BigInt(whole + fraction.padEnd(exponent, '0'))
  const isWanted =
    denominationFault(product, minor) === undefined || product.waitedForMinor?.has(minor)
  if (minor > AMOUNT_MINOR_MAX || !isWanted) {
    throw new CodeFault('faceValue is not one that the product is sold at')
  }
  return minor
}

const DATE_LENGTH = 'yyyy-mm-dd'.length
/** A datetime must have an offset: without one, its instant would depend on the machine. */
const ISO_INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** A date without a time is its beginning in UTC, the earlier of the possible instants. */
function readExpiry(text: string): number | undefined {
  if (text === '') return undefined
  const at = ISO_INSTANT.test(text) && isDay(text.slice(0, DATE_LENGTH)) && parseInstant(text)
  if (at === false || at === undefined) {
    throw new CodeFault('expiresAt is not an ISO 8601 date, or datetime with its offset')
  }
  return at
}

/** Rejects February 30, which the platform reads as March 2. */
function isDay(date: string): boolean {
  const at = parseInstant(date)
  return at !== undefined && isoTime(at).startsWith(date)
}
