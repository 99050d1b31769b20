import { Refusal } from '../core/mod.ts'

/** The setting whether users of the operator may use passwords. Users of partners always may. */
export interface PasswordPolicy {
  readonly config: { readonly operatorPasswordUse: 'allowed' | 'refused' }
}

/** True if a user must not sign in with a password. */
export function isPasswordRefused(
  { config }: PasswordPolicy,
  partnerId: number | null | undefined,
): boolean {
  return config.operatorPasswordUse === 'refused' && (partnerId ?? undefined) === undefined
}

/** Refuses state_conflict for users who must not sign in with a password. */
export function requirePasswordUse(
  policy: PasswordPolicy,
  partnerId: number | null | undefined,
): void {
  if (!isPasswordRefused(policy, partnerId)) return
  const message = 'users of the operator have no password here; sign in by OpenID Connect'
  throw new Refusal('state_conflict', message)
}
