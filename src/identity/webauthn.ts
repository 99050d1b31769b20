import { errorMessage } from '../core/mod.ts'
import { isIP } from 'node:net'

/** EdDSA, ES256 and RS256, which authenticators support. The same in every process. */
export const ALGORITHMS = [-8, -7, -257]

/** A relying party of WebAuthn: the site that passkeys are for. */
export interface RelyingParty {
  /** The host that a passkey belongs to: no page of another host can use it. */
  readonly id: string
  /** Scheme, host and port of the pages that may use it. */
  readonly origin: string
}

/**
 * Returns the relying party at a URL of the service. Browsers accept passkeys only for hosts with a
 * name, so an address of loopback counts as `localhost`. Undefined for other addresses.
 */
export function relyingPartyAt(text: string): RelyingParty | undefined {
  const url = new URL(text)
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) === 0) return { id: host, origin: url.origin }
  if (host !== '::1' && !host.startsWith('127.')) return undefined
  url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin }
}

/** An authenticator's statement about a passkey that it has created, in base64url. */
export interface Attestation {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
}

/** The signed response of an authenticator. All fields are in base64url. */
export interface Assertion {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
}

/** Thrown if the data of an authenticator is refused. The message says why. */
export class AuthenticatorRefused extends Error {
  override readonly name = 'AuthenticatorRefused'
}

/** Loaded with the first passkey: that takes a third of a second of CPU time. */
function library(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server')
}

/** Returns the challenge that was signed. Throws AuthenticatorRefused if there is none. */
export async function challengeOf({ clientDataJSON }: Attestation | Assertion): Promise<string> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  return refusing(() => {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    if (typeof challenge !== 'string') throw new Error('the client data has no challenge')
    return challenge
  })
}

export interface NewKey {
  readonly credentialId: Buffer
  /** A COSE key. */
  readonly publicKey: Buffer
  readonly signatures: number
}

/**
 * Returns the key of a new passkey. Throws AuthenticatorRefused if it was made for another
 * challenge, origin or host, or without verifying the user.
 */
export async function verifyAttestation(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { id, ...response }: Attestation,
  expectedChallenge: string,
): Promise<NewKey> {
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse)
  if (!verified) throw new AuthenticatorRefused('the attestation is wrong')
  const { credential } = registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signatures: credential.counter,
  }
}

/** A registered passkey, and the challenge that it must sign. */
export interface PasskeyChallenge {
  readonly publicKey: Buffer
  readonly signatures: number
  readonly challenge: string
}

/**
 * Returns the signature counter of the passkey. Throws AuthenticatorRefused if the signature is
 * wrong, is for another challenge, origin or host, was made without verifying the user, or has a
 * counter that did not grow.
 */
export async function verifyAssertion(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { id, ...response }: Assertion,
  { publicKey, signatures, challenge }: PasskeyChallenge,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    credential: { id, publicKey: new Uint8Array(publicKey), counter: signatures },
    requireUserVerification: true,
  }).catch(refuse)
  if (!verified) throw new AuthenticatorRefused('the signature is wrong')
  return authenticationInfo.newCounter
}

function refusing<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return refuse(error)
  }
}

/** The library throws plain errors, and does no I/O. */
function refuse(error: unknown): never {
  throw new AuthenticatorRefused(errorMessage(error, 'it cannot be read'))
}
