-- What a credential asks of its requests beyond the interface; both are off by default.
alter table credentials
  add column requires_signature_v2 boolean not null default false,
  -- Networks in CIDR notation; null allows every address.
  add column allowed_addresses text[] check (cardinality(allowed_addresses) > 0);

-- Nonces of signatures that may still arrive again: a request is accepted once. Distributed or
-- copied everywhere like credentials; no partner's row refers to it.
create table request_nonces (
  client_id uuid not null,
  nonce text collate "C" not null,
  -- When the timestamp that the nonce was signed with leaves the window.
  expires_at timestamptz not null,
  primary key (client_id, nonce)
);
create index request_nonces_by_expiry on request_nonces (expires_at);
