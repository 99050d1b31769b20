import { Refusal, type RefusalExtras } from '../../core/mod.ts'
import type { FailedAuthentication, FailedCheck } from '../../requests/mod.ts'

export interface AuthenticationFault {
  readonly check: FailedCheck
  readonly message: string
  readonly details?: RefusalExtras['details']
  readonly stringToSign?: string | undefined
}

/**
 * A refused authentication. The caller gets the message and details only; the request log also
 * keeps which check failed, and the text whose signature was expected.
 */
export class AuthenticationRefusal extends Refusal {
  readonly failed: FailedAuthentication

  constructor({ check, message, details, stringToSign }: AuthenticationFault) {
    const isForbidden = check === 'address' || check === 'permission'
    super(isForbidden ? 'permission_missing' : 'unauthenticated', message, details && { details })
    this.failed = { check, message, stringToSign }
  }
}

/** Returns the refusal of a header, by default because it is missing or malformed. */
export function headerFault(
  field: string,
  message: string,
  { check = 'headers', stringToSign }: Partial<AuthenticationFault> = {},
): AuthenticationRefusal {
  const details = [{ field, message }]
  return new AuthenticationRefusal({
    check,
    message: `${field} ${message}`,
    details,
    stringToSign,
  })
}

/** Returns the same refusal for an unknown client, a wrong API key and a wrong signature. */
export function notAuthentic(check: FailedCheck, stringToSign?: string): AuthenticationRefusal {
  const message = 'the credentials or the signature are not valid'
  return new AuthenticationRefusal({ check, message, stringToSign })
}
