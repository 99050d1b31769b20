-- Prices: what a partner is charged besides the face value.

alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check
  check (kind = any ('{funds,deposits,issued,discounts,fees,wallet}'::text[]));

-- The price list, read everywhere: a reference table like products. A rule never changes. A later
-- rule of the same owner and cover supersedes it, and ends it if it has neither a discount nor a
-- fee.
create table price_rules (
  rule_no bigint generated always as identity primary key,
  -- Null: all partners.
  partner_id integer references partners,
  -- What the rule covers: a product, a brand, a type of product, or all.
  product_id integer references products,
  brand text collate "C",
  product_type text collate "C"
    check (product_type in ('GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT')),
  -- Only products of this currency. Null: of any.
  currency text collate "C",
  -- Below zero: a surcharge.
  discount_percent numeric(7, 4) check (discount_percent >= -100 and discount_percent < 100),
  -- For each unit.
  fee_minor bigint check (fee_minor >= 0),
  effective_at timestamptz not null,
  recorded_at timestamptz not null,
  recorded_by text not null,
  constraint price_rules_cover check (num_nonnulls(product_id, brand, product_type) <= 1),
  constraint price_rules_fee 
    check (fee_minor is null or num_nonnulls(product_id, currency) > 0)
);
-- Two rules of the same owner and cover cannot come into force at the same time.
create unique index price_rules_cover_at on price_rules
  (partner_id, product_id, brand, product_type, currency, effective_at) nulls not distinct;
create index price_rules_by_time on price_rules (effective_at, rule_no);

-- What is added to the market rate of a pair. Like a price rule, a spread is superseded by a later
-- one of the same pair, and ended by one without a percentage.
create table fx_spreads (
  spread_no bigint generated always as identity primary key,
  -- Both null: all pairs without a spread of their own.
  from_currency text collate "C",
  to_currency text collate "C",
  spread_percent numeric(7, 4) check (spread_percent >= 0 and spread_percent < 100),
  effective_at timestamptz not null,
  recorded_at timestamptz not null,
  recorded_by text not null,
  constraint fx_spreads_pair check ((from_currency is null) = (to_currency is null))
);
create unique index fx_spreads_pair_at on fx_spreads (from_currency, to_currency, effective_at)
  nulls not distinct;
create index fx_spreads_by_time on fx_spreads (effective_at, spread_no);

-- What the price rules made of an order when it was accepted: it is charged total_minor -
-- discount_minor + fee_minor. Both null: no rule applied.
alter table orders
  add column discount_minor bigint,
  add column fee_minor bigint check (fee_minor >= 0),
  add constraint orders_pricing check ((discount_minor is null) = (fee_minor is null));

-- The price rule of the line, and the market rate, which is fx_rate without its spread. Null: no
-- rule applied; no spread was added.
alter table order_lines
  add column market_rate numeric(24, 8),
  add column price_rule_no bigint,
  add column discount_percent numeric(7, 4),
  add column discount_minor bigint,
  add column unit_fee_minor bigint,
  add constraint order_lines_pricing check (
    num_nonnulls(price_rule_no, discount_percent, discount_minor, unit_fee_minor) in (0, 4));
