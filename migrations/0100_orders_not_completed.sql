-- Instead of orders_by_status: nearly all orders are COMPLETED, and found by their numbers.
create index concurrently if not exists orders_not_completed
  on orders (partner_id, status, order_no) where status <> 'COMPLETED';
