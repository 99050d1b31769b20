import { invalidField, isoTime, Refusal, MS_PER_MINUTE } from '../core/mod.ts'
import { maybeRow, transact } from '../db/mod.ts'
import { confirmPassword } from './confirm-password.ts'
import { confirmTotp, setPendingTotp, deleteTotp, totpOf } from './factor-rows.ts'
import {
  codesOfFirstFactor,
  recordFactorChange,
  removeUnusedCodes,
  type Confirmation,
  type FactorContext,
} from './second-factors.ts'
import type { Origin, Session } from './session.ts'
import type { SessionContext } from './sessions.ts'
import { newTotpSecret, openTotpSecret, sealTotpSecret, stepOfCode, totpUri } from './totp.ts'
import { lockUser } from './users.ts'

/** Time to find the phone, install an app and scan a code. */
const PENDING_MS = 15 * MS_PER_MINUTE

/** The data with which an authenticator app is set up. */
export interface TotpEnrollment {
  /** In Base32, for apps that cannot scan. */
  readonly setupKey: string
  readonly uri: string
  /** The time until which a code can confirm the enrollment, in milliseconds. */
  readonly expiresAt: number
}

/**
 * Begins to set up an authenticator app. The present one stays in use until a code of the new one
 * confirms it. The refusals are those of `confirmPassword`, for the field `password`.
 */
export async function beginTotp(
  context: FactorContext,
  { user }: Session,
  password: string,
): Promise<TotpEnrollment> {
  const { db, clock, vault } = context
  const { userId, email } = user
  await confirmPassword(context, user, { field: 'password', password })
  const setupKey = newTotpSecret()
  const expiresAt = clock.now() + PENDING_MS
  await db.rows(setPendingTotp(userId, sealTotpSecret(vault, userId, setupKey), expiresAt))
  return { setupKey, uri: totpUri(setupKey, email), expiresAt }
}

/**
 * Activates the authenticator app that is being set up. The code is not accepted again. Returns
 * recovery codes if it is the user's first second factor.
 *
 * Refuses, in this order:
 *   state_conflict    no app is being set up, or its time is over
 *   invalid_request   the code is wrong; names `code`
 */
export async function confirmTotpEnrollment(
  context: FactorContext,
  session: Session,
  { code, origin }: { readonly code: string; readonly origin: Origin },
): Promise<string[] | undefined> {
  const { db, clock, vault } = context
  const { userId } = session.user
  const at = clock.now()
  const sealed = (await maybeRow(db, totpOf(userId, at)))?.pending_secret
  if (!sealed) throw noEnrollment()
  const step = stepOfCode(await openTotpSecret(vault, userId, sealed), code, at)
  if (step === undefined) throw invalidField('code', 'is not the code that the app shows now')
  return await transact(db, async (tx) => {
    const user = await lockUser(tx, userId)
    const confirmed = await maybeRow(tx, confirmTotp({ userId, sealed, step, at }))
    if (!confirmed) throw noEnrollment()
    recordFactorChange(tx, { user, origin, action: 'user.add_totp', at })
    return await codesOfFirstFactor(tx, user)
  })
}

/**
 * Removes the authenticator app of the user of a session.
 *
 * Refuses, in this order:
 *   the refusals of `confirmPassword`, for the field `password`
 *   not_found   the user has no authenticator app
 */
export async function removeTotp(
  context: Pick<SessionContext, 'db' | 'clock'>,
  session: Session,
  { password, origin }: Confirmation,
): Promise<void> {
  const { db, clock } = context
  await confirmPassword(context, session.user, { field: 'password', password })
  await transact(db, async (tx) => {
    const user = await lockUser(tx, session.user.userId)
    const enrollment = await maybeRow(tx, deleteTotp(user.userId))
    if (!enrollment?.confirmed_at) throw new Refusal('not_found', 'no authenticator app is set up')
    await removeUnusedCodes(tx, user.userId)
    const before = { since: isoTime(enrollment.confirmed_at) }
    recordFactorChange(tx, { user, origin, action: 'user.remove_totp', before, at: clock.now() })
  })
}

function noEnrollment(): Refusal {
  const message = 'no authenticator app is being set up, or its time is over; begin again'
  return new Refusal('state_conflict', message)
}
