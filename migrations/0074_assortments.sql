-- Which products partners see, by the covers of price rules. Rules are never changed.
create table assortment_rules (
  rule_no bigint generated always as identity primary key,
  partner_id integer references partners,
  product_id integer references products,
  brand text collate "C",
  product_type text collate "C"
    check (product_type in ('GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT')),
  currency text collate "C",
  -- Null: the rule before it ended, and less specific ones apply.
  is_shown boolean,
  effective_at timestamptz not null,
  recorded_at timestamptz not null,
  recorded_by text not null,
  constraint assortment_rules_cover check (num_nonnulls(product_id, brand, product_type) <= 1)
);
create unique index assortment_rules_cover_at on assortment_rules
  (partner_id, product_id, brand, product_type, currency, effective_at) nulls not distinct;
create index assortment_rules_by_time on assortment_rules (effective_at, rule_no);
