alter table upstream_purchases
  -- What the last look found wrong, and how many looks in a row did; null where it found nothing.
  add column fault text,
  add column faulted_at timestamptz,
  add column faults integer not null default 0,
  -- How many of its codes have come into stock.
  add column stocked integer not null default 0,
  drop constraint upstream_purchases_status_check,
  drop constraint upstream_purchases_check1,
  -- CLOSED  the operator has given it up: nothing is expected of it any more
  add constraint upstream_purchases_status_check
    check (status in ('PLACING', 'PLACED', 'REFUSED', 'CANCELLED', 'STOCKED', 'CLOSED')),
  add constraint upstream_purchases_order_check
    check (status in ('PLACING', 'REFUSED', 'CLOSED') or upstream_order_id is not null);

-- For the operator, who sees the latest first.
create index upstream_purchases_by_time on upstream_purchases
  (upstream_id, status, begun_at, partner_id, order_no, batch_no, purchase_no);
