import type { Actor } from '../audit/mod.ts'
import type { Tx } from '../db/mod.ts'
import type { User } from './user.ts'
import { lockUser, noUser } from './users.ts'

/** A request of a person who manages users, about one of them. */
export interface UserRequest {
  readonly userId: number
  /** If set, the user must belong to this partner. */
  readonly partnerId?: number
  readonly actor: Actor
  readonly reason: string | undefined
}

/** Returns the user, locked. Refuses not_found. */
export async function requestedUser(tx: Tx, { userId, partnerId }: UserRequest): Promise<User> {
  const user = await lockUser(tx, userId)
  if (partnerId !== undefined && user.partnerId !== partnerId) throw noUser()
  return user
}
