import { checkLine } from '../core/mod.ts'

/** The legal identity of a partner, as documents show it. */
export interface PartnerLegal {
  readonly name?: string | undefined
  readonly address?: string | undefined
  /** The number in the register of companies of its country. */
  readonly registration?: string | undefined
  readonly taxId?: string | undefined
}

const LENGTHS_MAX = { name: 200, address: 400, registration: 100, taxId: 100 } as const
const NAMES = ['name', 'address', 'registration', 'taxId'] as const

/**
 * Returns the fields that are not blank, trimmed; undefined for null or if there are none. Refuses
 * invalid_request for a text that cannot be stored.
 */
export function readLegal(legal: PartnerLegal | null): PartnerLegal | undefined {
  const stated = NAMES.flatMap((name) => {
    const text = legal?.[name]?.trim()
    if (text === undefined || text === '') return []
    checkLine(`legal.${name}`, text, LENGTHS_MAX[name])
    return [[name, text] as const]
  })
  return stated.length === 0 ? undefined : Object.fromEntries(stated)
}

export function isSameLegal(one: PartnerLegal | undefined, other: PartnerLegal | undefined) {
  return NAMES.every((name) => one?.[name] === other?.[name])
}
