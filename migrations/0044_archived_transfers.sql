-- Archived credits and debits of wallets can be removed from transfers.

-- Where the book of a partner begins: transfers up to this one may be removed.
create table ledger_openings (
  partner_id integer primary key references partners,
  last_transfer bigint not null,
  last_at timestamptz not null,
  -- How far the removal has come.
  removed_transfer bigint not null,
  removed_transfers bigint not null default 0,
  -- The totals of all accounts after the last one, and the digest of its file.
  sealed bytea not null
);

-- The idempotency keys of removed transfers, for ever: their hashes, as in transfers_key.
create table archived_keys (
  partner_id integer not null,
  key bytea not null,
  transfer_no bigint not null,
  primary key (partner_id, key)
);
