import type { Actor } from '../audit/mod.ts'
import { Refusal } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import type { Session } from './session.ts'
import { lockUser } from './users.ts'

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
  { user, isByProvider, isFactorRequired }: Omit<Session, 'sessionId' | 'createdAt'>,
): boolean {
  if (user.hasSecondFactor || isByProvider) return false
  if (isFactorRequired) return true
  const isOperator = user.partnerId === undefined
  return secondFactorUse === 'all' || (secondFactorUse === 'operators' && isOperator)
}

/** Refuses permission_missing for a session whose user must add a second factor first. */
export function requireSecondFactor(policy: SecondFactorPolicy, session: Session): void {
  if (!mustAddSecondFactor(policy, session)) return
  throw new Refusal('permission_missing', 'a second factor is required; add one on Your account')
}

/**
 * Locks the user who acts until `tx` ends, so that the user's second factor stays. Refuses
 * state_conflict if the user has none: only a user with a second factor may require it of others.
 */
export async function requireOwnSecondFactor(tx: Tx, { id }: Actor): Promise<void> {
  const { hasSecondFactor } = await lockUser(tx, Number(id))
  if (hasSecondFactor) return
  throw new Refusal('state_conflict', 'first add a second factor of your own, on Your account')
}
