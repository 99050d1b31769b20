import type { Entry } from '../api/client.ts'
import { signatureTexts } from '../messages/en-signature.ts'

/** Returns which check of a signature failed, in words, or the code of another refusal. */
export function requestFault({
  code,
  failedCheck,
}: Pick<Entry<'listRequests'>, 'code' | 'failedCheck'>): string | undefined {
  return failedCheck === undefined ? code : signatureTexts.checks[failedCheck]
}
