import { denominationFault, type Product } from '../catalog/mod.ts'
import {
  AMOUNT_MINOR_MAX,
  isoTime,
  parseInstant,
  plainTextFault,
  type Currency,
} from '../core/mod.ts'
import { isPaymentCardNumber } from './card-number.ts'
import type { CsvRecord } from './csv-records.ts'
import type { Column, Header } from './import-header.ts'
import type { Code } from './port.ts'

/** The product that codes are imported for. */
export interface StockedProduct extends Pick<
  Product,
  'productId' | 'currency' | 'denomination' | 'codeNamespace'
> {
  /** Face values that orders wait for, at which it may be sold no more. */
  readonly waitedForMinor?: ReadonlySet<bigint>
}

export interface ImportedLine {
  readonly code: Code
  readonly faceValueMinor: bigint
  /** Milliseconds; undefined: the code does not expire. */
  readonly expiresAt: number | undefined
}

/** A line that can be imported, and which of the file it is. */
export interface GoodLine extends ImportedLine {
  readonly line: number
}

/** Why a line is not imported: names the column, never quotes what is in it. */
export class LineFault extends Error {}

const CODE_LENGTH_MAX = 256
const PIN_LENGTH_MAX = 64
const BARCODE_LENGTH_MAX = 256
const URL_LENGTH_MAX = 2_048

/** Where the fields of a line stand, and as of when it is read. */
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
   * Reads one line, whose code is taken as it stands or not at all. Throws LineFault for the first
   * that applies: number of columns, the code itself, PIN, barcode, URL, face value (exact decimal
   * text of the product's currency, which the product is sold at or waited for), expiry (ISO 8601,
   * after `now`).
   */
  read({ header, now }: LineContext, { line, fields }: CsvRecord): GoodLine {
    if (fields.length !== header.width) {
      throw new LineFault(`has ${fields.length} columns where the header has ${header.width}`)
    }
    const { at } = header
    const code = {
      giftCardNumber: fieldOf(fields, at.giftCardNumber),
      giftCardPin: fieldOf(fields, at.giftCardPin),
      barCodeNumber: fieldOf(fields, at.barCodeNumber),
      redemptionUrl: fieldOf(fields, at.redemptionUrl),
    }
    if (code.giftCardNumber.trim() === '') throw new LineFault('giftCardNumber is empty')
    checkCode(code)
    const faceValueMinor = this.#faceValue(fieldOf(fields, at.faceValue))
    const expiresAt = this.#expiry(fieldOf(fields, at.expiresAt))
    if (expiresAt !== undefined && expiresAt <= now) throw new LineFault('expiresAt has passed')
    return { line, code, faceValueMinor, expiresAt }
  }
}

function fieldOf(fields: readonly string[], at: number | undefined): string {
  return at === undefined ? '' : (fields[at] ?? '')
}

/** Lines of a file say the same again and again: what was read last is not read anew. */
function ofRepeated<Value>(read: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) }
    return last.value
  }
}

/**
 * Throws LineFault for the first field that no code has: the number of a payment card, or what
 * `checkReceipt` refuses. One that is empty does not apply.
 */
export function checkCode(code: Code): void {
  if (isPaymentCardNumber(code.giftCardNumber)) {
    throw new LineFault(
      'giftCardNumber is the number of a payment card, which must not be kept here',
    )
  }
  checkReceipt(code)
}

/** As `checkCode`, of what redeems nothing: its number may look like that of any card. */
export function checkReceipt(receipt: Code): void {
  const { redemptionUrl } = receipt
  checkColumn('giftCardNumber', receipt.giftCardNumber, CODE_LENGTH_MAX)
  checkColumn('giftCardPin', receipt.giftCardPin, PIN_LENGTH_MAX)
  checkColumn('barCodeNumber', receipt.barCodeNumber, BARCODE_LENGTH_MAX)
  checkColumn('redemptionUrl', redemptionUrl, URL_LENGTH_MAX)
  if (redemptionUrl !== '' && !isWebAddress(redemptionUrl)) {
    throw new LineFault('redemptionUrl is not an http or https URL')
  }
}

function checkColumn(column: Column, text: string, lengthMax: number): void {
  if (text.length > lengthMax)
    throw new LineFault(`${column} is longer than ${lengthMax} characters`)
  const fault = plainTextFault(text)
  if (fault !== undefined) throw new LineFault(`${column} ${fault}`)
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}

function readFaceValue(
  product: StockedProduct,
  { code, exponent }: Pick<Currency, 'code' | 'exponent'>,
  text: string,
): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  if (!/^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]+)?$/.test(text) || fraction.length > exponent) {
    throw new LineFault(`faceValue is not a decimal of ${code}, with at most ${exponent} decimals`)
  }
  const minor = BigInt(whole + fraction.padEnd(exponent, '0'))
  const isWanted =
    denominationFault(product, minor) === undefined || product.waitedForMinor?.has(minor)
  if (minor > AMOUNT_MINOR_MAX || !isWanted) {
    throw new LineFault('faceValue is not one that the product is sold at')
  }
  return minor
}

const DATE_LENGTH = 'yyyy-mm-dd'.length
/** A datetime says its offset: another machine would read a local one as another instant. */
const ISO_INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** A date alone is its beginning in UTC: a code is rather sold a day less than a day too long. */
function readExpiry(text: string): number | undefined {
  if (text === '') return undefined
  const at = ISO_INSTANT.test(text) && isDay(text.slice(0, DATE_LENGTH)) && parseInstant(text)
  if (at === false || at === undefined) {
    throw new LineFault('expiresAt is not an ISO 8601 date, or datetime with its offset')
  }
  return at
}

/** The platform reads February 30 as March 2. */
function isDay(date: string): boolean {
  const at = parseInstant(date)
  return at !== undefined && isoTime(at).startsWith(date)
}
