import { EMAIL_LENGTH_MAX, foldEmail, Refusal } from '../core/mod.ts'
import { maybeRow, transact } from '../db/mod.ts'
import { deviceOf, knownDevices, type Device, type Visitor } from './devices.ts'
import type { QueuedCaller } from './fair-queue.ts'
import { isPasswordRefused, type PasswordPolicy } from './password-policy.ts'
import { isPassword, requireRoomForPassword } from './passwords.ts'
import { beginSecondStep, type PendingSignIn } from './second-step.ts'
import type { Origin } from './session.ts'
import { recordFailure } from './sign-in-failure.ts'
import { beginSession, type NewSession, type SessionContext } from './sessions.ts'
import { countAttempt, countVisit, forgetAttempts } from './throttle.ts'
import { toUser, userByEmail, userWithPassword } from './user-rows.ts'

export interface SignInAttempt {
  readonly email: string
  readonly password: string
  readonly origin: Origin
  readonly visitor: Visitor
}

/** The result of a right password: a session, or a request for the second factor. */
export type PasswordSignIn =
  | { readonly session: NewSession; readonly pending?: never }
  | { readonly session?: never; readonly pending: PendingSignIn }

/**
 * Signs a user in by e-mail and password, or asks for the second factor of a user who has one. An
 * unknown address, a wrong password and a disabled user get the same response after the same work.
 *
 * Refuses, in this order:
 *   overloaded        too many passwords are being checked, before anything is counted
 *   rate_limited      too many attempts for this address or from this network; a browser in which
 *                     the user has signed in before is counted by itself
 *   overloaded        too many passwords are being checked meanwhile
 *   unauthenticated   anything else
 */
export async function signIn(
  context: SessionContext & PasswordPolicy,
  { email, password, origin, visitor }: SignInAttempt,
): Promise<PasswordSignIn> {
  const { db, clock } = context
  const account = foldEmail(email.slice(0, EMAIL_LENGTH_MAX))
  const devices = await knownDevices(context, visitor)
  const caller = callerOf(visitor, devices)
  requireRoomForPassword(caller)
  await countVisit(context, visitor.network, devices)
  const row = await maybeRow(db, userByEmail(account))
  const attempt = { account, device: deviceOf(devices, row?.user_id) }
  await countAttempt(context, attempt)
  const isRight = await isPassword(caller, { stored: row?.password_hash, password })
  const user = row && toUser(row)
  const isRefused = user?.status !== 'ACTIVE' || isPasswordRefused(context, user.partnerId)
  if (!row || !user || !isRight || isRefused) {
    await recordFailure(context, user, { origin, method: 'password' })
    throw notSignedIn()
  }
  return await transact(db, async (tx) => {
    // While the password was checked, it may have been replaced and all sessions ended.
    const current = await maybeRow(tx, userWithPassword(user.userId, row.password_hash))
    if (!current) throw notSignedIn()
    const signedIn = toUser(current)
    if (signedIn.hasSecondFactor) {
      return { pending: await beginSecondStep({ db: tx, clock }, signedIn) }
    }
    tx.write(forgetAttempts(attempt))
    return { session: beginSession(tx, clock, { user: signedIn, origin, method: 'password' }) }
  })
}

/**
 * Known browsers come first, so that a flood of strangers does not keep out people who have signed
 * in before.
 */
function callerOf({ network }: Visitor, [device]: readonly Device[]): QueuedCaller {
  return { key: device?.nonce ?? network, isKnown: device !== undefined }
}

function notSignedIn(): Refusal {
  return new Refusal('unauthenticated', 'the e-mail address or the password is wrong')
}
