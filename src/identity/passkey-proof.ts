import type { UserPasskeysRow } from '../db/mod.ts'
import { requireParty, type PasskeyContext } from './passkey-challenges.ts'
import { isPasswordRefused } from './password-policy.ts'
import type { User } from './user.ts'
import { AuthenticatorRefused, verifyAssertion, type Assertion } from './webauthn.ts'

/** The reason why a passkey is not accepted, for the audit log. */
export interface Failure {
  readonly why: string
}

interface SignedChallenge {
  readonly challenge: string
  /** The user who must have signed; undefined: any user with a passkey. */
  readonly userId: number | undefined
  readonly passkey: UserPasskeysRow
  readonly assertion: Assertion
}

/** Returns the signature counter of the passkey, or why the proof is not valid. */
export async function readProof(
  context: PasskeyContext,
  user: User,
  { challenge, userId, passkey, assertion }: SignedChallenge,
): Promise<{ readonly signatures: number } | Failure> {
  if (userId !== undefined && userId !== user.userId)
    return { why: 'the passkey is of another user' }
  if (isPasswordRefused(context, user.partnerId)) return { why: 'passkeys are not in use' }
  const credential = { publicKey: passkey.public_key, signatures: Number(passkey.signatures) }
  try {
    const party = requireParty(context, user)
    return { signatures: await verifyAssertion(party, assertion, { ...credential, challenge }) }
  } catch (error) {
    if (error instanceof AuthenticatorRefused) return { why: error.message }
    throw error
  }
}
