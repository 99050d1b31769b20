import { recordAudit } from '../audit/mod.ts'
import { isoTime, type Clock } from '../core/mod.ts'
import { maybeRow, type Tx } from '../db/mod.ts'
import { deleteRecoveryCodes, deleteTotp } from './factor-rows.ts'
import { deleteChallengesOf } from './passkey-challenge-rows.ts'
import { deletePasskeysOf } from './passkey-rows.ts'
import { deletePendingOf } from './pending-sign-in-rows.ts'
import { requestedUser, type UserRequest } from './requested-user.ts'
import { targetOf, type User } from './user.ts'

/**
 * Removes all second factors of a user who has lost them, for somebody who manages users. Until the
 * user adds a new one, the password alone signs in. Returns the user. Refuses not_found.
 */
export async function resetSecondFactors(
  tx: Tx,
  clock: Clock,
  request: UserRequest,
): Promise<User> {
  const user = await requestedUser(tx, request)
  const { actor, reason } = request
  const { userId, partnerId } = user
  const totp = await maybeRow(tx, deleteTotp(userId))
  const passkeys = (await tx.rows(deletePasskeysOf(userId))).map(({ name }) => name)
  tx.write(deleteRecoveryCodes(userId))
  tx.write(deletePendingOf(userId))
  tx.write(deleteChallengesOf(userId))
  recordAudit(tx, {
    partnerId,
    actor,
    action: 'user.reset_second_factors',
    target: targetOf(user),
    valueOut: 'none',
    reason,
    before: { totpSince: totp?.confirmed_at ? isoTime(totp.confirmed_at) : null, passkeys },
    after: { totpSince: null, passkeys: [] },
    at: clock.now(),
  })
  return { ...user, hasSecondFactor: false }
}
