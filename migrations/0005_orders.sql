create table orders (
  partner_id integer not null,
  order_no bigint not null,
  client_reference text not null,
  idempotency_key uuid,
  fingerprint bytea not null,
  currency text not null,
  total_minor bigint not null check (total_minor >= 0),
  unit_count integer not null check (unit_count > 0),
  status text not null,
  -- The status before this one: with it the database itself refuses a transition that is not in
  -- the table of src/orders/transitions.ts.
  previous_status text,
  status_since timestamptz not null,
  -- The hold that pays for the order; null while ON_HOLD, when nothing does.
  hold_no bigint,
  -- What was charged in the end; differs from the total only for a cancelled order whose deliveries
  -- could not be taken back.
  charged_minor bigint,
  cancel_reason text,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (partner_id, order_no),
  -- `is true`: a check lets null pass, and so would a move from no status at all.
  constraint orders_transition check ((
    case status
      when 'PENDING' then previous_status is null or previous_status = 'ON_HOLD'
      when 'PROCESSING' then previous_status in ('PENDING', 'OUT_OF_STOCK')
      when 'OUT_OF_STOCK' then previous_status in ('PENDING', 'PROCESSING')
      when 'ON_HOLD' then previous_status in ('PENDING', 'PROCESSING', 'OUT_OF_STOCK')
      when 'CANCELLED' then previous_status in ('PENDING', 'OUT_OF_STOCK', 'ON_HOLD', 'PROCESSING')
      when 'COMPLETED' then previous_status = 'PROCESSING'
      else false
    end
  ) is true),
  check ((status = 'COMPLETED') = (completed_at is not null)),
  check (status <> 'ON_HOLD' or hold_no is null),
  check (status in ('ON_HOLD', 'CANCELLED') or hold_no is not null)
) with (fillfactor = 70);
create unique index orders_client_reference on orders (partner_id, client_reference);
create unique index orders_idempotency_key on orders (partner_id, idempotency_key)
  where idempotency_key is not null;
create index orders_by_status on orders (partner_id, status, order_no);
create index orders_by_day on orders (partner_id, created_at, order_no);
-- What a rise of the funds can pay.
create index orders_on_hold on orders (partner_id, currency, total_minor)
  where status = 'ON_HOLD';
-- What a settlement may have been missed of.
create index orders_open on orders (partner_id, order_no)
  where status in ('PENDING', 'PROCESSING', 'OUT_OF_STOCK');
create index orders_with_deadline on orders (status, status_since)
  where status in ('OUT_OF_STOCK', 'ON_HOLD');

create table order_lines (
  partner_id integer not null,
  order_no bigint not null,
  line_no integer not null,
  product_id integer not null,
  brand text not null,
  product_type text not null,
  product_currency text not null,
  face_value_minor bigint not null,
  quantity integer not null check (quantity > 0),
  first_item_no integer not null,
  unit_cost_minor bigint not null,
  fx_rate numeric(24, 8) not null,
  item_reference text,
  recipient jsonb,
  primary key (partner_id, order_no, line_no)
);

-- The batches of an order, and the queue of the work to be done.
create table fulfillments (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  line_no integer not null,
  product_id integer not null,
  supplier text not null,
  face_value_minor bigint not null,
  first_item_no integer not null,
  quantity integer not null check (quantity > 0),
  ordered_at timestamptz not null,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  -- When a worker may take it: now for fresh work, later for a retry, the end of the lease while
  -- one works on it. Null: nothing to do, or it waits for imported stock or for funds.
  due_at timestamptz,
  waits_for text check (waits_for in ('stock', 'funds')),
  attempt integer not null default 0,
  lease_owner uuid,
  -- Raised with every lease and whenever one is taken away; a finish names the epoch it began
  -- under.
  lease_epoch integer not null default 0,
  -- The supplier's answer to the last attempt was lost: ask, never buy again.
  outcome_unknown boolean not null default false,
  -- Cancelled: what was taken goes back.
  taking_back boolean not null default false,
  last_fault text,
  completed_at timestamptz,
  primary key (partner_id, order_no, batch_no),
  check ((status = 'COMPLETED') = (completed_at is not null))
) with (fillfactor = 70);
-- By batch before order: the first batch of every order is served before the thousandth of any.
-- With due_at behind them, what is not due yet is passed over without a look at its row.
create index fulfillments_due on fulfillments (partner_id, batch_no, order_no, due_at)
  where due_at is not null;
create index fulfillments_open on fulfillments (partner_id, order_no)
  where status <> 'COMPLETED';
-- In the order in which stock is given out: oldest order first, over all partners.
create index fulfillments_waiting_stock on fulfillments
  (product_id, face_value_minor, ordered_at, partner_id, order_no, batch_no)
  include (quantity, supplier)
  where waits_for = 'stock';

-- What was issued: sealed codes, or a slice of a sealed block of stock.
create table issued_pieces (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  piece_no integer not null,
  first_item_no integer not null,
  quantity integer not null check (quantity > 0),
  sealed bytea,
  stock_product_id integer,
  stock_block_id uuid,
  stock_first integer,
  primary key (partner_id, order_no, batch_no, piece_no),
  check ((sealed is null) = (stock_block_id is not null)),
  check ((stock_block_id is null) = (stock_first is null)),
  check ((stock_block_id is null) = (stock_product_id is null))
);
create index issued_pieces_by_item on issued_pieces (partner_id, order_no, first_item_no);
