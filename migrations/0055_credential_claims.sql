-- The secrets of a credential that an operator has issued or rotated, until somebody of the partner
-- claims them, once. The row stays and says who did.
create table credential_claims (
  client_id uuid primary key references credentials,
  -- API key and HMAC secret. Null once they are claimed, or can be no more.
  sealed bytea,
  -- SHA-256 of the token of the one-time link, if the partner had nobody to claim it.
  link_hash bytea unique,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  claimed_by text,
  check (claimed_at is null or sealed is null)
);
create index credential_claims_waiting on credential_claims (expires_at) where sealed is not null;
