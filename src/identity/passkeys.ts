import { isoTime, isUuid, readLine, notFound } from '../core/mod.ts'
import { maybeRow, transact } from '../db/mod.ts'
import { confirmPassword } from './confirm-password.ts'
import { PASSKEY_NAME_LENGTH_MAX } from './passkey-registration.ts'
import { passkeyNameOf, setPasskeyName, deletePasskey } from './passkey-rows.ts'
import { recordFactorChange, removeUnusedCodes, type Confirmation } from './second-factors.ts'
import type { Origin, Session } from './session.ts'
import type { SessionContext } from './sessions.ts'
import { lockUser } from './users.ts'

type ChangeContext = Pick<SessionContext, 'db' | 'clock'>

interface Renaming {
  readonly passkeyId: string
  readonly name: string
  readonly origin: Origin
}

/**
 * Renames a passkey of the user of a session. Refuses invalid_request for `name`, and not_found.
 */
export async function renamePasskey(
  { db, clock }: ChangeContext,
  session: Session,
  { passkeyId, origin, ...input }: Renaming,
): Promise<void> {
  if (!isUuid(passkeyId)) throw notFound('passkey')
  const name = readLine('name', input.name, PASSKEY_NAME_LENGTH_MAX)
  await transact(db, async (tx) => {
    const user = await lockUser(tx, session.user.userId)
    const { userId } = user
    const passkey = await maybeRow(tx, passkeyNameOf({ userId, passkeyId }))
    if (!passkey) throw notFound('passkey')
    if (passkey.name === name) return
    tx.write(setPasskeyName(passkeyId, name))
    const before = { passkeyId, name: passkey.name }
    const change = { action: 'user.rename_passkey', before, after: { passkeyId, name } }
    recordFactorChange(tx, { user, origin, ...change, at: clock.now() })
  })
}

/**
 * Removes a passkey of the user of a session.
 *
 * Refuses, in this order:
 *   not_found   the id does not have the form of a passkey's id
 *   the refusals of `confirmPassword`, for the field `password`
 *   not_found   the user has no such passkey
 */
export async function removePasskey(
  context: ChangeContext,
  session: Session,
  { passkeyId, password, origin }: Confirmation & { readonly passkeyId: string },
): Promise<void> {
  const { db, clock } = context
  if (!isUuid(passkeyId)) throw notFound('passkey')
  await confirmPassword(context, session.user, { field: 'password', password })
  await transact(db, async (tx) => {
    const user = await lockUser(tx, session.user.userId)
    const { userId } = user
    const removed = await maybeRow(tx, deletePasskey({ userId, passkeyId }))
    if (!removed) throw notFound('passkey')
    await removeUnusedCodes(tx, userId)
    const before = { passkeyId, name: removed.name, since: isoTime(removed.created_at) }
    recordFactorChange(tx, { user, origin, action: 'user.remove_passkey', before, at: clock.now() })
  })
}
