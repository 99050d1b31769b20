import { dateAt, drawNumber } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { LeaseTerms, PartnerSelection } from './mail.ts'
import { isSelected } from './partner-selection.ts'

/**
 * The table of a queue, and the columns of its key after the partner. They are used as SQL, so they
 * must not come from input.
 */
interface QueueTable {
  readonly table: string
  readonly key: string
}

/**
 * Returns the statements that find and lease due mails in a table with `status`, `attempts`,
 * `lease_epoch` and `next_try_at`.
 */
export function dueRows<Row extends object>(queue: QueueTable) {
  const [table, key] = [sql.raw(queue.table), sql.raw(queue.key)]
  return {
    partnersDue: (
      selection: PartnerSelection,
      now: number,
    ): Statement<{ partner_id: number }> => sql`
      select distinct partner_id from ${table}
      where status = 'PENDING' and next_try_at <= ${dateAt(now)}
        and ${isSelected(sql`partner_id`, selection)}`,
    /** Skips rows that another process is leasing. */
    lease: (partnerId: number, { limit, now, until }: LeaseTerms): Statement<Row> => sql`
      update ${table}
      set attempts = attempts + 1, lease_epoch = ${drawNumber()}, next_try_at = ${dateAt(until)}
      where partner_id = ${partnerId} and ${key} = any(array(
        select ${key} from ${table}
        where partner_id = ${partnerId} and status = 'PENDING' and next_try_at <= ${dateAt(now)}
        order by next_try_at limit ${limit}
        for update skip locked))
      returning *`,
  }
}
