import { sql, type Statement } from '../db/mod.ts'

/**
 * Makes batches due at once if they FAILED, or wait for stock or for a supplier's account. They
 * start with the first supplier of their product; no supplier is still working on them.
 */
export function retryBatches(partnerId: number, orderNo: number): Statement<{ batch_no: number }> {
  return sql`
    update fulfillments b
    set status = 'PENDING', attempt = case when b.status = 'FAILED' then 1 else b.attempt end,
        supplier = p.supplier, supplier_step = 0, waits_for = null, due_at = now()
    from products p
    where b.partner_id = ${partnerId} and b.order_no = ${orderNo} and not b.taking_back
      and (b.status = 'FAILED' or b.waits_for in ('stock', 'supplier'))
      and p.product_id = b.product_id
    returning b.batch_no`
}

/** Counts an order's batches that wait for our account at a supplier. */
export function countShort(partnerId: number, orderNo: number): Statement<{ batches: number }> {
  return sql`
    select count(*)::integer as batches from fulfillments
    where partner_id = ${partnerId} and order_no = ${orderNo} and waits_for = 'supplier'`
}
