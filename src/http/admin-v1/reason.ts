import { Type } from 'typebox'

export const REASON_LENGTH_MAX = 1_000
const CONTROL_CHARACTER = /\p{Cc}/u

/** Why the operator does something, for the audit: one line that is not blank. */
export const Reason = Type.Refine(
  Type.String(),
  (text) => text.trim() !== '' && text.length <= REASON_LENGTH_MAX && !CONTROL_CHARACTER.test(text),
  () => `must be one line of 1 to ${REASON_LENGTH_MAX} characters`,
)
