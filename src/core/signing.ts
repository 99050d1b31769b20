import { createHash, createHmac } from 'node:crypto'

/** What a partner signs with, as it was shown when the credential was issued. */
export interface Signer {
  readonly clientId: string
  readonly apiKey: string
  readonly hmacSecret: string
}

export interface ToSign {
  readonly method: string
  readonly body: Uint8Array
  /** Current UTC time, ISO 8601. */
  readonly timestamp: string
}

/**
 * The five headers of a signed request. The signature is the Base64 of HMAC-SHA256 over method,
 * timestamp, client id and body hash, joined by line feeds; its key is the UTF-8 bytes of the
 * secret's text, and the body hash is the Base64 of SHA-256 over the raw body.
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
