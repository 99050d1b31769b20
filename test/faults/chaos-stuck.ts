import type { Database } from '../../src/db/mod.ts'

const OPEN = `status not in ('COMPLETED', 'CANCELLED')`
const SHOWN_MAX = 5

/** Number of orders that are open, or cancelled with returns that are not done. */
export async function openOrders(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ open: number }>(
    `select count(*)::int as open from orders o where ${OPEN} or exists (
       select from fulfillments b where (b.partner_id, b.order_no) = (o.partner_id, o.order_no)
         and (b.due_at is not null or b.taking_back))`,
  )
  return rows[0]?.open ?? 0
}

/** Each order with its open batches, their reservations, and the balances of its partner. */
export async function describeStuck(db: Database): Promise<string> {
  const stuck = await db.pool.query(
    `select o.partner_id, o.order_no, o.status, o.previous_status, o.currency, o.total_minor,
       o.hold_no, now() - o.status_since as since, batches.*
     from orders o cross join lateral (
       select count(*) as batches,
         count(*) filter (where b.status <> 'COMPLETED') as open_batches,
         (jsonb_agg(jsonb_build_object('no', b.batch_no, 'status', b.status, 'units', b.quantity,
           'supplier', b.supplier, 'sold_by', p.supplier, 'settings', p.supplier_settings,
           'product', b.product_id, 'face', b.face_value_minor, 'waits_for', b.waits_for,
           'due_in', b.due_at - now(), 'attempt', b.attempt, 'owner', b.lease_owner,
           'epoch', b.lease_epoch, 'unknown', b.outcome_unknown, 'returns', b.taking_back,
           'fault', b.last_fault, 'reservation', c.state) order by b.batch_no)
           filter (where b.status <> 'COMPLETED' or b.due_at is not null)) as not_done
       from fulfillments b join products p using (product_id)
       left join stock_reservations c using (product_id, partner_id, order_no, batch_no)
       where (b.partner_id, b.order_no) = (o.partner_id, o.order_no)) as batches
     where ${OPEN} or exists (
       select from fulfillments b where (b.partner_id, b.order_no) = (o.partner_id, o.order_no)
         and (b.due_at is not null or b.taking_back))
     order by o.partner_id, o.order_no limit ${SHOWN_MAX}`,
  )
  const accounts = await db.pool.query(
    `select a.partner_id, a.kind, a.currency, a.credits_posted - a.debits_posted as posted,
       a.debits_pending as held, b.orders_on_hold
     from accounts a join books b using (partner_id) where a.kind <> 'wallet' order by 1, 2, 3`,
  )
  const stock = await db.pool.query(
    `select product_id, face_value_minor, sum(quantity) as free from stock_free group by 1, 2`,
  )
  const shown = { stuck: stuck.rows, accounts: accounts.rows, stock: stock.rows }
  return JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? `${value}` : value), 1)
}
