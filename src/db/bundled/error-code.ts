import { codeOf } from '../faults.ts'

/** For a `catch` that makes its peace with one kind of failure: throws every other. */
export function expectCode(error: unknown, ...codes: readonly string[]): void {
  if (!codes.includes(codeOf(error) ?? '')) throw error
}
