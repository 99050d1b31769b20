import { messages } from '../messages/messages.ts'
import type { Field } from './act-fields.ts'

/** Why something is done, for the audit log. */
export const REASON: Field<'reason'> = {
  name: 'reason',
  label: messages.act.reason,
  help: messages.act.reasonHelp,
}

export const OPTIONAL_REASON: Field<'reason'> = { ...REASON, isOptional: true }
