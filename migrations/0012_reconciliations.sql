-- Files of banks and suppliers, compared with deposits and purchases.

create table reconciliations (
  reconciliation_id bigint generated always as identity primary key,
  kind text collate "C" not null check (kind in ('deposits', 'purchases')),
  -- Deposits of one partner, or of all of them.
  partner_id integer,
  upstream_id integer,
  currency text collate "C" not null,
  from_at timestamptz not null,
  before_at timestamptz not null,
  file_name text,
  file_sha256 bytea not null,
  file_lines integer not null,
  -- Lines without an amount.
  skipped_lines integer not null,
  matched integer not null,
  missing_here integer not null,
  missing_there integer not null,
  different_amount integer not null,
  file_minor bigint not null,
  booked_minor bigint not null,
  made_at timestamptz not null,
  made_by text not null,
  constraint reconciliations_upstream check ((upstream_id is not null) = (kind = 'purchases')),
  constraint reconciliations_partner check (partner_id is null or kind = 'deposits'),
  constraint reconciliations_time check (from_at < before_at)
);

create table reconciliation_items (
  reconciliation_id bigint not null references reconciliations,
  item_no integer not null,
  status text collate "C" not null
    check (status in ('matched', 'missing_here', 'missing_there', 'different_amount')),
  -- Empty for lines that have none.
  reference text not null,
  -- The sum of the lines with this reference, and the number of the first one.
  file_minor bigint,
  file_lines integer not null,
  first_line integer,
  -- The sum of what is recorded here, and its ids.
  booked_minor bigint,
  records jsonb not null,
  primary key (reconciliation_id, item_no),
  constraint reconciliation_items_file
    check ((file_minor is null) = (file_lines = 0) and (file_minor is null) = (first_line is null)),
  constraint reconciliation_items_status check (status = case
    when booked_minor is null then 'missing_here'
    when file_minor is null then 'missing_there'
    when file_minor = booked_minor then 'matched'
    else 'different_amount' end)
);
create index reconciliation_items_by_status on reconciliation_items (
  reconciliation_id, status, item_no);
