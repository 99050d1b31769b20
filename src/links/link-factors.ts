import { DETAILS_MAX, invalidFields } from '../core/mod.ts'
import type { SecondFactor } from './link.ts'
import type { SendLinks } from './link-input.ts'
import { factorOf, type LinkTemplate } from './link-template.ts'

/** Returns the second factor of each link: its own, else that of the template for its amount. */
export function factorsOf(
  template: LinkTemplate | undefined,
  { links, currency }: Pick<SendLinks, 'links' | 'currency'>,
): readonly SecondFactor[] {
  return links.map(
    ({ secondFactor, amountMinor }) =>
      secondFactor ?? factorOf(template, { currency: currency.code, amountMinor }),
  )
}

/**
 * Returns the second factor of each link. Refuses invalid_request for links without an address to
 * which codes could be sent.
 */
export function requireFactors(
  template: LinkTemplate | undefined,
  input: Pick<SendLinks, 'links' | 'currency'>,
): readonly SecondFactor[] {
  const factors = factorsOf(template, input)
  const faults = input.links.flatMap(({ emailBlind, phoneBlind }, at) => {
    if (factors[at] === 'EMAIL' && !emailBlind) {
      return { field: `recipients[${at}].email`, message: NEEDS_ADDRESS }
    }
    if (factors[at] !== 'SMS' || phoneBlind) return []
    return { field: `recipients[${at}].phone`, message: NEEDS_PHONE }
  })
  if (faults.length > 0) throw invalidFields('invalid_request', faults.slice(0, DETAILS_MAX))
  return factors
}

export const NEEDS_ADDRESS = 'is required where codes are mailed'
export const NEEDS_PHONE = 'is required where codes are sent by SMS'
