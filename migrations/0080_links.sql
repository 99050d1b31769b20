-- Links: value that a person claims. What is sent moves from `funds` to `promised`; orders of a
-- link are paid from there.
alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check
  check (kind = any ('{funds,deposits,issued,discounts,fees,refunds,promised,wallet}'::text[]))
  not valid;
alter table accounts add constraint accounts_promised
  check (kind <> 'promised' or credits_posted >= debits_posted + debits_pending) not valid;

-- One request that sent links, and the transfer that set their money aside.
create table link_batches (
  partner_id integer not null,
  batch_no bigint not null,
  reference text collate "C" not null,
  idempotency_key uuid,
  fingerprint bytea not null,
  currency text not null,
  link_count integer not null check (link_count > 0),
  sent_minor bigint not null check (sent_minor > 0),
  transfer_no bigint not null,
  client_id uuid,
  created_at timestamptz not null,
  primary key (partner_id, batch_no),
  constraint link_batches_reference unique (partner_id, reference),
  constraint link_batches_key unique (partner_id, idempotency_key)
);

-- Amounts in minor units of `currency`. What is open of a link is
-- sent_minor - claimed_minor - returned_minor; held_minor of it is held for its orders.
create table links (
  partner_id integer not null,
  link_no bigint not null,
  batch_no bigint not null,
  link_key uuid not null,
  generation integer not null default 1 check (generation > 0),
  token_hash bytea not null check (length(token_hash) = 32),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  sent_minor bigint not null,
  chosen_minor bigint not null default 0,
  held_minor bigint not null default 0,
  claimed_minor bigint not null default 0,
  returned_minor bigint not null default 0,
  claims integer not null default 0 check (claims >= 0),
  products jsonb,
  locale text,
  reference text,
  metadata jsonb,
  delivery text not null check (delivery = 'NONE'),
  recipient_sealed bytea,
  claim_by timestamptz not null,
  ended text check (ended in ('CLAIMED', 'EXPIRED', 'CANCELLED', 'RETURNED')),
  ended_at timestamptz,
  ended_reason text,
  created_at timestamptz not null,
  primary key (partner_id, link_no),
  constraint links_ended check ((ended is null) = (ended_at is null)),
  constraint links_money check (
    sent_minor >= amount_minor and chosen_minor between 0 and amount_minor
    and least(held_minor, claimed_minor, returned_minor) >= 0
    and held_minor + claimed_minor + returned_minor <= sent_minor)
);
create unique index links_token on links (partner_id, token_hash);
create index links_of_batch on links (partner_id, batch_no, link_no);
create index links_due on links (claim_by, partner_id, link_no)
  where ended is null and chosen_minor < amount_minor;

-- Tokens that were replaced: whoever has one is told so.
create table link_old_tokens (
  partner_id integer not null,
  token_hash bytea not null check (length(token_hash) = 32),
  link_no bigint not null,
  primary key (partner_id, token_hash)
);

-- What went back to the funds, one row for each transfer.
create table link_returns (
  partner_id integer not null,
  transfer_no bigint not null,
  link_no bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (partner_id, transfer_no)
);
create index link_returns_of_link on link_returns (partner_id, link_no);

alter table orders add column link_no bigint;
