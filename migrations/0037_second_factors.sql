-- Second factors of users: codes of an authenticator app, and recovery codes.

create table user_totps (
  user_id integer primary key references users,
  -- Sealed. Null until a code has confirmed the first one.
  secret bytea,
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: each code is accepted once.
  last_step bigint,
  -- Sealed: the secret that is being set up, and until when a code can confirm it.
  pending_secret bytea,
  pending_until timestamptz,
  constraint user_totps_confirmed check (
    num_nulls(secret, confirmed_at, last_step) in (0, 3)),
  constraint user_totps_pending check (
    num_nulls(pending_secret, pending_until) in (0, 2))
);

-- Those that were not used.
create table user_recovery_codes (
  user_id integer not null references users,
  -- SHA-256 of the code.
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Sign-ins whose password was right, and whose second factor is missing.
create table pending_sign_ins (
  -- SHA-256 of the token that the browser was given.
  token_hash bytea primary key,
  user_id integer not null references users,
  expires_at timestamptz not null
);
create index pending_sign_ins_of_user on pending_sign_ins (user_id);
create index pending_sign_ins_by_time on pending_sign_ins (expires_at);
