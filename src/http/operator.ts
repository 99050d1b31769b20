import { hash, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../core/mod.ts'

/** Answers who acts, for the audit. Refuses unauthenticated. */
export type AuthenticateOperator = (authorization: string | undefined) => string

/** The name under which the audit keeps what the first token did. */
const FIRST_OPERATOR = 'operator'

/**
 * Knows the operator by `Authorization: Bearer <token>`, compared in constant time. Without a token
 * in the settings nobody is let in.
 */
export function createOperatorAuthenticator(token: string | undefined): AuthenticateOperator {
  const expected = token === undefined ? undefined : hash('sha256', token, 'buffer')
  return (authorization) => {
    const given = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1]
    if (given !== undefined && expected && timingSafeEqual(digest(given), expected)) {
      return FIRST_OPERATOR
    }
    throw new Refusal('unauthenticated', 'a valid operator token is required')
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
