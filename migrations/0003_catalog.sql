create table products (
  product_id integer generated always as identity primary key,
  brand text not null,
  currency text not null,
  product_type text not null
    check (product_type in ('GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT')),
  denomination_type text not null check (denomination_type in ('FIXED', 'VARIABLE')),
  fixed_minor bigint[],
  min_minor bigint,
  max_minor bigint,
  recipient_fields jsonb not null default '[]',
  supplier text not null,
  supplier_settings jsonb not null default '{}',
  active boolean not null default true,
  created_at timestamptz not null,
  check ((denomination_type = 'FIXED') = (fixed_minor is not null)),
  check ((denomination_type = 'VARIABLE') = (min_minor is not null and max_minor is not null))
);

-- One unit of from_currency is worth rate units of to_currency.
create table fx_rates (
  from_currency text not null,
  to_currency text not null,
  rate numeric(24, 8) not null check (rate > 0),
  updated_at timestamptz not null,
  primary key (from_currency, to_currency)
);

-- Raised by every change of products and rates, so that each process knows when its copy is old.
create table catalog_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into catalog_version (version) values (1);
