-- What a shop shows of a product, beside what an order needs.
create table product_contents (
  product_id integer primary key references products,
  category text,
  countries text[] not null default '{}',
  -- In the order in which they are shown. Images are never removed.
  image_ids text[] not null default '{}'
);

-- The texts of a product in one language.
create table product_texts (
  product_id integer not null references product_contents,
  locale text collate "C" not null,
  name text not null,
  description text,
  terms text,
  redemption_steps text[] not null default '{}',
  validity text,
  balance_check_url text,
  primary key (product_id, locale)
);

-- Named by the hash of its bytes, so an image never changes.
create table images (
  image_id text collate "C" primary key,
  bytes bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  stored_at timestamptz not null
);

-- Raised by every change of contents: each process compares it with that of its copy.
create table content_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into content_version (version) values (1);
