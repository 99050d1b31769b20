import { recordAudit } from '../audit/mod.ts'
import type { Clock } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { deleteIdentitiesOf } from './oidc-rows.ts'
import { requestedUser, type UserRequest } from './requested-user.ts'
import { targetOf, type User } from './user.ts'

/**
 * Unlinks a user from the subjects of OpenID Connect, for somebody who manages users: the next
 * sign-in at the provider with the user's verified address links a subject again. Ends no session.
 * Returns the user. Refuses not_found.
 */
export async function unlinkIdentities(tx: Tx, clock: Clock, request: UserRequest): Promise<User> {
  const user = await requestedUser(tx, request)
  const { actor, reason } = request
  const identities = (await tx.rows(deleteIdentitiesOf(user.userId))).map((one) => ({ ...one }))
  recordAudit(tx, {
    partnerId: user.partnerId,
    actor,
    action: 'user.unlink_identities',
    target: targetOf(user),
    valueOut: 'none',
    reason,
    before: { identities },
    after: { identities: [] },
    at: clock.now(),
  })
  return { ...user, isLinked: false }
}
