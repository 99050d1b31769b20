import { Refusal } from '../core/mod.ts'
import { maybeRow, transact, type UserPasskeysRow } from '../db/mod.ts'
import { deviceOf, type Device, type Visitor } from './devices.ts'
import {
  CHALLENGE_MS,
  newChallenge,
  signedChallenge,
  type PasskeyContext,
} from './passkey-challenges.ts'
import { readProof, type Failure } from './passkey-proof.ts'
import { descriptorOf } from './passkey-registration.ts'
import { acceptSignature, passkeyByCredential, passkeysOf } from './passkey-rows.ts'
import { pendingByToken } from './pending-sign-in-rows.ts'
import { noPendingSignIn } from './second-step.ts'
import type { Origin } from './session.ts'
import { beginSession, type NewSession } from './sessions.ts'
import { recordFailure } from './sign-in-failure.ts'
import { countPasskey, countVisitor, forgetAllAttempts } from './throttle.ts'
import { digestOf } from './token.ts'
import { getUser, lockUser } from './users.ts'
import type { Assertion } from './webauthn.ts'

/**
 * The options with which a browser signs in by a passkey: PublicKeyCredentialRequestOptionsJSON of
 * WebAuthn, without `rpId`, in place of which browsers use the host of the page.
 */
export type PasskeyRequest = Awaited<ReturnType<typeof beginPasskeySignIn>>

/**
 * Begins a sign-in by passkey: of any user or, with the token of a pending sign-in, of the user
 * whose password was right.
 *
 * Refuses, in this order:
 *   rate_limited      too many attempts from this network
 *   unauthenticated   the pending sign-in is unknown, over or used
 */
export async function beginPasskeySignIn(
  context: PasskeyContext,
  { token, visitor }: { readonly token: string | undefined; readonly visitor: Visitor },
) {
  const { db, clock } = context
  await countVisitor(context, visitor)
  const pending = token && pendingByToken(digestOf(token), clock.now())
  const userId = pending ? (await maybeRow(db, pending))?.user_id : undefined
  if (token !== undefined && userId === undefined) throw noPendingSignIn()
  const passkeys = userId === undefined ? [] : await db.rows(passkeysOf(userId))
  return requestOf(await newChallenge(context, { purpose: 'sign_in', userId }), passkeys)
}

/** Returns the options with which a browser asks one of these passkeys to sign a challenge. */
export function requestOf(challenge: string, passkeys: readonly UserPasskeysRow[]) {
  return {
    challenge,
    timeout: CHALLENGE_MS,
    // If it is empty, the browser offers all its passkeys for this host.
    allowCredentials: passkeys.map(({ credential_id: id }) => descriptorOf(id)),
    userVerification: 'required',
  } as const
}

export interface PasskeySignIn {
  readonly assertion: Assertion
  readonly origin: Origin
  readonly visitor: Visitor
}

/**
 * Signs in the user whose passkey has signed a challenge. As the authenticator has verified the
 * user, it proves two factors at once.
 *
 * Refuses, in this order:
 *   rate_limited      too many attempts from this network
 *   unauthenticated   the challenge is unknown, over or used; or the passkey is unknown
 *   rate_limited      too many attempts with passkeys of this user; a known browser is counted
 *                     by itself
 *   unauthenticated   anything else
 */
export async function finishPasskeySignIn(
  context: PasskeyContext,
  { assertion, origin, visitor }: PasskeySignIn,
): Promise<NewSession> {
  const { db } = context
  const devices = await countVisitor(context, visitor)
  const signed = await signedChallenge(context, assertion, 'sign_in')
  if (!signed) throw noSignIn()
  const method = signed.userId === undefined ? 'passkey' : 'password+passkey'
  const credentialId = Buffer.from(assertion.id, 'base64url')
  const passkey = await maybeRow(db, passkeyByCredential(credentialId))
  if (!passkey) {
    await recordFailure(context, undefined, { origin, method })
    throw notSignedIn()
  }
  const userId = passkey.user_id
  await countPasskey(context, { userId, device: deviceOf(devices, userId) })
  const user = await getUser(db, userId)
  const proof = await readProof(context, user, { ...signed, passkey, assertion })
  const outcome =
    'why' in proof ? proof : await accept(context, { ...proof, passkey, origin, method, devices })
  if ('token' in outcome) return outcome
  await recordFailure(context, user, { origin, method, why: outcome.why })
  throw notSignedIn()
}

interface VerifiedPasskey {
  readonly passkey: UserPasskeysRow
  readonly signatures: number
  readonly origin: Origin
  readonly method: string
  /** The users who have signed in with this browser before. */
  readonly devices: readonly Device[]
}

/** Begins the session, unless the user is disabled, or the passkey used or removed meanwhile. */
async function accept(
  { db, clock }: PasskeyContext,
  { passkey, signatures, origin, method, devices }: VerifiedPasskey,
): Promise<NewSession | Failure> {
  const { passkey_id: passkeyId, user_id: userId } = passkey
  return await transact(db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (user.status !== 'ACTIVE') return { why: 'the user is disabled' }
    const use = { passkeyId, signatures, at: clock.now() }
    if (!(await maybeRow(tx, acceptSignature(use))))
      return { why: 'the passkey was used or removed' }
    for (const forget of forgetAllAttempts(user, devices)) tx.write(forget)
    return beginSession(tx, clock, { user, origin, method, passkeyId })
  })
}

function noSignIn(): Refusal {
  return new Refusal(
    'unauthenticated',
    'the sign-in has expired or is finished already; begin again',
  )
}

function notSignedIn(): Refusal {
  return new Refusal('unauthenticated', 'this passkey signs nobody in here')
}
