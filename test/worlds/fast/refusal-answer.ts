import type { Refusal } from '../../../src/core/mod.ts'
import { DIALECTS, type Family } from '../../../src/http/dialects.ts'
import type { Act, Answer } from '../../oracle/acts.ts'

/** What the wire says to a refusal: its status, and the fields that a 400 or 409 names. */
export function refusedBy({ act }: Act, { kind, extras }: Refusal): Answer {
  const { status } = DIALECTS[familyOf(act)][kind]
  const fields = (extras.details ?? []).map(({ field }) => field)
  return fields.length > 0 && status !== 402 && status !== 500 ? { status, fields } : { status }
}

/** The paths by which it is asked for. */
function familyOf(act: Act['act']): Family {
  if (['consumer', 'credit', 'debit'].includes(act)) return 'partner-v1'
  return act === 'place' || act === 'quote' ? 'v2' : 'admin-v1'
}
