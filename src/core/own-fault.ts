import { AssertionError } from 'node:assert'

const KINDS = [TypeError, RangeError, ReferenceError, SyntaxError, AssertionError]

/** True if an error is of a kind that only a bug causes. */
export function isOwnFault(error: unknown): error is Error {
  return KINDS.some((kind) => error instanceof kind)
}
