import { DETAILS_MAX, invalidFields } from '../core/mod.ts'
import type { SecondFactor } from './link.ts'
import type { OutlinedLink, SendTerms } from './link-input.ts'
import { factorOf, type TemplateFactor } from './link-template.ts'

interface FactorTerms extends Pick<SendTerms, 'currency'> {
  readonly links: readonly Omit<OutlinedLink, 'metadata'>[]
}

/** Returns the second factor of each link: its own, else that of the template for its amount. */
export function factorsOf(
  template: TemplateFactor | undefined,
  {
    links,
    currency,
  }: {
    readonly currency: FactorTerms['currency']
    readonly links: readonly Pick<OutlinedLink, 'secondFactor' | 'amountMinor'>[]
  },
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
  template: TemplateFactor | undefined,
  input: FactorTerms,
): readonly SecondFactor[] {
  const factors = factorsOf(template, input)
  const faults = input.links.flatMap(({ hasEmail, hasPhone }, at) => {
    if (factors[at] === 'EMAIL' && !hasEmail) {
      return { field: `recipients[${at}].email`, message: NEEDS_ADDRESS }
    }
    if (factors[at] !== 'SMS' || hasPhone) return []
    return { field: `recipients[${at}].phone`, message: NEEDS_PHONE }
  })
  if (faults.length > 0) throw invalidFields('invalid_request', faults.slice(0, DETAILS_MAX))
  return factors
}

export const NEEDS_ADDRESS = 'is required where codes are mailed'
export const NEEDS_PHONE = 'is required where codes are sent by SMS'
