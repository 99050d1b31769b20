import type { Party } from './printed-document.ts'

/** The legal identity of a party of a document, as far as it is known. */
export interface LegalIdentity {
  readonly name: string | undefined
  readonly address?: string | undefined
  /** The entry in the register of companies of its country. */
  readonly registration?: string | undefined
  readonly taxId?: string | undefined
}

const NOT_STATED = 'not stated'

/** Returns a party as it is printed. An unknown field is printed as not stated. */
export function partyOf(role: string, legal: LegalIdentity): Party {
  const { name, address, registration, taxId } = legal
  return {
    role,
    name: name ?? 'Name not stated',
    lines: [
      `Address: ${address ?? NOT_STATED}`,
      `Register number: ${registration ?? NOT_STATED}`,
      `Tax number: ${taxId ?? NOT_STATED}`,
    ],
  }
}
