import type { Refusal } from '../../../src/core/mod.ts'
import { DIALECTS, type Family } from '../../../src/http/dialects.ts'
import type { Act, Answer } from '../../oracle/acts.ts'
import { refusedAs } from '../refused-as.ts'

/** Returns the response of the API to a refusal. */
export function refusedBy(act: Act['act'], { kind, extras }: Refusal): Answer {
  return refusedAs(act, DIALECTS[familyOf(act)][kind].status, extras)
}

/** Returns the family of paths of an act's request. */
function familyOf(act: Act['act']): Family {
  if (['consumer', 'credit', 'debit', 'bulk', 'file'].includes(act)) return 'partner-v1'
  const ofV2 = ['place', 'quote', 'send', 'claim', 'end link', 'replace link', 'spend']
  return ofV2.includes(act) ? 'v2' : 'admin-v1'
}
