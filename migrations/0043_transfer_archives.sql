-- The files of transfers that were archived: who wrote them, and what proves them.

create table transfer_archives (
  partner_id integer not null references partners,
  sha256 bytea not null,
  first_transfer bigint not null,
  last_transfer bigint not null,
  -- The digest of the file before; zeros for the first one.
  previous bytea not null,
  -- The seal of the digest for these numbers, as at the end of the file.
  sealed bytea not null,
  file text not null,
  actor text not null,
  archived_at timestamptz not null,
  primary key (partner_id, sha256)
);
