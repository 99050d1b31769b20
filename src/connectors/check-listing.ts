import { isCountry } from '../content/mod.ts'
import { findCurrency, textFault } from '../core/mod.ts'
import type { Listing, Manifest } from './adapter.ts'
import { scaledOf } from './decimal-text.ts'
import { cutText } from './one-line.ts'
import { fieldsFault } from './read-fields.ts'

const ID_LENGTH_MAX = 200
const NAME_LENGTH_MAX = 200
const TEXT_LENGTH_MAX = 20_000
const URL_LENGTH_MAX = 2_000
const FACE_VALUES_MAX = 500

const AMOUNT = /^\d{1,12}(\.\d{1,5})?$/
export const PERCENT = /^-?\d{1,2}(\.\d{1,6})?$/

/**
 * Returns a listing as it is stored: long texts are cut, unknown fields left out. Undefined if it
 * cannot be bought, because it lacks a readable name, currency or face value, or because its
 * adapter does not accept its settings.
 */
export function checkedListing(listing: Listing, manifest: Manifest): Listing | undefined {
  const faceValues = checkedValues(listing.faceValues)
  const isId = listing.listing !== '' && listing.listing.length <= ID_LENGTH_MAX
  if (!isId || line(listing.listing) !== listing.listing || !faceValues) return undefined
  if (!findCurrency(listing.currency) || !manifest.types.includes(listing.productType)) {
    return undefined
  }
  const settings = presentSettings(listing.settings)
  if (fieldsFault(manifest.settings, settings)) return undefined
  if (!Object.entries(settings).flat().every(isStorable)) return undefined
  const name = line(listing.name) || listing.listing
  const { discountPercent: discount, imageUrl } = listing
  return {
    ...listing,
    name,
    brand: line(listing.brand) || name,
    countries: [...new Set(listing.countries.map((one) => one.toUpperCase()).filter(isCountry))],
    faceValues,
    discountPercent: discount !== undefined && PERCENT.test(discount) ? discount : undefined,
    settings,
    imageUrl: imageUrl !== undefined && isAddress(imageUrl) ? imageUrl : undefined,
    redemption: textOf(listing.redemption),
    terms: textOf(listing.terms),
  }
}

function checkedValues(values: Listing['faceValues']): Listing['faceValues'] | undefined {
  if ('min' in values) {
    const { min, max, step } = values
    if (!isAmount(min) || !isAmount(max) || scaledOf(max) < scaledOf(min)) return undefined
    return { min, max, step: step !== undefined && isAmount(step) ? step : undefined }
  }
  const fixed = [...new Set(values)].filter(isAmount)
  return fixed.length > 0 && fixed.length <= FACE_VALUES_MAX ? fixed : undefined
}

function isAmount(text: string): boolean {
  return AMOUNT.test(text) && scaledOf(text) > 0n
}

function presentSettings(settings: Listing['settings']): Listing['settings'] {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

/** Returns a text in one line, without invisible characters. */
function line(text: string): string {
  return cutText(visible(text).replaceAll(/\s+/g, ' ').trim(), NAME_LENGTH_MAX).trim()
}

function textOf(text: string | undefined): string | undefined {
  return cutText(visible(text ?? '').trim(), TEXT_LENGTH_MAX) || undefined
}

function visible(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (one) => (one === '\n' ? one : ' '))
}

/** Matches most texts. This test takes a tenth of the time of checking each character. */
const PLAIN = /^[\n\x20-\x7e]*$/

function isAddress(text: string): boolean {
  const isShort = text.length <= URL_LENGTH_MAX && isStorable(text)
  return isShort && /^https?:\/\//.test(text) && URL.canParse(text)
}

/** A text that the database refuses would stop the whole catalog. */
function isStorable(text: string | undefined): boolean {
  return textFault(text ?? '', TEXT_LENGTH_MAX) === undefined
}
