-- Passkeys of users (WebAuthn), and the challenges that they sign.

create table user_passkeys (
  passkey_id uuid primary key,
  user_id integer not null references users,
  -- As the authenticator names it.
  credential_id bytea not null unique,
  -- A COSE key. It verifies signatures and can make none, so it is not sealed.
  public_key bytea not null,
  -- How many signatures were made. It stays 0 at authenticators that do not count.
  signatures bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index user_passkeys_of_user on user_passkeys (user_id);

-- Challenges that no passkey has signed yet. Each is accepted once.
create table passkey_challenges (
  -- SHA-256 of the challenge.
  challenge_hash bytea primary key,
  purpose text collate "C" not null check (purpose in ('registration', 'sign_in')),
  -- Who adds a passkey, or has proved the password. Null: whoever has a passkey may sign in.
  user_id integer references users,
  expires_at timestamptz not null,
  constraint passkey_challenges_user check (purpose <> 'registration' or user_id is not null)
);
create index passkey_challenges_by_time on passkey_challenges (expires_at);
