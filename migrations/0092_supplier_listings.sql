-- What suppliers sell, as their catalogs said last, and how products buy by it.
create table supplier_mirrors (
  account_id integer primary key,
  -- Changes with each run: a run that is overtaken changes nothing.
  run_no bigint not null,
  due_at timestamptz not null,
  mirrored_at timestamptz,
  listings integer not null default 0 check (listings >= 0),
  -- What the catalog had and was left out, because it cannot be read.
  unread integer not null default 0 check (unread >= 0),
  fault text,
  faulted_at timestamptz
);

create table supplier_listings (
  listing_id integer generated always as identity primary key,
  account_id integer not null,
  -- The supplier's own name of it.
  listing text collate "C" not null,
  name text not null,
  brand text not null,
  product_type text not null,
  currency text not null,
  countries text[] not null,
  fixed_values numeric[],
  min_value numeric,
  max_value numeric,
  step_value numeric,
  -- What is paid less than the face value, in percent. Null: nothing is known to be less.
  discount_percent numeric,
  is_on_sale boolean not null,
  settings jsonb not null,
  image_url text,
  redemption text,
  terms text,
  -- Catalogs in a row that did not have it.
  absences smallint not null default 0,
  gone_at timestamptz,
  first_seen_at timestamptz not null,
  changed_at timestamptz not null,
  constraint supplier_listings_of_account unique (account_id, listing),
  constraint supplier_listings_values check (
    (fixed_values is null) = (min_value is not null)
    and (min_value is null) = (max_value is null))
);

-- The catalog that is being read. Nothing reads it before the whole of it has arrived.
create table supplier_listings_read (
  account_id integer not null,
  run_no bigint not null,
  listing text collate "C" not null,
  name text not null,
  brand text not null,
  product_type text not null,
  currency text not null,
  countries text[] not null,
  fixed_values numeric[],
  min_value numeric,
  max_value numeric,
  step_value numeric,
  discount_percent numeric,
  is_on_sale boolean not null,
  settings jsonb not null,
  image_url text,
  redemption text,
  terms text,
  primary key (account_id, run_no, listing)
);

create table supplier_price_changes (
  change_id bigint generated always as identity primary key,
  listing_id integer not null references supplier_listings,
  old_percent numeric,
  new_percent numeric,
  -- WAITS: for a person. WITHDRAWN: the supplier has another price since.
  status text not null check (status in ('APPLIED', 'WAITS', 'ACCEPTED', 'WITHDRAWN')),
  seen_at timestamptz not null,
  decided_at timestamptz
);
create unique index supplier_price_changes_waiting on supplier_price_changes (listing_id)
  where status = 'WAITS';
create index supplier_price_changes_newest on supplier_price_changes (listing_id, change_id);

-- Products whose suppliers are asked in another order than the written one, or that have a floor.
create table product_routing (
  product_id integer primary key references products,
  is_cheapest_first boolean not null,
  -- In percent of what the partner pays. Null: none.
  margin_floor numeric check (margin_floor between -100 and 100)
);
