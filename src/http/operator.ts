import { Refusal } from '../core/mod.ts'
import { isSameDigest, sha256 } from './digest.ts'

/** Answers who acts, for the audit. Refuses unauthenticated. */
export type AuthenticateOperator = (authorization: string | undefined) => string

/** The name under which the audit keeps what the first token did. */
const FIRST_OPERATOR = 'operator'

/**
 * Knows the operator by `Authorization: Bearer <token>`, compared in constant time. Without a token
 * in the settings nobody is let in.
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
