-- A chain over all entries of the audit log, which shows what was changed, removed or added since.

-- Entries that are committed and not sealed yet.
create table audit_outbox (
  audit_id bigint primary key
);
insert into audit_outbox select audit_id from audit_entries;

-- The chain of one UTC day, in which entries stand in the order in which they were sealed.
create table audit_days (
  day date primary key,
  -- Sealed entries: the place of the last one.
  entries bigint not null,
  -- The hash of the last entry; without entries, that of the day before.
  head bytea not null,
  sealed_at timestamptz not null,
  -- A closed day never gets another entry; the last day is open.
  is_closed boolean not null,
  -- Ed25519, of all of the above.
  signature bytea not null
);

create table audit_links (
  day date not null references audit_days,
  -- 1, 2, 3 and so on in each day.
  place bigint not null,
  audit_id bigint not null unique,
  sealed_at timestamptz not null,
  -- SHA-256 of the hash before it and the text of the entry.
  hash bytea not null,
  -- HMAC-SHA256 of the hash: nobody can continue a chain from here without the key.
  mac bytea not null,
  primary key (day, place)
);

-- What signs the chain.
create table audit_signing_key (
  is_only boolean primary key default true check (is_only),
  -- 32 bytes, sealed.
  seed bytea not null,
  made_at timestamptz not null
);
