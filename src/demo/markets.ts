import type { ProductInput } from '../catalog/mod.ts'

/** Usual face values of one country, as wire numbers in its currency. */
interface Amounts {
  /** For a coffee or a film. */
  readonly small: readonly number[]
  /** For a meal, a book or a shirt. */
  readonly medium: readonly number[]
  /** For a journey or a machine. */
  readonly large: readonly number[]
  /** The range of a product that takes any amount. */
  readonly any: readonly [number, number]
}

const EURO: Amounts = {
  small: [5, 10, 20],
  medium: [15, 25, 50, 100],
  large: [50, 100, 250],
  any: [5, 500],
}

const DOLLAR: Amounts = {
  small: [5, 10, 25],
  medium: [10, 25, 50, 100],
  large: [50, 100, 250, 500],
  any: [5, 500],
}

const POUND: Amounts = {
  small: [5, 10, 20],
  medium: [10, 25, 50, 100],
  large: [50, 100, 250],
  any: [5, 400],
}

const FRANC: Amounts = {
  small: [10, 20, 30],
  medium: [20, 50, 100],
  large: [100, 250, 500],
  any: [10, 500],
}

const ZLOTY: Amounts = {
  small: [20, 50, 100],
  medium: [50, 100, 200],
  large: [200, 500, 1_000],
  any: [20, 2_000],
}

const KRONA: Amounts = {
  small: [50, 100, 200],
  medium: [100, 250, 500, 1_000],
  large: [500, 1_000, 2_500],
  any: [50, 5_000],
}

const DIRHAM: Amounts = {
  small: [20, 50, 100],
  medium: [50, 100, 250],
  large: [250, 500, 1_000],
  any: [20, 2_000],
}

const DINAR: Amounts = {
  small: [1.5, 2.5, 5],
  medium: [5, 10, 25],
  large: [25, 50, 100],
  any: [1.5, 150],
}

const REAL: Amounts = {
  small: [20, 30, 50],
  medium: [50, 100, 200],
  large: [250, 500, 1_000],
  any: [20, 2_000],
}

const PESO: Amounts = {
  small: [100, 200, 300],
  medium: [200, 500, 1_000],
  large: [1_000, 2_500, 5_000],
  any: [100, 10_000],
}

const RUPEE: Amounts = {
  small: [100, 250, 500],
  medium: [500, 1_000, 2_000],
  large: [2_000, 5_000, 10_000],
  any: [100, 10_000],
}

const YEN: Amounts = {
  small: [500, 1_000, 1_500],
  medium: [1_000, 3_000, 5_000, 10_000],
  large: [10_000, 30_000, 50_000],
  any: [500, 50_000],
}

const MARKETS = {
  US: { currency: 'USD', ...DOLLAR },
  CA: { currency: 'CAD', ...DOLLAR },
  MX: { currency: 'MXN', ...PESO },
  BR: { currency: 'BRL', ...REAL },
  GB: { currency: 'GBP', ...POUND },
  DE: { currency: 'EUR', ...EURO },
  FR: { currency: 'EUR', ...EURO },
  ES: { currency: 'EUR', ...EURO },
  IT: { currency: 'EUR', ...EURO },
  NL: { currency: 'EUR', ...EURO },
  CH: { currency: 'CHF', ...FRANC },
  PL: { currency: 'PLN', ...ZLOTY },
  SE: { currency: 'SEK', ...KRONA },
  AE: { currency: 'AED', ...DIRHAM },
  KW: { currency: 'KWD', ...DINAR },
  IN: { currency: 'INR', ...RUPEE },
  JP: { currency: 'JPY', ...YEN },
  AU: { currency: 'AUD', ...DOLLAR },
} as const satisfies Readonly<Record<string, Amounts & { currency: string }>>

export type PriceLevel = keyof Amounts
export type Country = keyof typeof MARKETS

/** The countries in which a brand is sold. */
const REACHES = {
  world: ['US', 'CA', 'MX', 'BR', 'GB', 'DE', 'FR', 'ES', 'AE', 'KW', 'IN', 'JP', 'AU'],
  america: ['US', 'CA', 'MX', 'BR'],
  europe: ['GB', 'DE', 'FR', 'ES', 'IT', 'NL', 'CH', 'PL', 'SE'],
  english: ['US', 'CA', 'GB', 'AU'],
  gulf: ['AE', 'KW'],
  asia: ['IN', 'JP', 'AU'],
} as const satisfies Readonly<Record<string, readonly Country[]>>

export type Reach = keyof typeof REACHES

export function countriesOf(reach: Reach): Country[] {
  return [...REACHES[reach]]
}

type DenominationInput = Pick<
  ProductInput,
  'currency' | 'denominationType' | 'fixedAmounts' | 'minAmount' | 'maxAmount'
>

/** Returns the denomination of a price level in one country. */
export function denominated(country: Country, sells: PriceLevel): DenominationInput {
  const { currency, any, ...levels } = MARKETS[country]
  if (sells !== 'any') {
    return { currency, denominationType: 'FIXED', fixedAmounts: levels[sells] }
  }
  const [minAmount, maxAmount] = any
  return { currency, denominationType: 'VARIABLE', minAmount, maxAmount }
}
