-- The keyed hash of every code that was ever bought upstream, and the purchase that brought it,
-- by its reference: what another one brought before is not sold twice. Distributed by product_id.
create table upstream_codes (
  product_id integer not null,
  blind bytea not null,
  reference uuid not null,
  primary key (product_id, blind)
);
