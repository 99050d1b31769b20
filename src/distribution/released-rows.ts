import { claimDueCreates } from '../connectors/release-rows.ts'
import { CREATE_COLUMNS } from '../connectors/create-rows.ts'
import { dateAt } from '../core/mod.ts'
import { addTwin, sql } from '../db/mod.ts'

// A lease moves `due_at`. Another process that waited for the lock of a row reads the new value,
// and leaves the row out.

addTwin(
  claimDueCreates,
  ({ now, againAt }, limit) => sql`
    update supplier_creates set due_at = ${dateAt(againAt)} where due_at <= ${dateAt(now)}
      and (partner_id, order_no, batch_no, first_unit, create_no) in (
        select partner_id, order_no, batch_no, first_unit, create_no from supplier_creates
        where due_at <= ${dateAt(now)} order by due_at limit ${limit})
    returning ${CREATE_COLUMNS}`,
)
