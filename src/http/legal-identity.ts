import type { LegalIdentity } from '../documents/mod.ts'
import type { Config } from '../settings/mod.ts'

/** Returns the legal identity of the operator, for its documents. */
export function legalIdentityOf(config: Config): LegalIdentity {
  const { legalName, legalAddress, legalRegistration, legalTaxId } = config
  return {
    name: legalName,
    address: legalAddress,
    registration: legalRegistration,
    taxId: legalTaxId,
  }
}
