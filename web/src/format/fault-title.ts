import type { ApiError } from '../api/api-error.ts'
import { messages } from '../messages/messages.ts'

/** Returns the title of a fault. Faults of a later version of the service share one title. */
export function titleOf({ code, kind = '' }: ApiError): string {
  const ofKinds: Readonly<Record<string, string>> = messages.refusals
  const ofCodes: Readonly<Record<string, string>> = messages.faults
  return ofKinds[kind] ?? ofCodes[code] ?? messages.unknownTitle
}
