-- Every import of codes is a row: how far it got, durably, and who sent what. Distributed by
-- product_id.
create table stock_imports (
  product_id integer not null,
  import_id uuid not null,
  -- What its codes are called together, and are recalled as.
  lot text not null check (lot <> '' and length(lot) <= 64),
  -- Counts what an import of the file would do, and brings no codes.
  is_dry_run boolean not null,
  state text not null check (state in ('RUNNING', 'DONE', 'FAILED', 'INTERRUPTED')),
  -- Why it is FAILED; never what stood in the file.
  failure text check ((failure is not null) = (state = 'FAILED')),
  actor text not null,
  -- Rises when somebody goes on with it: who read for the former one stores nothing any more.
  epoch integer not null default 1,
  imported integer not null default 0,
  duplicates integer not null default 0,
  rejected integer not null default 0,
  -- The last line of the file that is accounted for, where the next one begins in it, and the
  -- SHA-256 of all bytes before: the same file, sent again, goes on from there.
  last_line integer not null default 0,
  bytes bigint not null default 0,
  bytes_hash bytea not null default sha256(''),
  -- Of the whole file, where the sender said so.
  bytes_total bigint,
  started_at timestamptz not null,
  progress_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (state = 'RUNNING')),
  primary key (product_id, import_id)
);
create index stock_imports_by_time on stock_imports (product_id, started_at, import_id);

-- The lines of an import that brought no code, as CSV (line, outcome, reason) without a header, in
-- runs that rise with the file's lines. Never holds a code.
create table stock_import_reports (
  product_id integer not null,
  import_id uuid not null,
  first_line integer not null,
  -- How many of its lines are rejected; the others are duplicates.
  rejected integer not null,
  report text not null,
  primary key (product_id, import_id, first_line),
  foreign key (product_id, import_id) references stock_imports
);

-- What was imported before there were lots is one lot.
alter table stock_blocks
  add column lot text not null default 'before-lots' check (lot <> '' and length(lot) <= 64);
alter table stock_blocks alter column lot drop default;
