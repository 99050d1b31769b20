import { createHmac, createSecretKey, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isoTime, Refusal, type Clock } from '../core/mod.ts'
import {
  credentialState,
  type CredentialStore,
  type KnownCredential,
  type Permission,
} from '../partners/mod.ts'
import { readSignedHeaders, type SignedHeaders } from './signed-headers.ts'

/** What of a request is signed; the path and the query are not. */
export interface SignedRequest {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The bytes as they arrived; none for a GET. */
  readonly rawBody: Buffer
}

/**
 * Answers the credential that signed the request. Comparisons take constant time, and a client that
 * does not exist costs the work of one that does.
 *
 * Refuses, in this order:
 *   unauthenticated     a header is missing or malformed (named)
 *   unauthenticated     x-timestamp is outside the window (named, with the difference)
 *   unauthenticated     no such client, or another API key: the same answer as a wrong signature
 *   unauthenticated     x-body-hash is not that of the body (named)
 *   unauthenticated     x-signature is wrong
 *   unauthenticated     the credential is revoked or expired, or its partner is suspended
 *   permission_missing  the credential does not have `permission`
 */
export type Authenticate = (
  request: SignedRequest,
  permission: Permission,
) => Promise<KnownCredential>

export interface AuthenticatorOptions {
  readonly credentials: Pick<CredentialStore, 'peek' | 'find'>
  readonly clock: Clock
  readonly skewSecondsMax: number
}

const DIGEST_BYTES = 32
const MS_PER_SECOND = 1_000

/** What an unknown client is checked against: nobody has its key. */
interface Keys {
  readonly apiKeyHash: Buffer
  readonly hmacKey: KeyObject
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticate {
  const { credentials, clock, skewSecondsMax } = options
  const nobody: Keys = {
    apiKeyHash: randomBytes(DIGEST_BYTES),
    hmacKey: createSecretKey(randomBytes(DIGEST_BYTES)),
  }
  return async (request, permission) => {
    const signed = readSignedHeaders(request.headers)
    checkWindow(signed, clock.now(), skewSecondsMax)
    const cached = credentials.peek(signed.clientId)
    const known = cached ? cached.credential : await credentials.find(signed.clientId)
    const matches = compare(known ?? nobody, signed, request)
    if (!known || !matches.apiKey) throw notAuthentic()
    if (!matches.bodyHash) throw named('x-body-hash', 'is not the SHA-256 of the body that arrived')
    if (!matches.signature) throw notAuthentic()
    checkActive(known, clock.now())
    if (!known.permissions.has(permission)) {
      throw new Refusal('permission_missing', `the credential lacks the permission ${permission}`)
    }
    return known
  }
}

function checkWindow({ timestampMs }: SignedHeaders, now: number, skewSecondsMax: number): void {
  const difference = timestampMs - now
  if (Math.abs(difference) <= skewSecondsMax * MS_PER_SECOND) return
  const seconds = Math.ceil(Math.abs(difference) / MS_PER_SECOND)
  const side = difference < 0 ? 'behind' : 'ahead of'
  throw named(
    'x-timestamp',
    `is ${seconds} s ${side} the server's time ${isoTime(now)}; ` +
      `at most ${skewSecondsMax} s are allowed`,
  )
}

interface Matches {
  readonly apiKey: boolean
  readonly bodyHash: boolean
  readonly signature: boolean
}

/** All three comparisons, whatever the first one says, so that the time tells nothing. */
function compare(keys: Keys, signed: SignedHeaders, request: SignedRequest): Matches {
  const text = `${request.method}\n${signed.timestamp}\n${signed.clientId}\n${signed.bodyHash}`
  const signature = createHmac('sha256', keys.hmacKey).update(text).digest()
  return {
    apiKey: timingSafeEqual(hash('sha256', signed.apiKey, 'buffer'), keys.apiKeyHash),
    bodyHash: timingSafeEqual(hash('sha256', request.rawBody, 'buffer'), signed.bodyHashBytes),
    signature: timingSafeEqual(signature, signed.signatureBytes),
  }
}

function checkActive(credential: KnownCredential, now: number): void {
  const state = credentialState(credential, now)
  if (state !== 'ACTIVE') throw new Refusal('unauthenticated', `the credential is ${state}`)
  if (credential.partnerStatus !== 'ACTIVE') {
    throw new Refusal('unauthenticated', 'the partner is suspended')
  }
}

function notAuthentic(): Refusal {
  return new Refusal('unauthenticated', 'the credentials or the signature are not valid')
}

function named(field: string, message: string): Refusal {
  return new Refusal('unauthenticated', `${field} ${message}`, { details: [{ field, message }] })
}
