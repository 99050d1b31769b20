import { sql, type Statement } from '../db/mod.ts'
import type { PartnerSelection } from './mail.ts'

/** Returns the condition that a partner is in the list or range. */
export function isSelected(
  partnerId: Statement<never>,
  selection: PartnerSelection,
): Statement<never> {
  if ('last' in selection) {
    const { after, last } = selection
    return sql`(${partnerId} > ${after}::integer and ${partnerId} <= ${last}::integer)`
  }
  return sql`${partnerId} = any(${selection}::integer[])`
}
