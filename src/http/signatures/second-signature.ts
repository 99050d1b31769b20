import type { IncomingHttpHeaders } from 'node:http'
import { textToSignV2 } from '@tessera/sdk'
import type { Refusal } from '../../core/mod.ts'
import { headerFault } from './authentication-refusal.ts'
import { digestForm, isDigest, type SignedHeaders } from './signed-headers.ts'

/**
 * The headers of the optional second signature, which binds a request to its path and to one use.
 */
export interface SecondSignature {
  readonly signature: string
  readonly nonce: string
}

const SIGNATURE = 'x-signature-v2'
const NONCE = 'x-nonce'
const NONCE_FORM = /^[\w-]{16,64}$/

/**
 * Returns `x-signature-v2` and `x-nonce`, or undefined if the request has neither. Refuses
 * unauthenticated if a header is malformed, or if only one of them is present.
 */
export function readSecondSignature(headers: IncomingHttpHeaders): SecondSignature | undefined {
  const signature = headers[SIGNATURE]
  if (signature === undefined) return undefined
  if (typeof signature !== 'string' || !isDigest(signature)) {
    throw headerFault(SIGNATURE, `must be ${digestForm(String(signature))}`)
  }
  const nonce = headers[NONCE]
  if (typeof nonce !== 'string' || !NONCE_FORM.test(nonce)) {
    throw headerFault(NONCE, 'must be 16 to 64 letters, digits, - or _')
  }
  return { signature, nonce }
}

/** Returns the text that the second signature signs. `url` is path and query as sent. */
export function secondTextToSign(
  { nonce }: SecondSignature,
  request: { method: string; url: string; headers: IncomingHttpHeaders; signed: SignedHeaders },
): string {
  const { method, url, headers, signed } = request
  const key = headers['idempotency-key']
  return textToSignV2({
    method,
    target: url,
    timestamp: signed.timestamp,
    clientId: signed.clientId,
    bodyHash: signed.bodyHash,
    idempotencyKey: typeof key === 'string' ? key : '',
    nonce,
  })
}

export function secondSignatureMissing(): Refusal {
  return headerFault(SIGNATURE, 'is required by this credential')
}

export function nonceUsed(): Refusal {
  return headerFault(NONCE, 'was used before: sign each request with a nonce of its own', {
    check: 'nonce',
  })
}
