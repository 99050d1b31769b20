-- Tables and columns have the field's words: a bucket of stock, a reservation, the segments that a
-- batch was issued, an account that is unfunded and how often it is probed.
alter table stock_shelves rename to stock_buckets;
alter table stock_buckets rename constraint stock_shelves_pkey to stock_buckets_pkey;

alter table stock_claims rename to stock_reservations;
alter table stock_reservations rename constraint stock_claims_pkey to stock_reservations_pkey;
drop index stock_claims_begin;
alter table stock_reservations drop constraint stock_claims_state_check;
update stock_reservations set state = 'RESERVED' where state = 'CLAIMED';
alter table stock_reservations add constraint stock_reservations_state_check
  check (state in ('RESERVED', 'RELEASED'));
create unique index stock_reservations_begin
  on stock_reservations (product_id, (block_ids[1]), (firsts[1])) where state = 'RESERVED';

alter table issued_pieces rename to issued_segments;
alter table issued_segments rename column piece_no to segment_no;
alter table issued_segments rename constraint issued_pieces_pkey to issued_segments_pkey;
alter table issued_segments rename constraint issued_pieces_check to issued_segments_check;
alter table issued_segments rename constraint issued_pieces_check1 to issued_segments_check1;
alter table issued_segments rename constraint issued_pieces_check2 to issued_segments_check2;
alter table issued_segments
  rename constraint issued_pieces_quantity_check to issued_segments_quantity_check;
alter index issued_pieces_by_block rename to issued_segments_by_block;
alter index issued_pieces_by_item rename to issued_segments_by_item;

alter table dry_accounts rename to unfunded_accounts;
alter table unfunded_accounts rename constraint dry_accounts_pkey to unfunded_accounts_pkey;
alter table unfunded_accounts rename column round_size to probe_size;
alter table unfunded_accounts rename column round_began_at to probe_began_at;
alter table unfunded_accounts rename column next_round_at to next_probe_at;
