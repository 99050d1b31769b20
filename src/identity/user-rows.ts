import { dateAt } from '../core/mod.ts'
import { contains, equals, list, insertRow, sql, type Statement, type UsersRow } from '../db/mod.ts'
import type { Role } from '../policy/mod.ts'
import type { User, UserStatus } from './user.ts'

export interface UserRow {
  user_id: number
  email: string
  name: string
  partner_id: number | null
  role: Role
  status: UserStatus
  created_at: Date
  last_sign_in_at: Date | null
  has_second_factor: boolean
  is_linked: boolean
}

export const USER_COLUMNS = sql.raw(
  `users.user_id, users.email, users.name, users.partner_id, users.role, users.status,
   users.created_at, users.last_sign_in_at,
   exists (
     select from user_totps
     where user_totps.user_id = users.user_id and user_totps.secret is not null
   ) or exists (
     select from user_passkeys where user_passkeys.user_id = users.user_id
   ) as has_second_factor,
   exists (
     select from user_identities where user_identities.user_id = users.user_id
   ) as is_linked`,
)

/** Returns the user of a row. The constraint `users_role` ensures that the role fits the tenant. */
export function toUser(row: UserRow): User {
  return {
    userId: row.user_id,
    email: row.email,
    name: row.name,
    partnerId: row.partner_id ?? undefined,
    role: row.role,
    status: row.status,
    createdAt: row.created_at.getTime(),
    lastSignInAt: row.last_sign_in_at?.getTime(),
    hasSecondFactor: row.has_second_factor,
    isLinked: row.is_linked,
  } as User
}

export interface NewUserRow {
  readonly email: string
  readonly name: string
  readonly partnerId: number | undefined
  readonly role: Role
  readonly passwordHash: string
  readonly at: number
}

/** Returns no row if the address belongs to a user. */
export function insertUser(user: NewUserRow): Statement<UserRow> {
  const inserted = insertRow<UsersRow>('users', {
    email: user.email,
    name: user.name,
    partner_id: user.partnerId,
    role: user.role,
    status: 'ACTIVE',
    password_hash: user.passwordHash,
    created_at: dateAt(user.at),
  })
  return sql`
    ${inserted}
    on conflict (email) do nothing
    returning ${USER_COLUMNS}`
}

export function userByEmail(email: string): Statement<UserRow & { password_hash: string }> {
  return sql`select ${USER_COLUMNS}, password_hash from users where email = ${email}`
}

export function passwordHashesOf(
  userIds: readonly number[],
): Statement<{ user_id: number; password_hash: string }> {
  return sql`
    select user_id, password_hash from users where user_id = any(${userIds}::bigint[])`
}

/** Locks a user whose password is still this one. */
export function userWithPassword(userId: number, passwordHash: string): Statement<UserRow> {
  return sql`
    select ${USER_COLUMNS} from users
    where user_id = ${userId} and password_hash = ${passwordHash} for no key update`
}

export function lockUserRow(userId: number): Statement<never> {
  return sql`select from users where user_id = ${userId} for no key update`
}

export function userById(userId: number): Statement<UserRow> {
  return sql`select ${USER_COLUMNS} from users where user_id = ${userId}`
}

/** The users of the operator who can sign in and have one of these roles. */
export function countOperators(roles: readonly string[]): Statement<{ total: bigint }> {
  return sql`
    select count(*) as total from users
    where partner_id is null and status = 'ACTIVE' and role = any(${roles}::text[])`
}

/** A user of a partner who can sign in and has one of these roles. */
export function userOfPartner(
  partnerId: number,
  roles: readonly string[],
): Statement<{ user_id: number }> {
  return sql`
    select user_id from users
    where partner_id = ${partnerId} and status = 'ACTIVE' and role = any(${roles}::text[])
    limit 1`
}

export function setSignedIn(userId: number, at: number): Statement<never> {
  return sql`update users set last_sign_in_at = ${dateAt(at)} where user_id = ${userId}`
}

export function setPasswordHash(userId: number, passwordHash: string): Statement<never> {
  return sql`update users set password_hash = ${passwordHash} where user_id = ${userId}`
}

export function setRoleAndStatus({ userId, role, status }: User): Statement<never> {
  return sql`update users set role = ${role}, status = ${status} where user_id = ${userId}`
}

export function lockAdmins(): Statement<never> {
  return sql`
    select from users where partner_id is null and role = 'admin'
    order by user_id for no key update`
}

/** True in the row if an administrator is left who can sign in. */
export function hasAdmin(): Statement<{ has: boolean }> {
  return sql`
    select exists (
      select from users where partner_id is null and role = 'admin' and status = 'ACTIVE') as has`
}

export function lockOwners(partnerId: number): Statement<never> {
  return sql`
    select from users where partner_id = ${partnerId} and role = 'owner'
    order by user_id for no key update`
}

/** True in the row if an owner of the partner is left who can sign in. */
export function hasOwner(partnerId: number): Statement<{ has: boolean }> {
  return sql`
    select exists (
      select from users
      where partner_id = ${partnerId} and role = 'owner' and status = 'ACTIVE') as has`
}

/** Selects users. Undefined members select all. */
interface UserFilter {
  readonly partnerId?: number | undefined
  /** A part of the address, in upper or lower case. */
  readonly email?: string | undefined
  readonly role?: Role | undefined
  readonly status?: UserStatus | undefined
}

/** Returns a page of users, oldest first. */
export const listUsers = list({
  from: 'users',
  columns: USER_COLUMNS,
  where: ({ partnerId, email, role, status }: UserFilter) => [
    equals('partner_id', partnerId),
    contains('email', email),
    equals('role', role),
    equals('status', status),
  ],
  order: 'user_id',
  sorts: {
    name: ['lower(name collate "und-x-icu") collate "C"', 'user_id'],
    email: ['email'],
    role: ['role', 'user_id'],
    createdAt: ['user_id'],
    lastSignInAt: [`coalesce(last_sign_in_at, '-infinity')`, 'user_id'],
  },
  to: toUser,
})
