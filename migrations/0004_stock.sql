-- Imported codes. They are sealed in blocks of one product, face value and expiry, and sold as
-- slices of blocks, so that nothing needs to be opened to be sold. Distributed by product_id.

create table stock_blocks (
  product_id integer not null,
  block_id uuid not null,
  face_value_minor bigint not null,
  expires_at timestamptz,
  quantity integer not null check (quantity > 0),
  sealed bytea not null,
  imported_at timestamptz not null,
  primary key (product_id, block_id)
);

-- The stock of one product and face value; the row is the lock that orders claims and releases.
create table stock_shelves (
  product_id integer not null,
  face_value_minor bigint not null,
  primary key (product_id, face_value_minor)
);

-- What is still for sale: positions first .. first + quantity - 1 of a block.
create table stock_free (
  product_id integer not null,
  block_id uuid not null,
  first integer not null,
  quantity integer not null check (quantity > 0),
  face_value_minor bigint not null,
  expires_at timestamptz,
  primary key (product_id, block_id, first)
) with (fillfactor = 50);
create index stock_free_order on stock_free
  (product_id, face_value_minor, expires_at nulls last, block_id, first);

-- What was taken, for which batch, and for good: a batch's key is claimed or released once.
create table stock_claims (
  product_id integer not null,
  partner_id integer not null,
  order_no bigint not null,
  batch_no integer not null,
  state text not null check (state in ('CLAIMED', 'RELEASED')),
  block_ids uuid[] not null,
  firsts integer[] not null,
  quantities integer[] not null,
  primary key (product_id, partner_id, order_no, batch_no)
);

-- The keyed hash of every code ever imported: finds duplicates without opening anything.
create table stock_index (
  product_id integer not null,
  blind bytea not null,
  primary key (product_id, blind)
);
