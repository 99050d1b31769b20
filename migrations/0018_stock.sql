-- What was imported before there were lots: the codes of a day are a lot.
update stock_blocks
set lot = 'imported-' || to_char(imported_at at time zone 'UTC', 'YYYY-MM-DD')
where lot = 'before-lots';

-- By face value and lot; what was imported is counted in the index alone.
create index stock_blocks_by_lot on stock_blocks (product_id, face_value_minor, lot)
  include (quantity, imported_at);

-- How stock is sold: what a product says goes before what product 0 says for all of them.
create table stock_policies (
  product_id integer primary key,
  -- Codes that expire within so many seconds are not sold any more.
  expiry_margin_seconds integer check (expiry_margin_seconds >= 0),
  -- A face value with fewer codes for sale is low on stock.
  low_stock_threshold integer check (low_stock_threshold >= 1)
);

-- A lot whose codes are not sold is QUARANTINED, until they are released, or RECALLED for good. An
-- import holds the row while it brings codes of its lot.
create table stock_lots (
  product_id integer not null,
  lot text not null,
  state text not null default 'ON_SALE' check (state in ('ON_SALE', 'QUARANTINED', 'RECALLED')),
  created_at timestamptz not null,
  primary key (product_id, lot)
);
create index stock_lots_by_time on stock_lots (product_id, created_at, lot);
insert into stock_lots (product_id, lot, created_at)
select product_id, lot, min(imported_at) from stock_blocks group by product_id, lot;

-- What would be in stock_free, if its lot were ON_SALE.
create table stock_held (
  product_id integer not null,
  block_id uuid not null,
  first integer not null,
  quantity integer not null check (quantity > 0),
  face_value_minor bigint not null,
  expires_at timestamptz,
  primary key (product_id, block_id, first)
);

-- How many codes of a shelf were taken for orders when each day began, less those that came back.
create table stock_levels (
  product_id integer not null,
  face_value_minor bigint not null,
  day timestamptz not null,
  seen_at timestamptz not null,
  taken bigint not null,
  primary key (product_id, face_value_minor, day)
);
insert into stock_levels (product_id, face_value_minor, day, seen_at, taken)
select b.product_id, b.face_value_minor, date_trunc('day', now(), 'UTC'), now(),
       sum(b.quantity) - (
         select coalesce(sum(f.quantity), 0) from stock_free f
         where f.product_id = b.product_id and f.face_value_minor = b.face_value_minor)
from stock_blocks b
group by b.product_id, b.face_value_minor;

-- Which orders hold codes of a block.
create index issued_pieces_by_block on issued_pieces (stock_product_id, stock_block_id)
  where stock_block_id is not null;
