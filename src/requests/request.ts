/** The check of the authentication that a request failed. */
export type FailedCheck =
  | 'headers' // a header is missing or malformed
  | 'timestamp' // x-timestamp is outside the window
  | 'clientId' // no such client
  | 'apiKey'
  | 'bodyHash'
  | 'signature'
  | 'signatureV2'
  | 'credential' // revoked or expired
  | 'partner' // suspended
  | 'address' // the credential may not be used from there
  | 'permission'
  | 'nonce' // used before

/** A refused authentication. */
export interface FailedAuthentication {
  readonly check: FailedCheck
  /** The message to the caller, which may say less than `check`. */
  readonly message: string
  /** The text that should have been signed, if the request had all parts of it. */
  readonly stringToSign: string | undefined
}

/** A signed request, or one that returned codes, after its response. */
export interface LoggedRequest {
  /** Our own id, which tells the time of arrival. */
  readonly requestId: string
  /** The `x-request-id` that the caller sent, which the response repeats. Not unique. */
  readonly callerRequestId: string | undefined
  /** The credential that the request named, whether or not it was authenticated. */
  readonly clientId: string | undefined
  readonly isAuthenticated: boolean
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** Undefined if the client disconnected before the response. */
  readonly status: number | undefined
  /** The code of the error response. */
  readonly code: string | undefined
  readonly micros: number
  readonly address: string
  /** The order that the request created or replayed, or whose codes it returned. */
  readonly orderId: string | undefined
  /**
   * The number of codes of the order that it returned: 0 for a link to the codes. Undefined if it
   * returned neither.
   */
  readonly codesShown: number | undefined
  /** The number of rows of the request, if it had several. */
  readonly rows: number | undefined
  /** The user of the portal who sent it. Undefined for a credential or the holder of a link. */
  readonly userId: number | undefined
  readonly failed: FailedAuthentication | undefined
}
