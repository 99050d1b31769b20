-- stock_reservations_apart refuses whatever this index refused.
drop index concurrently if exists stock_reservations_begin;
