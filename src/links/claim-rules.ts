import { invalidField, type MinorUnits } from '../core/mod.ts'

/** What claims of a template's links may be within a day before a person looks at them. */
export interface ClaimRules {
  /** Those that are allowed, as ISO 3166-1 codes; undefined: all. */
  readonly countries: readonly string[] | undefined
  /** How many claims come from one network, and for one e-mail address or number. */
  readonly networkPerDay: number | undefined
  readonly addressPerDay: number | undefined
  /** How much is claimed in a currency, all links of the template together. */
  readonly amountPerDay:
    | readonly { readonly currency: string; readonly amountMinor: MinorUnits }[]
    | undefined
  /** After which what nobody has released goes back. */
  readonly reviewHours: number
}

export const REVIEW_HOURS = 72
const COUNTRY = /^[A-Z]{2}$/

/** Refuses invalid_request for what is not a country. */
export function checkRules({ countries = [] }: ClaimRules): void {
  const at = countries.findIndex((one) => !COUNTRY.test(one))
  if (at >= 0) throw invalidField(`claimRules.countries[${at}]`, 'must be a code such as DE')
}
