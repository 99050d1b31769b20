import { Refusal, type Clock } from '../core/mod.ts'
import { maybeRow, oneRow, type Tx } from '../db/mod.ts'
import { hasOwner, lockOwners, userForUpdate } from './user-rows.ts'
import type { User } from './user.ts'
import { noUser, updateUser, type UserChange } from './users.ts'

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
  { partnerId, ...update }: { partnerId: number; userId: number; change: UserChange },
): Promise<User> {
  // All in one order, so that two owners cannot demote each other at a time.
  await tx.rows(lockOwners(partnerId))
  const row = await maybeRow(tx, userForUpdate(update.userId))
  if (row?.partner_id !== partnerId) throw noUser()
  const changed = await updateUser(tx, clock, update)
  const { has } = await oneRow(tx, hasOwner(partnerId))
  if (has) return changed
  throw new Refusal('state_conflict', 'the partner would have no owner; make another one first')
}
