-- Users of the operator who sign in by OpenID Connect.

-- Who a user is at a provider. A subject is unique there and never changes; an address may.
create table user_identities (
  issuer text collate "C" not null,
  user_id integer not null references users,
  subject text collate "C" not null,
  linked_at timestamptz not null,
  primary key (issuer, user_id),
  unique (issuer, subject)
);

-- Sign-ins that have begun at a provider. A browser has the secret of each.
create table oidc_sign_ins (
  -- SHA-256 of the secret.
  secret_hash bytea primary key,
  expires_at timestamptz not null
);
