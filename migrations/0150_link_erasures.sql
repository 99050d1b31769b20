-- Keyed hashes of addresses that were erased. A link that was requested before, and then waited for
-- an approval or to be written, is written without its recipient.
create table link_erasures (
  partner_id integer not null,
  address_blind bytea not null,
  erased_at timestamptz not null,
  primary key (partner_id, address_blind)
);
create index link_erasures_by_time on link_erasures (erased_at);
