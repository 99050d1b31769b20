import { Refusal, type Clock } from '../core/mod.ts'
import { oneRow, type Tx } from '../db/mod.ts'
import { hasOwner, lockOwners } from './user-rows.ts'
import type { User } from './user.ts'
import { changeUser, lockUser, noUser, type UserChange } from './users.ts'

/**
 * Changes a user of a partner for another one of its users.
 *
 * Refuses, in this order:
 *   not_found         the partner has no such user
 *   invalid_request   a role that a partner does not have
 *   state_conflict    the partner would have no owner
 */
export async function updatePartnerUser(
  tx: Tx,
  clock: Clock,
  { partnerId, userId, change }: { partnerId: number; userId: number; change: UserChange },
): Promise<User> {
  // All users are locked, in one order, so that two owners cannot demote each other at the same
  // time. Administrators are not locked here: `updateUser` locks them before the user, so that
  // would deadlock.
  await tx.rows(lockOwners(partnerId))
  const user = await lockUser(tx, userId)
  if (user.partnerId !== partnerId) throw noUser()
  const changed = await changeUser(tx, clock, { user, change })
  const { has } = await oneRow(tx, hasOwner(partnerId))
  if (has) return changed
  throw new Refusal('state_conflict', 'the partner would have no owner; make another one first')
}
