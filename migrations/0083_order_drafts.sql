-- From which charge on an order of a person needs the approval of another one of the partner.
create table order_rules (
  partner_id integer not null,
  currency text collate "C" not null,
  -- Minor units.
  approve_from bigint not null check (approve_from > 0),
  primary key (partner_id, currency)
);

-- Orders that wait for an approval inside the partner. They hold no money.
create table order_drafts (
  partner_id integer not null,
  -- The Idempotency-Key of the order.
  draft_id uuid not null,
  state text collate "C" not null
    check (state in ('WAITING', 'APPROVED', 'ORDERED', 'REJECTED', 'WITHDRAWN')),
  client_reference text not null,
  currency text collate "C" not null,
  -- What the order would be charged, in minor units.
  charged bigint not null,
  item_count integer not null,
  -- The items of the order; empty once no order can come of it, as they may name people.
  items jsonb not null,
  quote_id uuid not null,
  made_by integer not null,
  made_by_name text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by_name text,
  decided_at timestamptz,
  reason text,
  order_id text,
  primary key (partner_id, draft_id)
);
create index order_drafts_by_time on order_drafts (partner_id, made_at, draft_id);
