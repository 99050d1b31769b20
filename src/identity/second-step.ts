import { Refusal, type Clock, MS_PER_MINUTE } from '../core/mod.ts'
import { maybeRow, transact, type Db, type Tx } from '../db/mod.ts'
import { deviceOf, type Visitor } from './devices.ts'
import { acceptStep, useRecoveryCode, totpOf } from './factor-rows.ts'
import { passkeysOf } from './passkey-rows.ts'
import { insertPending, pendingByToken, deletePending } from './pending-sign-in-rows.ts'
import { digestOfRecoveryCode } from './recovery-codes.ts'
import type { FactorContext } from './second-factors.ts'
import type { Origin } from './session.ts'
import { beginSession, type NewSession } from './sessions.ts'
import { recordFailure } from './sign-in-failure.ts'
import { countSecondFactor, countVisitor, forgetAllAttempts } from './throttle.ts'
import { digestOf, newToken } from './token.ts'
import { openTotpSecret, stepOfCode } from './totp.ts'
import type { User } from './user.ts'
import { lockUser } from './users.ts'

/** Time to find the phone. */
const PENDING_MS = 10 * MS_PER_MINUTE

/** A sign-in whose password was right, and whose second factor is missing. */
export interface PendingSignIn {
  /** Proves the first step; it is known to the caller only. */
  readonly token: string
  /** In milliseconds. */
  readonly expiresAt: number
  /** True if a passkey can be the second factor. A recovery code always can. */
  readonly hasPasskey: boolean
}

export async function beginSecondStep(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { userId }: User,
): Promise<PendingSignIn> {
  const token = newToken('tsc')
  const expiresAt = clock.now() + PENDING_MS
  await db.rows(insertPending({ tokenHash: digestOf(token), userId, expiresAt }))
  const passkeys = await db.rows(passkeysOf(userId))
  return { token, expiresAt, hasPasskey: passkeys.length > 0 }
}

export interface SecondStep {
  /** The token of the pending sign-in. */
  readonly token: string
  /** A code of the authenticator app, or a recovery code; spaces and hyphens do not matter. */
  readonly code: string
  readonly origin: Origin
  readonly visitor: Visitor
}

/**
 * Signs a user in who has proved the password, by a code of the authenticator app or a recovery
 * code. Each code is accepted once.
 *
 * Refuses, in this order:
 *   rate_limited      too many attempts from this network, or of this user. Attempts from a known
 *                     browser have their own limit, and all known browsers share one
 *   unauthenticated   the pending sign-in is unknown, over or used; or the code is wrong
 */
export async function finishSignIn(
  context: FactorContext,
  { token, code, origin, visitor }: SecondStep,
): Promise<NewSession> {
  const { db, clock } = context
  const devices = await countVisitor(context, visitor)
  const tokenHash = digestOf(token)
  const userId = (await maybeRow(db, pendingByToken(tokenHash, clock.now())))?.user_id
  if (userId === undefined) throw noPendingSignIn()
  await countSecondFactor(context, { userId, device: deviceOf(devices, userId) })
  const proof = await readProof(context, userId, code)
  const { user, session } = await transact(db, async (tx) => {
    const lockedUser = await lockUser(tx, userId)
    const isProved = lockedUser.status === 'ACTIVE' && (await isAccepted(tx, userId, proof))
    if (!isProved) return { user: lockedUser }
    // If two requests had the same token, the second one has waited for the user's lock and gets no
    // row.
    if (!(await maybeRow(tx, deletePending(tokenHash)))) throw noPendingSignIn()
    for (const forget of forgetAllAttempts(lockedUser, devices)) tx.write(forget)
    const method = `password+${proof.kind}`
    const newSession = beginSession(tx, clock, { user: lockedUser, origin, method })
    return { user: lockedUser, session: newSession }
  })
  if (session) return session
  await recordFailure(context, user, { origin, method: `password+${proof.kind}` })
  throw new Refusal('unauthenticated', 'the code is wrong, or was used before')
}

/**
 * A code as read before the transaction. For the authenticator app, `match` is the secret and the
 * time step that the code matches, or undefined for a wrong code.
 */
type Proof =
  | { readonly kind: 'totp'; readonly match: { sealed: Buffer; step: number } | undefined }
  | { readonly kind: 'recovery_code'; readonly digest: Buffer }

async function readProof(context: FactorContext, userId: number, code: string): Promise<Proof> {
  const { db, clock, vault } = context
  const digits = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(digits)) return { kind: 'recovery_code', digest: digestOfRecoveryCode(code) }
  const now = clock.now()
  const sealed = (await maybeRow(db, totpOf(userId, now)))?.secret
  if (!sealed) return { kind: 'totp', match: undefined }
  const step = stepOfCode(await openTotpSecret(vault, userId, sealed), digits, now)
  return { kind: 'totp', match: step === undefined ? undefined : { sealed, step } }
}

async function isAccepted(tx: Tx, userId: number, proof: Proof): Promise<boolean> {
  if (proof.kind === 'recovery_code') {
    return (await maybeRow(tx, useRecoveryCode(userId, proof.digest))) !== undefined
  }
  if (!proof.match) return false
  return (await maybeRow(tx, acceptStep({ userId, ...proof.match }))) !== undefined
}

export function noPendingSignIn(): Refusal {
  return new Refusal('unauthenticated', 'the sign-in is over; begin again with the password')
}
