import { Refusal } from '../core/mod.ts'
import type { Session } from './session.ts'

/** Who must have a second factor: nobody, users of the operator, or everybody. */
type SecondFactorUse = 'optional' | 'operators' | 'all'

export interface SecondFactorPolicy {
  readonly config: { readonly secondFactorUse: SecondFactorUse }
}

/**
 * True if the user of a session must add a second factor before anything else. False for a session
 * of OpenID Connect, because the provider is responsible for second factors.
 */
export function mustAddSecondFactor(
  { config: { secondFactorUse } }: SecondFactorPolicy,
  { user, isByProvider }: Pick<Session, 'user' | 'isByProvider'>,
): boolean {
  if (user.hasSecondFactor || isByProvider) return false
  const isOperator = user.partnerId === undefined
  return secondFactorUse === 'all' || (secondFactorUse === 'operators' && isOperator)
}

/** Refuses permission_missing for a session whose user must add a second factor first. */
export function requireSecondFactor(policy: SecondFactorPolicy, session: Session): void {
  if (!mustAddSecondFactor(policy, session)) return
  throw new Refusal('permission_missing', 'a second factor is required; add one on Your account')
}
