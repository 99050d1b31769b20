function header(name: string, description: string): object {
  return { type: 'apiKey', in: 'header', name, description }
}

const SESSION = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-tessera',
  description: 'The session of a user who is signed in',
}
const CSRF = header(
  'x-tessera-csrf',
  'Always `1`, with any method but GET that a browser sends. The request must come from a page ' +
    'of the service.',
)

/** The headers that sign each request of a partner or a merchant. */
const SIGNED = {
  clientId: header('x-client-id', 'The client id of the credential, a UUID'),
  apiKey: header('x-api-key', 'The API key of the credential, as it was shown'),
  timestamp: header(
    'x-timestamp',
    'The time now in UTC, such as 2026-01-31T12:00:00.000Z: `Z`, and 0 to 9 decimals. It may ' +
      'differ from the `Date` of a response by 300 seconds, unless the operator says otherwise.',
  ),
  bodyHash: header(
    'x-body-hash',
    'Base64 of the SHA-256 of the bytes of the body as sent; of zero bytes without a body',
  ),
  signature: header(
    'x-signature',
    'Base64 of the HMAC-SHA256 of four lines with line feeds between: the method, ' +
      '`x-timestamp`, `x-client-id` and `x-body-hash`, exactly as sent. The key is the UTF-8 ' +
      'bytes of the HMAC secret as it was shown: do not decode it.',
  ),
} as const

/** How requests are authenticated. */
export const SECURITY_SCHEMES = {
  partners: {
    ...SIGNED,
    nonce: header(
      'x-nonce',
      'Goes with `x-signature-v2`: 16 to 64 letters, digits, `-` or `_`. Each is accepted once.',
    ),
    signatureV2: header(
      'x-signature-v2',
      'A second signature that covers the path; required by some credentials. Base64 of the ' +
        'HMAC-SHA256, under the same key, of eight lines with line feeds between: `v2`, the ' +
        'method, path and query as the request line has them, `x-timestamp`, `x-client-id`, ' +
        '`x-body-hash`, the Idempotency-Key or nothing, and `x-nonce`.',
    ),
  },
  merchants: SIGNED,
  operators: {
    token: { type: 'http', scheme: 'bearer', description: 'The token of the operator' },
    session: SESSION,
    csrf: CSRF,
  },
  portal: { session: SESSION, csrf: CSRF },
} as const

const FIVE_HEADERS = { clientId: [], apiKey: [], timestamp: [], bodyHash: [], signature: [] }

/** Merchants sign with the five headers. */
export const MERCHANT_SECURITY = [FIVE_HEADERS]

/** One of these signatures suffices. */
export const PARTNER_SECURITY = [FIVE_HEADERS, { ...FIVE_HEADERS, nonce: [], signatureV2: [] }]

/** Returns the security requirements of a browser's request. */
export function browserSecurity(method: string, hasSession: boolean): Record<string, never[]> {
  return { ...(hasSession && { session: [] }), ...(method !== 'get' && { csrf: [] }) }
}
