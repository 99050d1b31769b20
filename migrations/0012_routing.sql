-- Suppliers of a product behind the first one, in order: [{"supplier", "settings"}].
alter table products add column fallback_suppliers jsonb not null default '[]';

alter table fulfillments
  -- Where in its product's list the batch is; the first supplier is 0.
  add column supplier_step integer not null default 0,
  -- Those that its supplier is, or was, asked with. While they stand here nobody else may be asked:
  -- nothing is known of that call, or it issued. Null: whom to ask next says the product.
  add column supplier_settings jsonb,
  -- The most hopeful "no" of this round through the list.
  add column round_outcome text
    check (round_outcome in ('refused', 'unavailable', 'unfunded', 'out_of_stock')),
  drop constraint fulfillments_waits_for_check,
  add constraint fulfillments_waits_for_check check (waits_for in ('stock', 'funds', 'supplier'));
create index fulfillments_waiting_supplier on fulfillments
  (product_id, ordered_at, partner_id, order_no)
  where waits_for = 'supplier';
-- What was asked before is asked again as it was.
update fulfillments b set supplier_settings = p.supplier_settings
from products p
where p.product_id = b.product_id and b.attempt > 0
  and (b.status in ('PROCESSING', 'COMPLETED') or b.outcome_unknown or b.taking_back)
  and exists (
    select from orders o
    where o.partner_id = b.partner_id and o.order_no = b.order_no
      and (o.status not in ('COMPLETED', 'CANCELLED') or b.taking_back));

-- An order ON_HOLD waits for the partner's money; with this, for ours at a supplier.
alter table orders add column held_for_supplier boolean not null default false
  constraint orders_held_for_supplier check (not held_for_supplier or status = 'ON_HOLD');

-- Times that a supplier was asked for a batch and issued nothing; the lease that asked names one.
create table supplier_attempts (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  lease_epoch integer not null,
  supplier text not null,
  outcome text not null check (
    outcome in ('out_of_stock', 'refused', 'pending', 'unfunded', 'unknown', 'unavailable')),
  reason text,
  occurred_at timestamptz not null,
  primary key (partner_id, order_no, batch_no, lease_epoch)
);

-- How a product fares at an account of a supplier, for all processes; written when that changes.
create table supplier_health (
  product_id integer not null,
  supplier text not null,
  account text not null,
  -- The breaker as its library writes it, and what it comes to.
  circuit jsonb,
  circuit_state text not null default 'closed' check (circuit_state in ('closed', 'open')),
  circuit_since timestamptz,
  -- Calls that were counted since then.
  counted_since timestamptz,
  answered integer not null default 0,
  failed integer not null default 0,
  last_fault text,
  last_fault_at timestamptz,
  -- Our account ran dry; one waiting order tries again at probe_at.
  unfunded_since timestamptz,
  probe_at timestamptz,
  changed_at timestamptz not null,
  primary key (product_id, supplier, account)
);
create index supplier_health_changes on supplier_health (changed_at);
create index supplier_health_unfunded on supplier_health (probe_at)
  where unfunded_since is not null;
