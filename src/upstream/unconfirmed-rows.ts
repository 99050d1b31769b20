import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'

export interface UnconfirmedRow {
  readonly name: string
  readonly batches: bigint
  readonly unsure_until: Date
  /** The order of the oldest such batch, and why it is not confirmed. */
  readonly partner_id: number
  readonly order_no: bigint
  readonly ordered_at: Date
  readonly fault: string | null
}

/**
 * Counts, for each account, purchases whose create got no response. `unsure_until` is the last
 * instant at which such a create may arrive; only purchases with one before `unsureBefore` count.
 */
export function selectUnconfirmed(unsureBefore: number): Statement<UnconfirmedRow> {
  const plain = sql<UnconfirmedRow>`
    select u.name, open.batches, open.unsure_until, oldest.partner_id, oldest.order_no,
           o.created_at as ordered_at, f.last_fault as fault
    from upstreams u
    cross join lateral (
      select count(*) as batches, max(unsure_until) as unsure_until
      from upstream_purchases
      where upstream_id = u.upstream_id and status = 'PLACING' and not released
        and unsure_until < ${dateAt(unsureBefore)}) as open
    cross join lateral (
      select partner_id, order_no, batch_no
      from upstream_purchases
      where upstream_id = u.upstream_id and status = 'PLACING' and not released
        and unsure_until < ${dateAt(unsureBefore)}
      order by begun_at, partner_id, order_no, batch_no limit 1) as oldest
    cross join lateral (
      select created_at from orders
      where orders.partner_id = oldest.partner_id and orders.order_no = oldest.order_no
      offset 0) as o
    cross join lateral (
      select last_fault from fulfillments batch
      where batch.partner_id = oldest.partner_id and batch.order_no = oldest.order_no
        and batch.batch_no = oldest.batch_no
      offset 0) as f
    order by u.upstream_id`
  return sql.twin(selectUnconfirmed, [unsureBefore], plain)
}
