-- Links by which users choose a new password: at most one for each, which the next one replaces.

create table user_password_resets (
  user_id integer primary key references users,
  -- SHA-256 of the token in the link.
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The link, sealed, until it was sent; null if it is not sent by mail.
  sealed_link bytea,
  mail_attempts integer not null default 0,
  -- When the next attempt is due; null as long as there is nothing to send.
  mail_due_at timestamptz
);
create index user_password_resets_due on user_password_resets (mail_due_at)
  where mail_due_at is not null;
