-- Prices that are locked for a while. An order that names a quote is priced by it, once.
create table quotes (
  partner_id integer not null,
  quote_id uuid not null,
  -- Of the currency and the items.
  fingerprint bytea not null,
  -- The rate and the price rule of each product, as src/orders/quote-rows.ts writes them.
  prices jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The order that used it.
  order_no bigint,
  primary key (partner_id, quote_id)
);
create index quotes_by_expiry on quotes (partner_id, expires_at);
