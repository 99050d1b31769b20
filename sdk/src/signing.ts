import { toBase64 } from './base64.ts'

/** The credential with which a partner signs, as shown when it was issued. */
export interface Signer {
  readonly clientId: string
  readonly apiKey: string
  readonly hmacSecret: string
}

/** The parts of a request that its signature covers. */
export interface ToSign {
  readonly method: string
  /** The bytes of the body as they are sent, or its text. Empty without a body. */
  readonly body: Uint8Array | string
  /** The current UTC time in ISO 8601. */
  readonly timestamp: string
}

/** The parts of a request that the second signature covers. */
export interface ToSignV2 extends ToSign {
  /** Path and query, as in the request line. */
  readonly target: string
  /** The Idempotency-Key header, if the request has one. */
  readonly idempotencyKey?: string | undefined
  /** 16 to 64 letters, digits, - or _, used once. */
  readonly nonce: string
}

/** The headers of a signed request. */
export interface SignedHeaders extends Record<string, string> {
  readonly 'x-api-key': string
  readonly 'x-client-id': string
  readonly 'x-timestamp': string
  readonly 'x-body-hash': string
  readonly 'x-signature': string
}

const encoder = new TextEncoder()

/** The parts of the text that `x-signature` signs. */
export interface SignedParts {
  readonly method: string
  readonly timestamp: string
  readonly clientId: string
  readonly bodyHash: string
}

/**
 * Returns the text that `x-signature` signs.
 *
 * @example
 * textToSign({ method: 'GET', timestamp, clientId, bodyHash })
 */
export function textToSign({ method, timestamp, clientId, bodyHash }: SignedParts): string {
  return `${method}\n${timestamp}\n${clientId}\n${bodyHash}`
}

/** The parts of the text that `x-signature-v2` signs. */
export interface SignedPartsV2 extends SignedParts {
  readonly target: string
  /** Empty if the request has none. */
  readonly idempotencyKey: string
  readonly nonce: string
}

/**
 * Returns the text that `x-signature-v2` signs. Its first line separates it from `x-signature`.
 *
 * @example
 * textToSignV2({ method, target, timestamp, clientId, bodyHash, idempotencyKey: '', nonce })
 */
export function textToSignV2(parts: SignedPartsV2): string {
  const { method, target, timestamp, clientId, bodyHash, idempotencyKey, nonce } = parts
  return ['v2', method, target, timestamp, clientId, bodyHash, idempotencyKey, nonce].join('\n')
}

/**
 * Returns the five headers of a signed request, for a client of your own.
 *
 * @example
 * const timestamp = new Date().toISOString()
 * const headers = await signedHeaders(signer, { method: 'POST', body, timestamp })
 */
export async function signedHeaders(
  signer: Signer,
  { method, body, timestamp }: ToSign,
): Promise<SignedHeaders> {
  const bytes = typeof body === 'string' ? encoder.encode(body) : Uint8Array.from(body)
  const bodyHash = toBase64(await crypto.subtle.digest('SHA-256', bytes))
  const text = textToSign({ method, timestamp, clientId: signer.clientId, bodyHash })
  return {
    'x-api-key': signer.apiKey,
    'x-client-id': signer.clientId,
    'x-timestamp': timestamp,
    'x-body-hash': bodyHash,
    'x-signature': await hmacOf(signer.hmacSecret, text),
  }
}

/**
 * Returns the five headers and those of the optional second signature, which also covers the path,
 * the query, the Idempotency-Key and a nonce that is accepted once.
 *
 * @example
 * const nonce = crypto.randomUUID()
 * const headers = await signedHeadersV2(signer, { method, target, body, timestamp, nonce })
 */
export async function signedHeadersV2(signer: Signer, toSign: ToSignV2): Promise<SignedHeaders> {
  const headers = await signedHeaders(signer, toSign)
  const { method, target, timestamp, idempotencyKey = '', nonce } = toSign
  const bodyHash = headers['x-body-hash']
  const parts = { method, target, timestamp, clientId: signer.clientId, bodyHash, idempotencyKey }
  const signature = await hmacOf(signer.hmacSecret, textToSignV2({ ...parts, nonce }))
  return { ...headers, 'x-nonce': nonce, 'x-signature-v2': signature }
}

/** The parts of the text to sign for the address of a link. */
export interface SignedLink {
  readonly linkId: string
  readonly clientId: string
  /** The end of the time in which it can be opened: seconds since 1970, as in the address. */
  readonly expires: string
}

/**
 * Returns the text to sign for the address of a link whose `secondFactor` is SIGNED.
 *
 * @example
 * textOfLink({ linkId: 'lnk_8589934597', clientId: signer.clientId, expires: '1790000000' })
 */
export function textOfLink({ linkId, clientId, expires }: SignedLink): string {
  return `link\n${linkId}\n${clientId}\n${expires}`
}

/**
 * Returns the signed address of a link whose `secondFactor` is SIGNED. Redirect its person there,
 * once they are signed in to your app. The address can be opened for five minutes, or until
 * `expiresAt`, which is at most 15 minutes away.
 *
 * @example
 * const link = { linkId: 'lnk_8589934597', url: 'https://gifts.example.com/c/1-token' }
 * const address = await signLinkUrl(signer, link)
 */
export async function signLinkUrl(
  { clientId, hmacSecret }: Pick<Signer, 'clientId' | 'hmacSecret'>,
  { linkId, url, expiresAt }: LinkToSign,
): Promise<string> {
  const endMs = expiresAt?.getTime() ?? Date.now() + LINK_MS
  const expires = String(Math.floor(endMs / MS_PER_SECOND))
  const signature = await hmacOf(hmacSecret, textOfLink({ linkId, clientId, expires }))
  const plain = signature.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
  return `${url}/signed?client=${clientId}&expires=${expires}&signature=${plain}`
}

/** A link as `POST /v2/links` responded with it. */
export interface LinkToSign {
  readonly linkId: string
  readonly url: string
  readonly expiresAt?: Date
}

const MS_PER_SECOND = 1_000
const LINK_MS = 300_000

/** Returns the HMAC as Base64. The key is the text of the secret, not its decoded bytes. */
async function hmacOf(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'sign',
  ])
  return toBase64(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
}
