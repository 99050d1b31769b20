-- Verifications of the ledger: one runs at a time, whichever process it runs in. It renews its
-- lease while it runs, so one whose process has ended is told from one that goes on.
create table ledger_verifications (
  verification_id uuid primary key,
  actor text not null,
  from_checkpoint boolean not null,
  state text collate "C" not null check (state in ('RUNNING', 'DONE', 'INTERRUPTED')),
  started_at timestamptz not null,
  lease_until timestamptz not null,
  finished_at timestamptz,
  -- What is being proven, and how far it is.
  phase text not null default 'books' check (phase in ('books', 'stock')),
  partners_checked integer not null default 0,
  partners_total integer not null default 0,
  accounts bigint not null default 0,
  transfers bigint not null default 0,
  -- Only of one that is DONE.
  differences jsonb,
  check ((state = 'RUNNING') = (finished_at is null)),
  check ((state = 'DONE') = (differences is not null))
);
create unique index ledger_verifications_running on ledger_verifications (state)
  where state = 'RUNNING';
create index ledger_verifications_by_start on ledger_verifications (started_at);

-- How far each book has been proven. Sealed: whoever writes to the database cannot make one.
create table ledger_checkpoints (
  partner_id integer primary key references partners,
  verified_at timestamptz not null,
  sealed bytea not null
);
