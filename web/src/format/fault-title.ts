import type { ApiError } from '../api/api-error.ts'
import { messages } from '../messages/messages.ts'

/** Returns what a fault is called; those of a later version of the service have one name. */
export function titleOf({ code, kind = '' }: ApiError): string {
  const ofKinds: Readonly<Record<string, string>> = messages.refusals
  const ofCodes: Readonly<Record<string, string>> = messages.faults
  return ofKinds[kind] ?? ofCodes[code] ?? messages.unknownTitle
}
