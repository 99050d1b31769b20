import { EMAIL_LENGTH_MAX, foldEmail, Refusal } from '../core/mod.ts'
import { maybeRow, transact } from '../db/mod.ts'
import { recordAudit } from '../audit/mod.ts'
import { isPasswordRefused, type PasswordPolicy } from './password-policy.ts'
import { isPassword } from './passwords.ts'
import type { Origin } from './session.ts'
import { beginSession, type NewSession, type SessionContext } from './sessions.ts'
import { countAttempt, forgetAttempts } from './throttle.ts'
import { toUser, userByEmail } from './user-rows.ts'
import { targetOf, userActor, type User } from './user.ts'

export interface Attempted {
  readonly email: string
  readonly password: string
  readonly origin: Origin
  /** The network of the address, for the throttle. */
  readonly network: string
}

/**
 * Signs a user in by e-mail and password. An unknown address, a wrong password and a disabled user
 * get the same response after the same work.
 *
 * Refuses, in this order:
 *   rate_limited      too many attempts in this name or from this network
 *   overloaded        too many passwords are being checked
 *   unauthenticated   anything else
 */
export async function signIn(
  context: SessionContext & PasswordPolicy,
  { email, password, origin, network }: Attempted,
): Promise<NewSession> {
  const { db, clock } = context
  const account = foldEmail(email.slice(0, EMAIL_LENGTH_MAX))
  await countAttempt(context, { account, network })
  const row = await maybeRow(db, userByEmail(account))
  const isRight = await isPassword(row?.password_hash, password)
  const user = row && toUser(row)
  if (user?.status !== 'ACTIVE' || !isRight || isPasswordRefused(context, user.partnerId)) {
    await recordFailure(context, user, origin)
    throw notSignedIn()
  }
  return await transact(db, (tx) => {
    tx.write(forgetAttempts(account))
    return Promise.resolve(beginSession(tx, clock, { user, origin, method: 'password' }))
  })
}

/** What was typed is not recorded if nobody has the address: it may be a password. */
async function recordFailure(
  { db, clock }: SessionContext,
  user: User | undefined,
  { address }: Origin,
): Promise<void> {
  await transact(db, (tx) => {
    recordAudit(tx, {
      partnerId: user?.partnerId,
      actor: user ? userActor(user, address) : { kind: 'visitor', name: 'unknown', address },
      action: 'user.sign_in_failed',
      target: user ? targetOf(user) : 'user:unknown',
      at: clock.now(),
    })
    return Promise.resolve()
  })
}

function notSignedIn(): Refusal {
  return new Refusal('unauthenticated', 'the e-mail address or the password is wrong')
}
