-- A recipient of orders is erased as a consumer is, and leaves how many lines lost it.
alter table erasures
  drop constraint erasures_kind_check,
  add constraint erasures_kind_check check (kind in ('CONSUMER', 'RECIPIENT')),
  add column lines integer not null default 0;
