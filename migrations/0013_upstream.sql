-- Other services that speak this same interface, and our account at each.
create table upstreams (
  upstream_id integer generated always as identity primary key,
  name text not null unique,
  base_url text not null,
  client_id text not null,
  -- API key and HMAC secret.
  sealed bytea not null,
  -- Of the wallet that orders are paid from.
  currency text not null,
  low_float_minor bigint check (low_float_minor > 0),
  active boolean not null default true,
  -- Raised with every change, so that each process knows when its copy is old.
  version integer not null default 1,
  created_at timestamptz not null,
  asked_at timestamptz,
  answered_at timestamptz,
  last_fault text,
  faulted_at timestamptz
);

-- What we had there when it was last seen.
create table upstream_floats (
  upstream_id integer not null,
  currency text not null,
  funds_minor bigint not null,
  seen_at timestamptz not null,
  primary key (upstream_id, currency)
);

-- What was bought, or may have been, for a batch. The row is there before anything is sent: it
-- names the order upstream (reference) whatever becomes of the answer. A further purchase of the
-- batch is begun only where the one before can no longer come to anything.
create table upstream_purchases (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  purchase_no integer not null,
  -- Null: nothing was bought, and nothing ever will be.
  upstream_id integer,
  reference uuid not null,
  idempotency_key uuid not null,
  their_product_id bigint not null,
  wallet_currency text not null,
  product_id integer not null,
  currency text not null,
  face_value_minor bigint not null,
  quantity integer not null check (quantity > 0),
  -- PLACING    a create was sent, or is about to be
  -- PLACED     they have the order
  -- REFUSED    they have none, and none that was sent can still arrive
  -- CANCELLED  they cancelled it, and gave the money back
  -- STOCKED    its codes are in stock of the product, because their order was cancelled here
  status text not null
    check (status in ('PLACING', 'PLACED', 'REFUSED', 'CANCELLED', 'STOCKED')),
  -- Who writes what became of a create says which it was.
  send_no integer not null default 0,
  -- Until then a create whose answer is not known may still arrive there.
  unsure_until timestamptz,
  upstream_order_id text,
  upstream_status text,
  cost_minor bigint,
  -- The order that it was bought for was cancelled here.
  released boolean not null default false,
  -- When one that was released is looked at again.
  due_at timestamptz,
  begun_at timestamptz not null,
  primary key (partner_id, order_no, batch_no, purchase_no),
  check (upstream_id is not null or released),
  check ((status in ('PLACING', 'REFUSED')) or upstream_order_id is not null)
);
create index upstream_purchases_due on upstream_purchases (due_at) where due_at is not null;
create index upstream_purchases_waiting on upstream_purchases (upstream_id)
  where upstream_status in ('OUT_OF_STOCK', 'ON_HOLD');
