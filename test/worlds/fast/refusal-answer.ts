import type { Refusal } from '../../../src/core/mod.ts'
import { DIALECTS, type Family } from '../../../src/http/dialects.ts'
import type { Act, Answer } from '../../oracle/acts.ts'

/** What the wire says to a refusal: its status, and the fields that a 400 or 409 names. */
export function refusedBy(act: Act['act'], { kind, extras }: Refusal): Answer {
  const { status } = DIALECTS[familyOf(act)][kind]
  const named = (extras.details ?? []).map(({ field }) => field)
  const fields = act === 'bulk' ? named.toSorted() : named
  return fields.length > 0 && status !== 402 && status !== 500 ? { status, fields } : { status }
}

/** The paths by which it is asked for. */
function familyOf(act: Act['act']): Family {
  if (['consumer', 'credit', 'debit', 'bulk', 'file'].includes(act)) return 'partner-v1'
  const ofV2 = ['place', 'quote', 'send', 'claim', 'end link', 'replace link']
  return ofV2.includes(act) ? 'v2' : 'admin-v1'
}
