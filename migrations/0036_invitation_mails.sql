-- Invitations are sent by mail.

alter table user_invitations
  -- The link, sealed, until it was sent; null if it is not sent by mail.
  add column sealed_link bytea,
  add column mail_attempts integer not null default 0,
  -- When the next attempt is due; null as long as there is nothing to send.
  add column mail_due_at timestamptz;
create index user_invitations_due on user_invitations (mail_due_at) where mail_due_at is not null;
