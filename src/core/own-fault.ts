import { AssertionError } from 'node:assert'

const KINDS = [TypeError, RangeError, ReferenceError, SyntaxError, AssertionError]

/** Whether an error is of a kind that a fault of the program has, and not of its surroundings. */
export function isOwnFault(error: unknown): error is Error {
  return KINDS.some((kind) => error instanceof kind)
}
