import { Type } from 'typebox'
import { lineFault, REASON_LENGTH_MAX } from '../../core/mod.ts'

/** Why the operator acts, for the audit log: one line that is not blank. */
export const Reason = Type.Refine(
  Type.String({ description: 'Why, for the audit log: one line' }),
  (text) => lineFault(text, REASON_LENGTH_MAX) === undefined,
  (text) => lineFault(text, REASON_LENGTH_MAX) ?? '',
)
