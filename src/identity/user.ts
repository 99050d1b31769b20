import type { Actor } from '../audit/mod.ts'
import type { OperatorRole, PartnerRole } from '../policy/mod.ts'

export const USER_STATUSES = ['ACTIVE', 'DISABLED'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

interface Person {
  readonly userId: number
  /** The address: trimmed, in lower case, composed (NFC). It belongs to only one user. */
  readonly email: string
  readonly name: string
  readonly status: UserStatus
  /** Milliseconds, as all instants. */
  readonly createdAt: number
  readonly lastSignInAt: number | undefined
  /** True if a password alone does not sign the user in. */
  readonly hasSecondFactor: boolean
  /** True if the user can sign in by OpenID Connect: a subject of a provider is linked. */
  readonly isLinked: boolean
}

export interface OperatorUser extends Person {
  readonly partnerId: undefined
  readonly role: OperatorRole
}

export interface PartnerUser extends Person {
  readonly partnerId: number
  readonly role: PartnerRole
}

/** A person who signs in: one of the operator, or one of a partner. */
export type User = OperatorUser | PartnerUser

/** Returns a user as an actor of the audit log. */
export function userActor(
  { userId, email, partnerId }: Pick<User, 'userId' | 'email' | 'partnerId'>,
  address: string | undefined,
): Actor {
  const kind = partnerId === undefined ? 'user' : 'partner_user'
  return { kind, id: String(userId), name: email, address }
}

/** The name of a user in the audit log. */
export function targetOf({ userId }: Pick<User, 'userId'>): string {
  return `user:${userId}`
}
