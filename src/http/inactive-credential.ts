import { credentialState, type KnownCredential } from '../partners/mod.ts'

/** False if requests are refused because of the credential's own or its partner's status. */
export function isActive(credential: KnownCredential, now: number): boolean {
  return inactiveBecause(credential, now) === undefined
}

/** Returns why requests of a credential are refused; undefined if they are not. */
export function inactiveBecause(credential: KnownCredential, now: number) {
  const state = credentialState(credential, now)
  if (state !== 'ACTIVE')
    return { check: 'credential', message: `the credential is ${state}` } as const
  if (credential.partnerStatus === 'ACTIVE') return undefined
  return { check: 'partner', message: 'the partner is suspended' } as const
}
