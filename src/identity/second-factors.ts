import { recordAudit, type AuditValue } from '../audit/mod.ts'
import { Refusal } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { confirmPassword } from './confirm-password.ts'
import { countRecoveryCodes, deleteRecoveryCodes, totpOf } from './factor-rows.ts'
import { passkeysOf } from './passkey-rows.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import type { Origin, Session } from './session.ts'
import type { SessionContext } from './sessions.ts'
import { targetOf, userActor, type User } from './user.ts'
import { lockUser } from './users.ts'

export interface FactorContext extends SessionContext {
  readonly vault: Vault
}

/** The second factors of a user. */
export interface SecondFactors {
  /** The time at which the authenticator app was confirmed, in milliseconds; undefined: no app. */
  readonly totpSince: number | undefined
  readonly passkeys: readonly Passkey[]
  readonly recoveryCodesLeft: number
}

/** A passkey as its user sees it. Instants are in milliseconds. */
export interface Passkey {
  readonly passkeyId: string
  readonly name: string
  readonly createdAt: number
  /** Undefined until it signs in for the first time. */
  readonly lastUsedAt: number | undefined
}

/** The password that confirms a change of second factors, and the origin of the request. */
export interface Confirmation {
  readonly password: string
  readonly origin: Origin
}

export async function listSecondFactors(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  { user: { userId } }: Session,
): Promise<SecondFactors> {
  const totp = await maybeRow(db, totpOf(userId, clock.now()))
  const passkeys = await db.rows(passkeysOf(userId))
  const { total } = await oneRow(db, countRecoveryCodes(userId))
  return {
    totpSince: totp?.confirmed_at?.getTime(),
    passkeys: passkeys.map((row) => ({
      passkeyId: row.passkey_id,
      name: row.name,
      createdAt: row.created_at.getTime(),
      lastUsedAt: row.last_used_at?.getTime(),
    })),
    recoveryCodesLeft: Number(total),
  }
}

/**
 * Returns new recovery codes if this is the first second factor of a user. Returns undefined for a
 * further one: the present codes stay valid. `user` is the state before the change.
 */
export async function codesOfFirstFactor(tx: Tx, user: User): Promise<string[] | undefined> {
  return user.hasSecondFactor ? undefined : await renewRecoveryCodes(tx, user.userId)
}

/** Removes the recovery codes of a user who has no second factor left. */
export async function removeUnusedCodes(tx: Tx, userId: number): Promise<void> {
  const { hasSecondFactor } = await lockUser(tx, userId)
  if (!hasSecondFactor) await tx.rows(deleteRecoveryCodes(userId))
}

/**
 * Replaces the recovery codes of the user of a session, and returns the new ones.
 *
 * Refuses, in this order:
 *   the refusals of `confirmPassword`, for the field `password`
 *   state_conflict   the user has no second factor
 */
export async function renewOwnCodes(
  context: Pick<SessionContext, 'db' | 'clock'>,
  session: Session,
  { password, origin }: Confirmation,
): Promise<string[]> {
  const { db, clock } = context
  await confirmPassword(context, session.user, { field: 'password', password })
  return await transact(db, async (tx) => {
    const user = await lockUser(tx, session.user.userId)
    if (!user.hasSecondFactor) {
      throw new Refusal('state_conflict', 'recovery codes belong to a second factor; add one first')
    }
    const codes = await renewRecoveryCodes(tx, user.userId)
    const action = 'user.renew_recovery_codes'
    recordFactorChange(tx, { user, origin, action, at: clock.now() })
    return codes
  })
}

interface FactorChange {
  readonly user: User
  readonly origin: Origin
  readonly action: string
  readonly before?: AuditValue
  readonly after?: AuditValue
  readonly at: number
}

/** Records a change that a user made to their own factors. */
export function recordFactorChange(tx: Tx, { user, origin, ...change }: FactorChange): void {
  recordAudit(tx, {
    partnerId: user.partnerId,
    actor: userActor(user, origin.address),
    target: targetOf(user),
    valueOut: 'none',
    ...change,
  })
}
