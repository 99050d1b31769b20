import { createHash, createHmac } from 'node:crypto'

/** What a partner signs with, as shown when the credential was issued. */
export interface Signer {
  readonly clientId: string
  readonly apiKey: string
  readonly hmacSecret: string
}

export interface ToSign {
  readonly method: string
  readonly body: Uint8Array
  /** The current UTC time in ISO 8601. */
  readonly timestamp: string
}

/**
 * Returns the five headers of a signed request. The signature is the Base64 of HMAC-SHA256 over
 * method, timestamp, client id and body hash, joined by line feeds. Its key is the secret's text in
 * UTF-8; the body hash is the Base64 of SHA-256 over the raw body.
 */
export function signedHeaders(signer: Signer, { method, body, timestamp }: ToSign) {
  const bodyHash = createHash('sha256').update(body).digest('base64')
  const text = [method, timestamp, signer.clientId, bodyHash].join('\n')
  return {
    'x-api-key': signer.apiKey,
    'x-client-id': signer.clientId,
    'x-timestamp': timestamp,
    'x-body-hash': bodyHash,
    'x-signature': createHmac('sha256', signer.hmacSecret).update(text).digest('base64'),
  }
}

export interface ToSignV2 extends ToSign {
  /** Path and query, as in the request line. */
  readonly target: string
  /** The Idempotency-Key header, if the request has one. */
  readonly idempotencyKey?: string | undefined
  /** 16 to 64 letters, digits, - or _, used once. */
  readonly nonce: string
}

/**
 * Returns the five headers and those of the optional second signature, which also covers the path,
 * the query, the Idempotency-Key and a nonce that is accepted once.
 */
export function signedHeadersV2(signer: Signer, toSign: ToSignV2) {
  const headers = signedHeaders(signer, toSign)
  const { method, target, timestamp, idempotencyKey = '', nonce } = toSign
  const bodyHash = headers['x-body-hash']
  const parts = { method, target, timestamp, clientId: signer.clientId, bodyHash, idempotencyKey }
  const text = textToSignV2({ ...parts, nonce })
  return {
    ...headers,
    'x-nonce': nonce,
    'x-signature-v2': createHmac('sha256', signer.hmacSecret).update(text).digest('base64'),
  }
}

export interface SignedPartsV2 {
  readonly method: string
  readonly target: string
  readonly timestamp: string
  readonly clientId: string
  readonly bodyHash: string
  /** Empty if the request has none. */
  readonly idempotencyKey: string
  readonly nonce: string
}

/** Returns the text that `x-signature-v2` signs. Its first line separates it from `x-signature`. */
export function textToSignV2(parts: SignedPartsV2): string {
  const { method, target, timestamp, clientId, bodyHash, idempotencyKey, nonce } = parts
  return ['v2', method, target, timestamp, clientId, bodyHash, idempotencyKey, nonce].join('\n')
}
