import { invalidField, readLine, Refusal, randomUUID } from '../core/mod.ts'
import { maybeRow, transact, type Tx } from '../db/mod.ts'
import { confirmPassword } from './confirm-password.ts'
import {
  CHALLENGE_MS,
  newChallenge,
  requireParty,
  signedChallenge,
  type PasskeyContext,
} from './passkey-challenges.ts'
import { insertPasskey, passkeysOf } from './passkey-rows.ts'
import { codesOfFirstFactor, recordFactorChange } from './second-factors.ts'
import type { Origin, Session } from './session.ts'
import {
  ALGORITHMS,
  AuthenticatorRefused,
  verifyAttestation,
  type Attestation,
} from './webauthn.ts'
import { lockUser } from './users.ts'

const PASSKEYS_MAX = 20
export const PASSKEY_NAME_LENGTH_MAX = 100
const PRODUCT = 'Tessera'

/**
 * The options with which a browser creates a passkey: PublicKeyCredentialCreationOptionsJSON of
 * WebAuthn. The passkey is discoverable, and its authenticator verifies the user each time.
 * Attestation is not requested: any authenticator is accepted.
 */
export type PasskeyCreation = Awaited<ReturnType<typeof beginPasskey>>

/**
 * Begins to add a passkey to the user of a session.
 *
 * Refuses, in this order:
 *   the refusals of `requireParty`
 *   the refusals of `confirmPassword`, for the field `password`
 *   state_conflict   the user has 20 passkeys
 */
export async function beginPasskey(context: PasskeyContext, { user }: Session, password: string) {
  const { userId, email, name } = user
  const party = requireParty(context, user)
  await confirmPassword(context, user, { field: 'password', password })
  const passkeys = await context.db.rows(passkeysOf(userId))
  requireRoom(passkeys.length)
  return {
    rp: { id: party.id, name: PRODUCT },
    user: { id: handleOf(userId), name: email, displayName: name },
    challenge: await newChallenge(context, { purpose: 'registration', userId }),
    timeout: CHALLENGE_MS,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg }) as const),
    // Keeps an authenticator from creating a second passkey for the same user.
    excludeCredentials: passkeys.map(({ credential_id: id }) => descriptorOf(id)),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  } as const
}

/**
 * Returns the user handle, by which authenticators tell users apart. It reveals nothing about the
 * user.
 */
function handleOf(userId: number): string {
  return Buffer.from(String(userId), 'utf8').toString('base64url')
}

/** Returns the descriptor by which browsers identify a passkey. */
export function descriptorOf(credentialId: Buffer) {
  return { type: 'public-key', id: credentialId.toString('base64url') } as const
}

export interface NewPasskey {
  readonly name: string
  readonly attestation: Attestation
  readonly origin: Origin
}

/**
 * Adds the passkey that an authenticator has created. Returns recovery codes if it is the user's
 * first second factor.
 *
 * Refuses, in this order:
 *   invalid_request   the name (field `name`)
 *   the refusals of `requireParty`
 *   state_conflict    no passkey is being added, or its time is over
 *   invalid_request   the response of the authenticator (field `attestationObject`)
 *   state_conflict    the passkey is known, or the user has 20
 */
export async function addPasskey(
  context: PasskeyContext,
  { user: { userId, partnerId } }: Session,
  { attestation, origin, ...input }: NewPasskey,
): Promise<string[] | undefined> {
  const { db, clock } = context
  const name = readLine('name', input.name, PASSKEY_NAME_LENGTH_MAX)
  const party = requireParty(context, { partnerId })
  const signed = await signedChallenge(context, attestation, 'registration')
  if (signed?.userId !== userId) throw noRegistration()
  const key = await verifyAttestation(party, attestation, signed.challenge).catch(invalid)
  const at = clock.now()
  return await transact(db, async (tx: Tx) => {
    const user = await lockUser(tx, userId)
    requireRoom((await tx.rows(passkeysOf(userId))).length)
    const passkey = { ...key, passkeyId: randomUUID(), userId, name, at }
    if (!(await maybeRow(tx, insertPasskey(passkey)))) {
      throw new Refusal('state_conflict', 'the passkey was added already')
    }
    const after = { passkeyId: passkey.passkeyId, name }
    recordFactorChange(tx, { user, origin, action: 'user.add_passkey', after, at })
    return await codesOfFirstFactor(tx, user)
  })
}

function requireRoom(count: number): void {
  if (count < PASSKEYS_MAX) return
  throw new Refusal('state_conflict', `a user has at most ${PASSKEYS_MAX} passkeys; remove one`)
}

function noRegistration(): Refusal {
  const message = 'no passkey is being added, or its time is over; begin again'
  return new Refusal('state_conflict', message)
}

function invalid(error: unknown): never {
  if (!(error instanceof AuthenticatorRefused)) throw error
  throw invalidField('attestationObject', `is refused: ${error.message}`)
}
