import { recordAudit, type Actor } from '../audit/mod.ts'
import { Refusal, type Clock, notFound } from '../core/mod.ts'
import { maybeRow, oneRow, type Db, type Tx } from '../db/mod.ts'
import { deletePasswordResetOf } from './password-reset-rows.ts'
import {
  operatorRolesWith,
  permissionsOfOperator,
  permissionsOfPartner,
  partnerRolesWith,
  readRole,
  type OperatorPermission,
  type PartnerPermission,
} from '../policy/mod.ts'
import { deleteSessionsOf } from './session-rows.ts'
import {
  countOperators,
  hasAdmin,
  lockAdmins,
  lockUserRow,
  setRoleAndStatus,
  toUser,
  userByEmail,
  userById,
  userOfPartner,
} from './user-rows.ts'
import { targetOf, type User, type UserStatus } from './user.ts'

/** Returns the user with an address that is normalized. */
export async function findUser(db: Db, email: string): Promise<User | undefined> {
  const row = await maybeRow(db, userByEmail(email))
  return row && toUser(row)
}

/** Returns a user. Refuses not_found. */
export async function getUser(db: Db, userId: number): Promise<User> {
  const row = await maybeRow(db, userById(userId))
  if (!row) throw noUser()
  return toUser(row)
}

/** Returns the number of users of the operator who can sign in and have a permission. */
export async function countPermitted(db: Db, permission: OperatorPermission): Promise<number> {
  const { total } = await oneRow(db, countOperators(operatorRolesWith([permission])))
  return Number(total)
}

/** True if a partner has a user who can sign in and has all these permissions. */
export async function hasPermitted(
  db: Db,
  partnerId: number,
  needed: readonly PartnerPermission[],
): Promise<boolean> {
  return (await maybeRow(db, userOfPartner(partnerId, partnerRolesWith(needed)))) !== undefined
}

export interface UserChange {
  readonly role?: string | undefined
  readonly status?: UserStatus | undefined
  readonly actor: Actor
  readonly reason?: string | undefined
}

/**
 * Changes the role or status of a user. Ends all sessions of a user who is disabled.
 *
 * Refuses, in this order:
 *   not_found         no such user
 *   invalid_request   a role that the operator or a partner does not have
 *   state_conflict    no administrator would be left
 */
export async function updateUser(
  tx: Tx,
  clock: Clock,
  { userId, change }: { readonly userId: number; readonly change: UserChange },
): Promise<User> {
  // Serializes changes of administrators: two of them cannot demote each other at the same time.
  await tx.rows(lockAdmins())
  const user = await lockUser(tx, userId)
  const changed = await changeUser(tx, clock, { user, change })
  if (isAdmin(user) && !isAdmin(changed)) await requireAdmin(tx)
  return changed
}

/** Locks a user until the transaction ends. Refuses not_found. */
export async function lockUser(tx: Tx, userId: number): Promise<User> {
  // Second factors are rows of their own: only a statement after the lock sees the last change.
  tx.write(lockUserRow(userId))
  const row = await maybeRow(tx, userById(userId))
  if (!row) throw noUser()
  return toUser(row)
}

/** Changes a locked user, without checking that an administrator is left. */
export async function changeUser(
  tx: Tx,
  clock: Clock,
  { user, change }: { readonly user: User; readonly change: UserChange },
): Promise<User> {
  const { actor, reason, status = user.status } = change
  const role = change.role === undefined ? user.role : readRole(change.role, user.partnerId)
  if (role === user.role && status === user.status) return user
  const changed = { ...user, role, status } as User
  const grantsMore =
    status === 'ACTIVE' && (user.status !== status || hasNewPermission(user, changed))
  // Audited before the change: a user who changes their own role still acts by the old one.
  recordAudit(tx, {
    partnerId: user.partnerId,
    actor,
    action: 'user.update',
    target: targetOf(user),
    valueOut: grantsMore ? { kind: 'roles' } : 'none',
    reason,
    before: { role: user.role, status: user.status },
    after: { role, status },
    at: clock.now(),
  })
  await tx.rows(setRoleAndStatus(changed))
  if (status === 'DISABLED') {
    tx.write(deleteSessionsOf(user.userId))
    tx.write(deletePasswordResetOf(user.userId))
  }
  return changed
}

/** True if a user has a permission after a change that the user did not have before. */
function hasNewPermission(before: User, after: User): boolean {
  const permissions: ReadonlySet<string> = permissionsOf(before)
  return [...permissionsOf(after)].some((one) => !permissions.has(one))
}

function permissionsOf(user: User) {
  return user.partnerId === undefined
    ? permissionsOfOperator(user.role)
    : permissionsOfPartner(user.role)
}

function isAdmin({ partnerId, role, status }: User): boolean {
  return partnerId === undefined && role === 'admin' && status === 'ACTIVE'
}

async function requireAdmin(tx: Tx): Promise<void> {
  const { has } = await oneRow(tx, hasAdmin())
  if (has) return
  throw new Refusal('state_conflict', 'no administrator would be left; make another one first')
}

export function noUser(): Refusal {
  return notFound('user')
}
