import { Refusal } from '../core/mod.ts'
import { isSameDigest, sha256 } from './digest.ts'

/** Returns who acts, for the audit log. Refuses unauthenticated. */
export type AuthenticateOperator = (authorization: string | undefined) => string

/** The audit log's name for the holder of the token. */
const FIRST_OPERATOR = 'operator'

/**
 * Authenticates the operator by `Authorization: Bearer <token>`, compared in constant time. Without
 * a token in the settings, every request is refused.
 */
export function createOperatorAuthenticator(token: string | undefined): AuthenticateOperator {
  const expected = token === undefined ? undefined : sha256(token)
  return (authorization) => {
    const given = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1]
    if (given !== undefined && expected !== undefined && isSameDigest(sha256(given), expected)) {
      return FIRST_OPERATOR
    }
    throw new Refusal('unauthenticated', 'a valid operator token is required')
  }
}
