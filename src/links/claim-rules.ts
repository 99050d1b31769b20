import { invalidField, minorUnits, type MinorUnits } from '../core/mod.ts'

/** Rules for the claims of links within a day. A claim that breaks one waits for a review. */
export interface ClaimRules {
  /** The allowed countries, as ISO 3166-1 codes; undefined: all. */
  readonly countries: readonly string[] | undefined
  /**
   * The most claims per day from one network, and for one e-mail address or phone number;
   * undefined: no limit.
   */
  readonly networkPerDay: number | undefined
  readonly addressPerDay: number | undefined
  /**
   * The most that may be claimed per day in a currency, from all links with these rules together.
   */
  readonly amountPerDay: readonly CurrencyAmount[] | undefined
  /** If nobody releases a link within these hours, its money goes back. */
  readonly reviewHours: number
}

interface CurrencyAmount {
  readonly currency: string
  readonly amountMinor: MinorUnits
}

export const REVIEW_HOURS = 72
const COUNTRY = /^[A-Z]{2}$/

/** Refuses invalid_request for a text that is not a country code. */
export function checkRules({ countries = [] }: ClaimRules): void {
  const at = countries.findIndex((one) => !COUNTRY.test(one))
  if (at >= 0) throw invalidField(`claimRules.countries[${at}]`, 'must be a code such as DE')
}

/** Amounts are text, because a number of JSON cannot hold all their digits. */
export interface StoredAmount {
  readonly currency: string
  readonly amountMinor: string
}

export function amountsAsText(amounts: readonly CurrencyAmount[]): StoredAmount[] {
  return amounts.map(({ currency, amountMinor }) => ({
    currency,
    amountMinor: String(amountMinor),
  }))
}

export function amountsIn(
  stored: readonly StoredAmount[] | undefined,
): CurrencyAmount[] | undefined {
  return stored?.map(({ currency, amountMinor }) => ({
    currency,
    amountMinor: minorUnits(BigInt(amountMinor)),
  }))
}

type StoredRules = Omit<ClaimRules, 'amountPerDay'> & {
  readonly amountPerDay?: readonly StoredAmount[] | undefined
}

/** Returns rules in the form in which they are stored as JSON. */
export function storedRules({ amountPerDay, ...rules }: ClaimRules): StoredRules {
  return { ...rules, amountPerDay: amountPerDay && amountsAsText(amountPerDay) }
}

export function toRules(stored: unknown): ClaimRules | undefined {
  const rules = (stored ?? undefined) as StoredRules | undefined
  return rules && { ...rules, amountPerDay: amountsIn(rules.amountPerDay) }
}

/** Returns rules in the form in which the audit log records them. */
export function auditableRules({ countries, amountPerDay, ...rules }: ClaimRules) {
  return {
    countries: countries ? [...countries] : null,
    networkPerDay: rules.networkPerDay ?? null,
    addressPerDay: rules.addressPerDay ?? null,
    amountPerDay: amountsAsText(amountPerDay ?? []).map((one) => ({ ...one })),
    reviewHours: rules.reviewHours,
  }
}
