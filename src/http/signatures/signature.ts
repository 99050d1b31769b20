import { createHmac, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { textToSign } from '@tessera/sdk'
import { MS_PER_SECOND, isoTime, type Clock, randomBytes } from '../../core/mod.ts'
import {
  type CredentialStore,
  type KnownCredential,
  type Nonce,
  type Permission,
} from '../../partners/mod.ts'
import { AuthenticationRefusal, headerFault, notAuthentic } from './authentication-refusal.ts'
import { inactiveBecause } from '../inactive-credential.ts'
import { isSameDigest, sha256, sha256InSteps } from '../bodies/digest.ts'
import { BODY_BYTES_MAX } from '../bodies/read-body.ts'
import {
  nonceUsed,
  readSecondSignature,
  secondSignatureMissing,
  secondTextToSign,
  type SecondSignature,
} from './second-signature.ts'
import { readSignedHeaders, type SignedHeaders } from './signed-headers.ts'

/**
 * The parts of a request that are checked before its body. Only the second signature covers the
 * path and query.
 */
export interface SignedHead {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The client's address. */
  readonly ip: string
}

/** A request whose client and API key are right. Its body is not checked yet. */
export interface Claim {
  readonly partnerId: number
  readonly clientId: string
  readonly bodyHash: string
  /** The texts that must be signed. Valid only once the body matches its hash. */
  readonly toSign: ToSign
  /** The first text with a wrong signature; undefined if all signatures are right. */
  readonly unsigned: keyof ToSign | undefined
  readonly address: string
  /** The nonce of the second signature, or undefined if there is none. */
  readonly nonce: string | undefined
  readonly timestampMs: number
}

/** The text of each signature that a request has. */
interface ToSign {
  readonly signature: string
  readonly signatureV2: string | undefined
}

/**
 * Authenticates a request in two steps, the first without its body. Both are synchronous if the
 * credential is cached. Comparisons take constant time, and an unknown client costs as much work
 * as a known one.
 *
 * Refuses, in this order:
 *   unauthenticated     a header is missing or malformed (named)
 *   unauthenticated     x-timestamp is outside the window (named, with the difference)
 *   unauthenticated     unknown client or wrong API key: the same response as a wrong signature
 * and with the body:
 *   unauthenticated     x-body-hash does not match the body (named)
 *   unauthenticated     x-signature, or x-signature-v2 if present, is wrong
 *   unauthenticated     the credential is revoked or expired, or its partner is suspended
 *   unauthenticated     the credential requires x-signature-v2, which is missing (named)
 *   permission_missing  the credential may not be used from this address, or lacks `permission`
 *   unauthenticated     x-nonce was used before (named)
 */
export interface Authenticator {
  recognize(head: SignedHead): Claim | Promise<Claim>
  /**
   * `rawBody` has the bytes as they arrived. A GET has none. Credentials of merchants have no
   * permissions.
   */
  authenticate(
    claim: Claim,
    rawBody: Buffer,
    permission?: Permission,
  ): KnownCredential | Promise<KnownCredential>
}

export interface AuthenticatorOptions {
  readonly credentials: Pick<CredentialStore, 'peek' | 'find'>
  readonly clock: Clock
  readonly skewSecondsMax: number
  /** Marks a nonce as used, for all processes. Returns false if it was used before. */
  spendNonce(nonce: Nonce): Promise<boolean>
}

const KEY_BYTES = 32

/** The keys of a client. Those of an unknown one are random, so they match nothing. */
interface Keys {
  readonly apiKeyHash: string
  readonly hmacKey: KeyObject
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { credentials, clock, skewSecondsMax, spendNonce } = options
  const nobody: Keys = {
    apiKeyHash: randomBytes(KEY_BYTES).toString('base64'),
    hmacKey: createSecretKey(randomBytes(KEY_BYTES)),
  }
  const withCredential = <T>(
    clientId: string,
    use: (credential: KnownCredential | undefined) => T | Promise<T>,
  ): T | Promise<T> => {
    const cached = credentials.peek(clientId)
    return cached ? use(cached.credential) : credentials.find(clientId).then(use)
  }
  return {
    recognize(head) {
      const signed = readSignedHeaders(head.headers)
      const second = readSecondSignature(head.headers)
      checkWindow(signed, clock.now(), skewSecondsMax)
      const { clientId, bodyHash, timestampMs } = signed
      return withCredential(clientId, (credential) => {
        const { isApiKey, toSign, unsigned } = compare(credential ?? nobody, signed, {
          head,
          second,
        })
        if (!credential) throw notAuthentic('clientId')
        if (!isApiKey) throw notAuthentic('apiKey')
        const { partnerId } = credential
        const { ip: address } = head
        const nonce = second?.nonce
        return { partnerId, clientId, bodyHash, toSign, unsigned, address, nonce, timestampMs }
      })
    },
    authenticate(claim, rawBody, permission) {
      if (rawBody.length > BODY_BYTES_MAX) {
        return sha256InSteps(rawBody).then((arrivedHash) => admit(claim, arrivedHash, permission))
      }
      return admit(claim, sha256(rawBody), permission)
    },
  }

  function admit(
    claim: Claim,
    arrivedHash: string,
    permission: Permission | undefined,
  ): KnownCredential | Promise<KnownCredential> {
    checkBody(claim, arrivedHash)
    const { clientId, nonce } = claim
    // Read again, because the credential may have been revoked while the body arrived.
    return withCredential(clientId, (credential) => {
      if (!credential) throw notAuthentic('clientId')
      checkActive(credential, clock.now())
      checkGuards(credential, claim)
      requirePermission(credential, permission)
      if (nonce === undefined) return credential
      const expiresAt = claim.timestampMs + skewSecondsMax * MS_PER_SECOND
      const isFirst = spendNonce({ clientId, nonce, expiresAt })
      return isFirst.then((first) => (first ? credential : Promise.reject(nonceUsed())))
    })
  }
}

function checkWindow({ timestampMs }: SignedHeaders, now: number, skewSecondsMax: number): void {
  const difference = timestampMs - now
  if (Math.abs(difference) <= skewSecondsMax * MS_PER_SECOND) return
  const seconds = Math.ceil(Math.abs(difference) / MS_PER_SECOND)
  const side = difference < 0 ? 'behind' : 'ahead of'
  throw headerFault(
    'x-timestamp',
    `is ${seconds} s ${side} the server's time ${isoTime(now)}; ` +
      `at most ${skewSecondsMax} s are allowed: synchronize the clock, or sign with the time of ` +
      'the Date header of this response',
    { check: 'timestamp' },
  )
}

interface SignatureParts {
  readonly head: SignedHead
  readonly second: SecondSignature | undefined
}

/** Always makes every comparison, so that the time reveals nothing. */
function compare(
  { apiKeyHash, hmacKey }: Keys,
  signed: SignedHeaders,
  { head: { method, url, headers }, second }: SignatureParts,
) {
  const toSign: ToSign = {
    signature: textToSign({
      method,
      timestamp: signed.timestamp,
      clientId: signed.clientId,
      bodyHash: signed.bodyHash,
    }),
    signatureV2: second && secondTextToSign(second, { method, url, headers, signed }),
  }
  const isApiKey = isSameDigest(sha256(signed.apiKey), apiKeyHash)
  const isSigned = isSignatureOf(toSign.signature, hmacKey, signed.signature)
  const isSignedV2 = !second || isSignatureOf(toSign.signatureV2 ?? '', hmacKey, second.signature)
  const missing: keyof ToSign | undefined = isSignedV2 ? undefined : 'signatureV2'
  return { isApiKey, toSign, unsigned: isSigned ? missing : ('signature' as const) }
}

function checkBody({ bodyHash, toSign, unsigned }: Claim, arrivedHash: string): void {
  if (!isSameDigest(arrivedHash, bodyHash)) {
    throw headerFault('x-body-hash', 'is not the SHA-256 of the body that arrived', {
      check: 'bodyHash',
      stringToSign: toSign.signature.replace(bodyHash, arrivedHash),
    })
  }
  if (unsigned) throw notAuthentic(unsigned, toSign[unsigned])
}

/** Compares in constant time. */
function isSignatureOf(text: string, hmacKey: KeyObject, signature: string): boolean {
  return isSameDigest(createHmac('sha256', hmacKey).update(text).digest('base64'), signature)
}

function checkActive(credential: KnownCredential, now: number): void {
  const refused = inactiveBecause(credential, now)
  if (refused) throw new AuthenticationRefusal(refused)
}

function requirePermission(
  { permissions }: KnownCredential,
  permission: Permission | undefined,
): void {
  if (permission === undefined || permissions.has(permission)) return
  const message = `the credential lacks the permission ${permission}`
  throw new AuthenticationRefusal({ check: 'permission', message })
}

/** Checks the restrictions that the operator set for this credential. */
function checkGuards(credential: KnownCredential, { nonce, address }: Claim): void {
  if (credential.requiresSignatureV2 && nonce === undefined) throw secondSignatureMissing()
  if (credential.allowedAddresses?.has(address) === false) {
    const message = `the credential may not be used from ${address}`
    throw new AuthenticationRefusal({ check: 'address', message })
  }
}
