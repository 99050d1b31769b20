-- Our accounts at suppliers with interfaces of their own, by the adapter that speaks it.
create table supplier_accounts (
  account_id integer generated always as identity primary key,
  adapter text collate "C" not null,
  name text collate "C" not null,
  environment text not null check (environment in ('live', 'sandbox')),
  -- In place of the adapter's own addresses.
  base_url text,
  settings jsonb not null,
  -- The secrets that the adapter names.
  sealed bytea not null,
  low_float_minor bigint check (low_float_minor > 0),
  low_float_currency text,
  active boolean not null default true,
  -- Drawn by every change: each process compares it with that of its copy.
  version bigint not null,
  created_at timestamptz not null,
  asked_at timestamptz,
  answered_at timestamptz,
  last_fault text,
  faulted_at timestamptz,
  unique (adapter, name),
  constraint supplier_accounts_low_float
    check ((low_float_minor is null) = (low_float_currency is null))
);

-- Our funds there when they were last read, exact: a supplier may have five decimals.
create table supplier_pots (
  account_id integer not null,
  pot text collate "C" not null,
  currency text collate "C" not null,
  funds numeric not null,
  seen_at timestamptz not null,
  primary key (account_id, pot, currency)
);

-- One create at a supplier, for a part of a batch: its row is inserted before anything is sent. A
-- further create for the same units begins only when the one before can no longer become one.
create table supplier_creates (
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  -- The first of the batch's units that it is for, from 1.
  first_unit integer not null,
  create_no integer not null,
  -- Null: nothing was bought, and nothing ever will be.
  account_id integer,
  reference uuid not null,
  product_id integer not null,
  currency text not null,
  face_value_minor bigint not null,
  quantity integer not null check (quantity > 0),
  settings jsonb not null,
  offer jsonb,
  -- PLACING   it may have been sent; what became of it is not known
  -- PLACED    they have it, and work on it
  -- DONE      its units are kept
  -- REFUSED   nothing was done, and nothing of it is under way
  -- REVERSED  it was done, and taken back there
  -- STOCKED   its codes are in stock, because the order here was cancelled
  -- CLOSED    the operator closed it
  status text not null check (
    status in ('PLACING', 'PLACED', 'DONE', 'REFUSED', 'REVERSED', 'STOCKED', 'CLOSED')),
  -- Numbers the creates that were sent. Whoever records an outcome names the one it belongs to.
  send_no integer not null default 0,
  first_sent_at timestamptz,
  sent_at timestamptz,
  unsure_until timestamptz,
  theirs text,
  cost numeric,
  cost_currency text,
  -- The units of a part, sealed.
  kept bytea,
  -- The order here was cancelled.
  released boolean not null default false,
  due_at timestamptz,
  begun_at timestamptz not null,
  -- Only a person can say what became of it. Null: nothing is wrong.
  fault text,
  faulted_at timestamptz,
  primary key (partner_id, order_no, batch_no, first_unit, create_no),
  constraint supplier_creates_account check (account_id is not null or released),
  constraint supplier_creates_kept
    check (kept is null or status in ('DONE', 'REVERSED', 'STOCKED')),
  constraint supplier_creates_cost check ((cost is null) = (cost_currency is null))
);
create index supplier_creates_due on supplier_creates (due_at) where due_at is not null;
create index supplier_creates_faulty on supplier_creates (account_id) where fault is not null;
create index supplier_creates_reference on supplier_creates (reference);
create index supplier_creates_by_time on supplier_creates
  (account_id, begun_at, partner_id, order_no, batch_no, first_unit, create_no);
