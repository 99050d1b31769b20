import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { OidcIdentity } from './oidc-client.ts'
import { USER_COLUMNS, type UserRow } from './user-rows.ts'

export function insertOidcSignIn(secretHash: Buffer, expiresAt: number): Statement<never> {
  return sql`
    insert into oidc_sign_ins (secret_hash, expires_at)
    values (${secretHash}, ${dateAt(expiresAt)})`
}

/** Deletes and returns the row, so a sign-in cannot be finished twice. */
export function deleteOidcSignIn(secretHash: Buffer, now: number): Statement<{ expires_at: Date }> {
  return sql`
    delete from oidc_sign_ins
    where secret_hash = ${secretHash} and expires_at > ${dateAt(now)}
    returning expires_at`
}

export function deleteExpiredOidcSignIns(now: number): Statement<never> {
  return sql`delete from oidc_sign_ins where expires_at < ${dateAt(now)}`
}

type Subject = Pick<OidcIdentity, 'issuer' | 'subject'>

export function userBySubject({ issuer, subject }: Subject): Statement<UserRow> {
  return sql`
    select ${USER_COLUMNS} from user_identities as identity join users using (user_id)
    where identity.issuer = ${issuer} and identity.subject = ${subject}
    for no key update of users`
}

/** Unlinks the subjects of a user, and returns them. */
export function deleteIdentitiesOf(userId: number): Statement<Subject> {
  return sql`delete from user_identities where user_id = ${userId} returning issuer, subject`
}

/** Returns no row if the user has another subject, or the subject another user. */
export function insertIdentity(
  { issuer, subject }: Subject,
  { userId, at }: { readonly userId: number; readonly at: number },
): Statement<{ user_id: number }> {
  return sql`
    insert into user_identities (issuer, user_id, subject, linked_at)
    values (${issuer}, ${userId}, ${subject}, ${dateAt(at)})
    on conflict do nothing
    returning user_id`
}
