-- Files of credits: checked whole, then credited part by part.
create table credit_imports (
  partner_id integer not null,
  import_id uuid not null,
  -- CHECKING   its file arrives and is checked
  -- REJECTED   rows of it cannot be credited, so none is
  -- CHECKED    each row can be credited; nothing was
  -- RUNNING    workers credit it
  -- STOPPED    the funds did not suffice for the next part
  -- CANCELLED  no more of it is credited
  -- DONE       each row has an outcome
  state text not null check (
    state in ('CHECKING', 'REJECTED', 'CHECKED', 'RUNNING', 'STOPPED', 'CANCELLED', 'DONE')),
  -- The first half of the key of each row.
  file_reference text collate "C" not null,
  is_dry_run boolean not null,
  creates_consumers boolean not null,
  actor text not null,
  row_count integer not null default 0,
  error_count integer not null default 0,
  -- Why it is STOPPED.
  failure text,
  lease_owner uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  progress_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (partner_id, import_id)
);
create index credit_imports_by_time on credit_imports (partner_id, created_at, import_id);
create index credit_imports_due on credit_imports (lease_until) where state = 'RUNNING';
create index credit_imports_old on credit_imports (progress_at);

-- The rows of a file that are credited together.
create table credit_import_parts (
  partner_id integer not null,
  import_id uuid not null,
  part_no integer not null,
  row_count integer not null,
  -- What is to be credited: minor units and rows, by currency.
  totals jsonb not null,
  -- The rows that cannot be credited: line, field, message.
  errors jsonb not null,
  -- The rows. Null once they are not needed: they may have addresses.
  sealed bytea,
  primary key (partner_id, import_id, part_no)
);

-- What a part has come to. Inserted by the transaction that credits it, so a part is credited once.
create table credit_import_outcomes (
  partner_id integer not null,
  import_id uuid not null,
  part_no integer not null,
  credited integer not null,
  repeated integer not null,
  refused integer not null,
  report text not null,
  -- Null, and so refused, unless the import was RUNNING.
  is_running boolean not null,
  primary key (partner_id, import_id, part_no)
);
