import { codeOf } from '../faults.ts'

/** Rethrows any error but those with the given codes. */
export function rethrowUnless(error: unknown, ...codes: readonly string[]): void {
  if (!codes.includes(codeOf(error) ?? '')) throw error
}
