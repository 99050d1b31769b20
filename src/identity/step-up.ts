import { invalidField, Refusal } from '../core/mod.ts'
import { maybeRow, transact } from '../db/mod.ts'
import {
  newChallenge,
  requireParty,
  signedChallenge,
  type PasskeyContext,
} from './passkey-challenges.ts'
import { readProof, type Failure } from './passkey-proof.ts'
import { acceptSignature, passkeyByCredential, passkeysOf } from './passkey-rows.ts'
import { requestOf } from './passkey-sign-in.ts'
import { recordFactorChange } from './second-factors.ts'
import { setSteppedUp } from './session-rows.ts'
import type { Origin, Session } from './session.ts'
import { recordFailure } from './sign-in-failure.ts'
import { countStepUp, forgetStepUps } from './throttle.ts'
import { lockUser } from './users.ts'
import type { Assertion } from './webauthn.ts'

/**
 * Begins to confirm by a passkey that the user of a session is present.
 *
 * Refuses, in this order:
 *   rate_limited     too many attempts in this session
 *   the refusals of `requireParty`
 *   state_conflict   the user has no passkey
 */
export async function beginStepUp(context: PasskeyContext, { user, sessionId }: Session) {
  const { userId } = user
  await countStepUp(context, sessionId)
  requireParty(context, user)
  const passkeys = await context.db.rows(passkeysOf(userId))
  if (passkeys.length === 0) throw new Refusal('state_conflict', 'you have no passkey')
  return requestOf(await newChallenge(context, { purpose: 'step_up', userId, sessionId }), passkeys)
}

interface StepUp {
  readonly assertion: Assertion
  readonly origin: Origin
}

/**
 * Records that a passkey has confirmed that the user of a session is present.
 *
 * Refuses, in this order:
 *   rate_limited      too many attempts in this session
 *   state_conflict    the challenge is of another session, unknown, over or used
 *   invalid_request   the response of the authenticator (field `signature`)
 *   unauthenticated   the session has ended meanwhile
 */
export async function finishStepUp(
  context: PasskeyContext,
  session: Session,
  { assertion, origin }: StepUp,
): Promise<void> {
  const { sessionId, user } = session
  await countStepUp(context, sessionId)
  const signed = await signedChallenge(context, assertion, 'step_up')
  if (signed?.sessionId !== sessionId) throw notUnderWay()
  const outcome = await prove(context, session, { ...signed, assertion, origin })
  if (!outcome) return
  await recordFailure(context, user, {
    action: 'user.step_up_failed',
    origin,
    method: 'passkey',
    ...outcome,
  })
  throw invalidField('signature', 'does not prove that it is you')
}

/**
 * Returns undefined if the passkey has confirmed the user, otherwise the reason for the failure.
 */
async function prove(
  context: PasskeyContext,
  session: Session,
  { challenge, assertion, origin }: StepUp & { readonly challenge: string },
): Promise<Failure | undefined> {
  const { db, clock } = context
  const {
    sessionId,
    user: { userId },
  } = session
  const passkey = await maybeRow(db, passkeyByCredential(Buffer.from(assertion.id, 'base64url')))
  if (passkey?.user_id !== userId) return { why: 'the passkey is unknown, or of another user' }
  const proof = await readProof(context, session.user, { challenge, userId, passkey, assertion })
  if ('why' in proof) return proof
  const { passkey_id: passkeyId } = passkey
  return await transact(db, async (tx) => {
    const user = await lockUser(tx, userId)
    const at = clock.now()
    const use = { passkeyId, signatures: proof.signatures, at }
    if (!(await maybeRow(tx, acceptSignature(use))))
      return { why: 'the passkey was used or removed' }
    if (!(await maybeRow(tx, setSteppedUp(sessionId, at)))) throw sessionOver()
    tx.write(forgetStepUps(sessionId))
    const after = { sessionId, passkeyId }
    recordFactorChange(tx, { user, origin, action: 'user.step_up', after, at })
    return undefined
  })
}

function notUnderWay(): Refusal {
  const message = 'no passkey is being asked for in this session, or its time is over; begin again'
  return new Refusal('state_conflict', message)
}

function sessionOver(): Refusal {
  return new Refusal('unauthenticated', 'the session is over; sign in again')
}
