import { checkText, invalidField, lineFault, readLanguage, readLine } from '../core/mod.ts'
import { BARCODES, type Barcode } from './barcode.ts'
import { CATEGORIES, type Category } from './category.ts'
import type { ProductTexts } from './content.ts'

/** Texts of one language as the operator writes them. */
export interface TextsInput {
  readonly locale: string
  readonly name: string
  readonly description?: string | undefined
  readonly terms?: string | undefined
  readonly redemptionSteps?: readonly string[] | undefined
  readonly validity?: string | undefined
  readonly balanceCheckUrl?: string | undefined
}

/** A change of content as the operator writes it: absent fields do not change. */
export interface ContentChange {
  /** Null: none. */
  readonly category?: string | null | undefined
  /** Null: the symbology that fits the text. */
  readonly barcode?: string | null | undefined
  readonly countries?: readonly string[] | undefined
  readonly images?: readonly string[] | undefined
  /** Each replaces the texts of its locale; those of other locales stay. */
  readonly locales?: readonly TextsInput[] | undefined
  readonly removedLocales?: readonly string[] | undefined
}

/** The most locales of one product. */
export const LOCALES_MAX = 50
const COUNTRIES_MAX = 250
const IMAGES_MAX = 20
const STEPS_MAX = 20
const LINE_LENGTH_MAX = 200
const TEXT_LENGTH_MAX = 20_000
const STEP_LENGTH_MAX = 1_000
const URL_LENGTH_MAX = 2_000

export function readCategory(text: string): Category {
  const category = CATEGORIES.find((one) => one === text)
  if (!category) throw invalidField('category', `must be one of ${CATEGORIES.join(', ')}`)
  return category
}

export function readBarcode(text: string): Barcode {
  const barcode = BARCODES.find((one) => one === text)
  if (!barcode) throw invalidField('barcode', `must be one of ${BARCODES.join(', ')}`)
  return barcode
}

/** Refuses invalid_request for a code that is not a country's, or occurs twice. */
export function readCountries(codes: readonly string[]): readonly string[] {
  requireAtMost('countries', codes, COUNTRIES_MAX)
  for (const [at, code] of codes.entries()) {
    if (!isCountry(code)) throw invalidField(`countries[${at}]`, NO_COUNTRY)
  }
  requireDifferent('countries', codes)
  return codes
}

export const NO_COUNTRY = 'must be an ISO 3166 code of a country, such as DE'

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Codes that do not belong to a country, although they have names as regions. */
const NO_COUNTRIES: readonly string[] = ['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ']

/** Cached results of the check: a catalog of 100,000 listings repeats a few codes. */
const KNOWN = new Map<string, boolean>()

/** True for the two letters of a country in upper case. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code)) return false
  const isKnown = KNOWN.get(code)
  if (isKnown !== undefined) return isKnown
  const isOne = !NO_COUNTRIES.includes(code) && REGIONS.of(code) !== undefined
  KNOWN.set(code, isOne)
  return isOne
}

/** Refuses too many images, and an image that occurs twice. */
export function checkImageIds(imageIds: readonly string[]): void {
  requireAtMost('images', imageIds, IMAGES_MAX)
  requireDifferent('images', imageIds)
}

/** Refuses invalid_request, naming the first field at fault. */
export function readTexts(inputs: readonly TextsInput[]): ProductTexts[] {
  requireAtMost('locales', inputs, LOCALES_MAX)
  const texts = inputs.map((input, at) => readTextsOf(input, `locales[${at}]`))
  requireDifferent(
    'locales',
    texts.map(({ locale }) => locale),
  )
  return texts
}

export function readRemovedLocales(locales: readonly string[]): string[] {
  requireAtMost('removedLocales', locales, LOCALES_MAX)
  return locales.map((locale, at) => readLanguage(`removedLocales[${at}]`, locale))
}

function readTextsOf({ locale, name, ...texts }: TextsInput, field: string): ProductTexts {
  const { description, terms, redemptionSteps: steps = [], validity, balanceCheckUrl } = texts
  return {
    locale: readLanguage(`${field}.locale`, locale),
    name: readLine(`${field}.name`, name, LINE_LENGTH_MAX),
    description: readText(`${field}.description`, description),
    terms: readText(`${field}.terms`, terms),
    redemptionSteps: readSteps(`${field}.redemptionSteps`, steps),
    validity:
      validity === undefined ? undefined : readLine(`${field}.validity`, validity, LINE_LENGTH_MAX),
    balanceCheckUrl: readUrl(`${field}.balanceCheckUrl`, balanceCheckUrl),
  }
}

function readText(field: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  checkText(field, text, TEXT_LENGTH_MAX)
  return text.trim() === '' ? undefined : text
}

function readSteps(field: string, steps: readonly string[]): readonly string[] {
  requireAtMost(field, steps, STEPS_MAX)
  return steps.map((step, at) => readLine(`${field}[${at}]`, step, STEP_LENGTH_MAX))
}

/** Reads an address that people open: it must not run a script or contain a password. */
function readUrl(field: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const isUrl = lineFault(text, URL_LENGTH_MAX) === undefined && URL.canParse(text)
  const url = isUrl ? new URL(text) : undefined
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return url.href
  throw invalidField(field, 'must be an address that begins with https:// and has no password')
}

function requireAtMost(field: string, list: readonly unknown[], max: number): void {
  if (list.length > max) throw invalidField(field, `must have at most ${max} entries`)
}

function requireDifferent(field: string, list: readonly string[]): void {
  if (new Set(list).size < list.length) throw invalidField(field, 'must be different')
}
