-- One code is one code, whatever the product: the keyed hash of every code that was ever imported
-- or bought upstream, hashed with the namespace that its product names, and where it went. One that
-- was bought and then put in stock has both a lot and a purchase. Distributed by blind. Why its
-- type is uuid: docs/decisions/codes.md.
create table code_index (
  product_id integer not null,
  lot_no integer,
  blind uuid primary key,
  purchase uuid,
  constraint code_index_origin_check check (lot_no is not null or purchase is not null)
);

-- Issuers share short numbers: codes are compared with those of products in the same namespace.
alter table products add code_namespace text;

-- Names a lot in code_index.
alter table stock_lots add lot_no integer generated always as identity;
create unique index stock_lots_no on stock_lots (lot_no);

-- The hashes of both indexes that there were named the product, so codes that are there already are
-- opened and hashed anew, by the service as it starts, before it imports or buys anything. This
-- table holds them until then, sealed as they are and in the order in which they came.
create table codes_to_index (
  row_no bigint generated always as identity primary key,
  product_id integer not null,
  lot text,
  purchase uuid,
  context text not null,
  sealed bytea not null
);

insert into codes_to_index (product_id, lot, context, sealed)
select product_id, lot, 'stock_blocks:' || product_id || ':' || block_id, sealed
from stock_blocks
order by imported_at, block_id;

insert into codes_to_index (product_id, purchase, context, sealed)
select bought.product_id, bought.reference,
       'issued:' || piece.partner_id || ':' || piece.order_no || ':' || piece.batch_no
         || ':' || piece.piece_no,
       piece.sealed
from upstream_purchases bought
join products using (product_id)
join issued_pieces piece using (partner_id, order_no, batch_no)
where bought.status = 'PLACED' and not bought.released and piece.sealed is not null
  and products.product_type = 'GIFT_CARD'
order by bought.begun_at, bought.reference, piece.piece_no;

drop table stock_index;
drop table upstream_codes;
