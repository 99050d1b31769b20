import { sql, type Statement } from '../db/mod.ts'
import type { Whose } from './mail.ts'

/** Returns the condition that a partner is in the list or range. */
export function isOneOf(partnerId: Statement<never>, whose: Whose): Statement<never> {
  if ('last' in whose) {
    const { after, last } = whose
    return sql`(${partnerId} > ${after}::integer and ${partnerId} <= ${last}::integer)`
  }
  return sql`${partnerId} = any(${whose}::integer[])`
}
