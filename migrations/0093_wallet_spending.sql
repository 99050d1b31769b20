-- Wallets that their owners spend: an order of a wallet holds its price on the wallet.
alter table orders add column wallet_id bigint;

-- Whether the owners of the partner's STANDARD wallets may spend them.
alter table partners add column wallet_spending boolean not null default false;

-- The gift cards for which the campaign's wallets can be spent: ids of products, or an empty array
-- for all that the partner is sold. Null: they cannot be spent.
alter table campaigns add column spend_products jsonb;
alter table campaigns add constraint campaigns_spend_products
  check (jsonb_typeof(spend_products) = 'array') not valid;

-- One-time addresses of pages where owners spend their wallets. They are made of `session_key`,
-- which opens nothing without the service's keys.
create table wallet_sessions (
  partner_id integer not null,
  session_key uuid not null,
  consumer_id bigint not null,
  -- Null: all wallets of the consumer.
  wallet_id bigint,
  locale text,
  token_hash bytea not null check (length(token_hash) = 32),
  page_hash bytea not null check (length(page_hash) = 32),
  idempotency_key uuid,
  fingerprint bytea not null,
  client_id uuid,
  created_at timestamptz not null,
  open_until timestamptz not null,
  -- When the address was used, and until when its page is served.
  opened_at timestamptz,
  ends_at timestamptz,
  primary key (partner_id, session_key),
  constraint wallet_sessions_token unique (partner_id, token_hash),
  constraint wallet_sessions_page unique (partner_id, page_hash),
  constraint wallet_sessions_key unique (partner_id, idempotency_key),
  constraint wallet_sessions_opened check ((opened_at is null) = (ends_at is null))
);
create index wallet_sessions_created on wallet_sessions (created_at);
