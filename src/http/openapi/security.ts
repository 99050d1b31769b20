function header(name: string, description: string): object {
  return { type: 'apiKey', in: 'header', name, description }
}

/** How requests are authenticated. A partner's request needs all five headers. */
export const SECURITY_SCHEMES = {
  partners: {
    clientId: header('x-client-id', 'The client id of the credential'),
    apiKey: header('x-api-key', 'The API key of the credential'),
    timestamp: header('x-timestamp', 'The time in UTC, such as 2026-01-31T12:00:00.000Z'),
    bodyHash: header(
      'x-body-hash',
      'The SHA-256 of the bytes of the body, also of an empty one, as Base64',
    ),
    signature: header(
      'x-signature',
      'The HMAC-SHA256, as Base64, of method, x-timestamp, x-client-id and x-body-hash, with ' +
        'line feeds between; its key is the HMAC secret of the credential as text',
    ),
  },
  operators: {
    token: { type: 'http', scheme: 'bearer', description: 'The token of the operator' },
  },
} as const

export const PARTNER_SECURITY = {
  clientId: [],
  apiKey: [],
  timestamp: [],
  bodyHash: [],
  signature: [],
}
export const OPERATOR_SECURITY = { token: [] }
