-- Personal data that was erased: who, when and why, never the erased values.

create table erasures (
  partner_id integer not null,
  erasure_id uuid not null,
  kind text not null check (kind in ('CONSUMER')),
  consumer_id bigint,
  reason text not null,
  actor text not null,
  -- What it changed.
  wallets integer not null,
  descriptions integer not null,
  mails integer not null,
  erased_at timestamptz not null,
  primary key (partner_id, erasure_id),
  check ((kind = 'CONSUMER') = (consumer_id is not null))
);
create unique index erasures_of_consumer on erasures (partner_id, consumer_id);
create index erasures_by_time on erasures (erased_at, erasure_id);
