import { Ratio } from './ratio.ts'

/** The currencies of all histories, with their decimals. */
export const DECIMALS = { JPY: 0, USD: 2, KWD: 3 } as const
export type Code = keyof typeof DECIMALS
export const CODES = ['JPY', 'USD', 'KWD'] as const

/** The products. Units of `stock` are imported codes; `asked` is bought elsewhere. */
export interface Sold {
  readonly brand: string
  readonly code: Code
  readonly type: 'GIFT_CARD' | 'TOP_UP'
  readonly supply: 'stock' | 'made' | 'asked'
  /** The face values of the product, or the least and the most. */
  readonly fixed?: readonly string[]
  readonly range?: readonly [string, string]
}

/** Products by their place; each id is the place plus one. */
export const PRODUCTS: readonly Sold[] = [
  { brand: 'Stock', code: 'USD', type: 'GIFT_CARD', supply: 'stock', fixed: ['10', '25'] },
  { brand: 'Made', code: 'KWD', type: 'GIFT_CARD', supply: 'made', range: ['0.005', '50'] },
  { brand: 'Phone', code: 'JPY', type: 'TOP_UP', supply: 'asked', range: ['1', '2000'] },
  { brand: 'Bought', code: 'USD', type: 'GIFT_CARD', supply: 'asked', fixed: ['9.99'] },
]

/** Face values to order, valid for some of the products. */
export const AMOUNTS = ['10', '25', '0.005', '9.99', '3.337', '777', '0.001', '501'] as const

/** The places of the face values of codes that can be in stock. */
export const STOCKED = [0, 1] as const

/** Units of the second currency for one of the first; nobody sells JPY for KWD. */
export const RATES: readonly (readonly [Code, Code, string])[] = [
  ['USD', 'JPY', '151.37'],
  ['USD', 'KWD', '0.30715'],
  ['KWD', 'USD', '3.25571'],
  ['KWD', 'JPY', '492.83456789'],
  ['JPY', 'USD', '0.00660633'],
]

/** The most units of a batch. */
export const BATCH_UNITS = 3
/** The largest balance and amount, in minor units. */
export const MOST = 999_999_999_999_999n
export const QUOTE_SECONDS = 300

/** Whole minor units of an amount in major ones; half goes up. */
export function minorOf(amount: Ratio, code: Code): bigint {
  return amount.times(Ratio.of(10n ** BigInt(DECIMALS[code]))).rounded()
}

/** The JSON number of an amount. */
export function wire(minor: bigint, code: Code): number {
  return Number(minor) / 10 ** DECIMALS[code]
}

/** The decimal text of an amount that is not negative. */
export function textOf(minor: bigint, code: Code): string {
  const digits = String(minor).padStart(DECIMALS[code] + 1, '0')
  const whole = digits.length - DECIMALS[code]
  return DECIMALS[code] === 0 ? digits : `${digits.slice(0, whole)}.${digits.slice(whole)}`
}
