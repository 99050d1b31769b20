import { addTwin, sql } from '../db/mod.ts'
import {
  keysOf,
  lockRerouted,
  lockWaiting,
  namedBuckets,
  STOCK,
  waitedFor,
  waitingBuckets,
  waitingFaces,
  wakeBatches,
  WAKE_UPDATE,
} from '../fulfillment/restock-rows.ts'
import { heldOrders, isAfter, unmarkedProducts } from '../fulfillment/unfunded-rows.ts'

addTwin(
  waitedFor,
  (buckets) => sql`
    select distinct bucket.product_id, bucket.face_value_minor
    from ${namedBuckets(buckets)} join fulfillments waiting
      on waiting.product_id = bucket.product_id
      and waiting.face_value_minor = bucket.face_value_minor
    where waiting.waits_for = 'stock' and waiting.supplier = ${STOCK}
      and waiting.min_validity_days is null`,
)

// Locks the rows by an update that changes nothing. Their order is undefined, so PostgreSQL may end
// the statement because of a deadlock.
addTwin(
  lockWaiting,
  (batches) => sql`
    update fulfillments f set waits_for = f.waits_for from ${keysOf(batches)}
    where f.partner_id = batch_key.partner_id and f.order_no = batch_key.order_no
      and f.batch_no = batch_key.batch_no and f.waits_for = 'stock' and f.supplier = ${STOCK}
    returning f.ordered_at, f.partner_id, f.order_no, f.batch_no, f.face_value_minor, f.quantity`,
)

addTwin(
  waitingFaces,
  (productId) => sql`
    select distinct face_value_minor from fulfillments
    where product_id = ${productId} and waits_for = 'stock' order by face_value_minor`,
)

addTwin(
  waitingBuckets,
  () => sql`
    select distinct product_id, face_value_minor from fulfillments where waits_for = 'stock'
    order by product_id, face_value_minor`,
)

addTwin(
  wakeBatches,
  (batches) => sql`
    ${WAKE_UPDATE} from ${keysOf(batches)}
    where b.partner_id = batch_key.partner_id and b.order_no = batch_key.order_no
      and b.batch_no = batch_key.batch_no`,
)

// The rows are not locked beforehand: if two writes deadlock, PostgreSQL ends one of them.
addTwin(lockRerouted, () => [])

addTwin(
  unmarkedProducts,
  () => sql`
    with waiting as materialized (
      select distinct product_id from fulfillments where waits_for = 'supplier')
    select product_id from waiting
    where not exists (
      select 1 from supplier_health h
      where h.product_id = waiting.product_id and h.unfunded_since is not null)`,
)

addTwin(
  heldOrders,
  (productIds, { max, after }) => sql`
    select distinct b.ordered_at, b.partner_id, b.order_no
    from fulfillments b join orders o
      on o.partner_id = b.partner_id and o.order_no = b.order_no and o.held_for_supplier
    where b.product_id = any(${productIds}::integer[]) and b.waits_for = 'supplier'
      and ${isAfter(after)}
    order by b.ordered_at, b.partner_id, b.order_no
    limit ${max}`,
)
