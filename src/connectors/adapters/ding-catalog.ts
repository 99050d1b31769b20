import type { AdapterAccount, Reply, Call, CatalogPage, Listing } from '../adapter.ts'
import { decimalText, percentOf, scaledOf } from '../decimal-text.ts'
import { at, type ExactJson, listAt, parseExact, textAt, textsAt } from '../exact-json.ts'

export function headersOf({ secrets }: AdapterAccount): Record<string, string> {
  return { api_key: secrets['apiKey'] ?? '' }
}

/**
 * Reads the providers, then the products. A product has only the code of its provider, so the
 * cursor carries the names of the providers.
 */
export function catalog(account: AdapterAccount, cursor: string | undefined): Call {
  const path = cursor === undefined ? '/GetProviders' : '/GetProducts'
  return { method: 'GET', host: 'api', path, headers: headersOf(account) }
}

export function readCatalog({ json }: Reply, cursor: string | undefined): CatalogPage | undefined {
  if (textAt(json, 'ResultCode') !== '1') return undefined
  const items = listAt(json, 'Items')
  if (cursor === undefined) return { listings: [], cursor: JSON.stringify(namesOf(items)) }
  const names = parseExact(cursor)
  return { listings: items.flatMap((item) => listingOf(item, names) ?? []) }
}

function namesOf(items: readonly ExactJson[]): Readonly<Record<string, readonly string[]>> {
  const entries = items.flatMap((item) => {
    const [code, name] = [textAt(item, 'ProviderCode'), textAt(item, 'Name')]
    const logo = textAt(item, 'LogoUrl')
    return code === undefined || name === undefined
      ? []
      : [[code, logo === undefined ? [name] : [name, logo]] as const]
  })
  return Object.fromEntries(entries)
}

function listingOf(item: ExactJson, names: ExactJson | undefined): Listing | undefined {
  const sku = textAt(item, 'SkuCode')
  const currency = textAt(item, 'Minimum', 'SendCurrencyIso')
  const [min, max] = [textAt(item, 'Minimum', 'SendValue'), textAt(item, 'Maximum', 'SendValue')]
  if (sku === undefined || currency === undefined || min === undefined || max === undefined) {
    return undefined
  }
  const name = textAt(item, 'DefaultDisplayText') ?? sku
  const provider = textAt(item, 'ProviderCode')
  const [brand, imageUrl] = provider === undefined ? [] : textsAt(names, provider)
  return {
    listing: sku,
    name,
    brand: brand ?? provider ?? name,
    productType: typeOf(item),
    currency,
    countries: countriesOf(item),
    faceValues: min === max ? [min] : { min, max },
    discountPercent: discountOf(item),
    isOnSale: true,
    settings: { sku, sendCurrency: currency },
    imageUrl,
  }
}

/** 100 %, scaled as amounts are. */
const WHOLE = scaledOf('100')

/**
 * Returns the commission that the supplier pays back, less the supplier's fee, in percent. In a
 * range, the higher fee of its two ends counts.
 */
function discountOf(item: ExactJson): string | undefined {
  const commission = percentOf(textAt(item, 'CommissionRate'))
  const fees = ['Minimum', 'Maximum'].map((end) => feePercentOf(at(item, end)))
  const fee = fees.reduce((most, one) => (one > most ? one : most), 0n)
  if (commission === undefined && fee === 0n) return undefined
  return decimalText(scaledOf(commission ?? '0') - fee)
}

/** Returns the fee in percent of the sent amount, rounded up to a ten-thousandth of a percent. */
function feePercentOf(price: ExactJson | undefined): bigint {
  const sent = scaledOf(textAt(price, 'SendValue') ?? '0')
  const fee = scaledOf(textAt(price, 'DistributorFee') ?? '0')
  if (sent <= 0n || fee <= 0n) return 0n
  const place = scaledOf('0.0001')
  return (((fee * WHOLE) / sent + place - 1n) / place) * place
}

/** The code of a region begins with the code of its country. */
function countriesOf(item: ExactJson): string[] {
  const country = textAt(item, 'RegionCode')?.slice(0, 2)
  return country === undefined ? [] : [country]
}

function typeOf(item: ExactJson): Listing['productType'] {
  if (at(item, 'LookupBillsRequired') === true) return 'BILL_PAYMENT'
  const benefits = textsAt(item, 'Benefits')
  return textAt(item, 'RedemptionMechanism') === 'ReadReceipt' && !benefits.includes('Mobile')
    ? 'GIFT_CARD'
    : 'TOP_UP'
}
