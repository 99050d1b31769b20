import type { LegalIdentity } from '../documents/mod.ts'
import type { Config } from '../settings/mod.ts'

/** Returns who the operator is by law, as its documents say. */
export function legalIdentityOf(config: Config): LegalIdentity {
  const { legalName, legalAddress, legalRegistration, legalTaxId } = config
  return {
    name: legalName,
    address: legalAddress,
    registration: legalRegistration,
    taxId: legalTaxId,
  }
}
