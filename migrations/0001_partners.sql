-- Partners, how they sign, and what the operator did.
-- Rule of the whole schema: partner_id leads every primary key, unique index and foreign key of a
-- partner's rows, so that the tables can be distributed by it. Credentials, products and rates are
-- small and read everywhere: reference tables.

create table partners (
  partner_id integer generated always as identity primary key
    check (partner_id between 1 and 2097151),
  name text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  -- Requests per second and credential; null is the service's default, 0 is none.
  rate_limit integer check (rate_limit >= 0),
  created_at timestamptz not null
);

create table credentials (
  client_id uuid primary key,
  partner_id integer not null references partners,
  label text,
  api_key_hash bytea not null check (length(api_key_hash) = 32),
  hmac_secret_sealed bytea not null,
  permissions text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index credentials_by_partner on credentials (partner_id, created_at);

create table audit_entries (
  audit_id bigint generated always as identity primary key,
  partner_id integer,
  occurred_at timestamptz not null,
  actor text not null,
  action text not null,
  target text not null,
  reason text,
  before jsonb,
  after jsonb
);
create index audit_by_target on audit_entries (target, audit_id);

create table vault_keys (
  key_id integer generated always as identity primary key,
  purpose text not null,
  wrapped bytea not null,
  created_at timestamptz not null
);
