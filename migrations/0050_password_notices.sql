-- Mails that tell users of a new password, until they are sent.

create table password_notices (
  notice_id uuid primary key,
  user_id integer not null references users,
  changed_at timestamptz not null,
  -- Where the user changed it from.
  address text not null,
  mail_attempts integer not null default 0,
  -- When the next attempt is due.
  mail_due_at timestamptz not null
);
create index password_notices_due on password_notices (mail_due_at);
