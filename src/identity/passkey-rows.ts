import { dateAt } from '../core/mod.ts'
import { insertRow, sql, type Statement, type UserPasskeysRow } from '../db/mod.ts'

const PASSKEY = sql`
  passkey_id, user_id, credential_id, public_key, signatures, name, created_at, last_used_at`

/** The passkeys of a user, oldest first. */
export function passkeysOf(userId: number): Statement<UserPasskeysRow> {
  return sql`
    select ${PASSKEY} from user_passkeys where user_id = ${userId}
    order by created_at, passkey_id`
}

export function passkeyByCredential(credentialId: Buffer): Statement<UserPasskeysRow> {
  return sql`
    select ${PASSKEY} from user_passkeys where credential_id = ${credentialId}`
}

export interface NewPasskeyRow {
  readonly passkeyId: string
  readonly userId: number
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly signatures: number
  readonly name: string
  readonly at: number
}

/** Returns no row if the credential is stored already, for this user or another one. */
export function insertPasskey(passkey: NewPasskeyRow): Statement<object> {
  const inserted = insertRow<UserPasskeysRow>('user_passkeys', {
    passkey_id: passkey.passkeyId,
    user_id: passkey.userId,
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    signatures: passkey.signatures,
    name: passkey.name,
    created_at: dateAt(passkey.at),
  })
  return sql`
    ${inserted}
    on conflict (credential_id) do nothing
    returning true as inserted`
}

interface Use {
  readonly passkeyId: string
  readonly signatures: number
  readonly at: number
}

/**
 * Records a use. Returns no row if the passkey was removed, or if its counter has not grown, which
 * means that a copy of it exists.
 */
export function acceptSignature({ passkeyId, signatures, at }: Use): Statement<object> {
  return sql`
    update user_passkeys set signatures = ${signatures}, last_used_at = ${dateAt(at)}
    where passkey_id = ${passkeyId}
      and (signatures < ${signatures} or (signatures = 0 and ${signatures}::bigint = 0))
    returning true as accepted`
}

interface PasskeyOfUser {
  readonly userId: number
  readonly passkeyId: string
}

/** Returns the present name, or no row if the user has no such passkey. The user is locked. */
export function passkeyNameOf({ userId, passkeyId }: PasskeyOfUser): Statement<{ name: string }> {
  return sql`
    select name from user_passkeys where user_id = ${userId} and passkey_id = ${passkeyId}`
}

export function setPasskeyName(passkeyId: string, name: string): Statement<never> {
  return sql`update user_passkeys set name = ${name} where passkey_id = ${passkeyId}`
}

type DeletedPasskey = Pick<UserPasskeysRow, 'name' | 'created_at'>

/** Returns the passkey that was deleted, if the user had it. */
export function deletePasskey({ userId, passkeyId }: PasskeyOfUser): Statement<DeletedPasskey> {
  return sql`
    delete from user_passkeys where user_id = ${userId} and passkey_id = ${passkeyId}
    returning name, created_at`
}

/** Returns the passkeys that were deleted. */
export function deletePasskeysOf(userId: number): Statement<DeletedPasskey> {
  return sql`delete from user_passkeys where user_id = ${userId} returning name, created_at`
}
