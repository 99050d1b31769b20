import { Refusal, MS_PER_MINUTE, randomBytes } from '../core/mod.ts'
import { maybeRow } from '../db/mod.ts'
import {
  insertChallenge,
  deleteChallenge,
  type ChallengePurpose,
  type NewChallengeRow,
} from './passkey-challenge-rows.ts'
import { isPasswordRefused, type PasswordPolicy } from './password-policy.ts'
import type { SessionContext } from './sessions.ts'
import { digestOf } from './token.ts'
import {
  AuthenticatorRefused,
  challengeOf,
  relyingPartyAt,
  type Assertion,
  type Attestation,
  type RelyingParty,
} from './webauthn.ts'

/** Time to find the security key or the phone. */
export const CHALLENGE_MS = 5 * MS_PER_MINUTE
const CHALLENGE_BYTES = 32

export interface PasskeyContext extends SessionContext, PasswordPolicy {
  readonly config: SessionContext['config'] & PasswordPolicy['config']
  /** The URLs at which browsers reach the console and the portal. */
  operatorUrl(): string
  baseUrl(): string
}

/**
 * Returns the relying party of a user. Refuses state_conflict if the service is reached by an
 * IP address, or users of the operator sign in by OpenID Connect only.
 */
export function requireParty(
  context: PasskeyContext,
  { partnerId }: { readonly partnerId: number | undefined },
): RelyingParty {
  if (isPasswordRefused(context, partnerId)) {
    const message = 'users of the operator have no passkeys here; they sign in by OpenID Connect'
    throw new Refusal('state_conflict', message)
  }
  const url = partnerId === undefined ? context.operatorUrl() : context.baseUrl()
  const party = relyingPartyAt(url)
  if (party) return party
  throw new Refusal('state_conflict', `passkeys need a host with a name, which ${url} has not`)
}

/** Returns a new challenge, in base64url. If it names a user, only that user may sign it. */
export async function newChallenge(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  ceremony: Pick<NewChallengeRow, 'purpose' | 'userId' | 'sessionId'>,
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const expiresAt = clock.now() + CHALLENGE_MS
  await db.rows(insertChallenge({ ...ceremony, challengeHash: digestOf(challenge), expiresAt }))
  return challenge
}

/** A signed challenge, and the user who must have signed it; undefined: any user with a passkey. */
export interface SignedChallenge {
  readonly challenge: string
  readonly userId: number | undefined
  readonly sessionId: string | undefined
}

/**
 * Returns the challenge that an authenticator has signed, and uses it up, even if the rest of the
 * response turns out to be wrong. Undefined if it is unknown, used or expired.
 */
export async function signedChallenge(
  { db, clock }: Pick<SessionContext, 'db' | 'clock'>,
  sent: Attestation | Assertion,
  purpose: ChallengePurpose,
): Promise<SignedChallenge | undefined> {
  const challenge = await readChallenge(sent)
  if (challenge === undefined) return undefined
  const row = await maybeRow(db, deleteChallenge(digestOf(challenge), purpose, clock.now()))
  const { user_id: userId, session_id: sessionId } = row ?? {}
  return row && { challenge, userId: userId ?? undefined, sessionId: sessionId ?? undefined }
}

async function readChallenge(sent: Attestation | Assertion): Promise<string | undefined> {
  try {
    return await challengeOf(sent)
  } catch (error) {
    if (error instanceof AuthenticatorRefused) return undefined
    throw error
  }
}
