-- An invitation is that of one tenant: another tenant invites the same address by itself. Processes
-- of the version before use user_invitations, which a later version drops.
create table invitations (
  invitation_id bigint generated always as identity primary key,
  -- Null: the operator.
  partner_id integer references partners,
  email text collate "C" not null,
  token_hash bytea not null unique,
  role text not null,
  -- Who invited: the invitation ends with them. Null: no person and no token of a machine.
  issuer_kind text collate "C",
  issuer_id integer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Sealed, as long as it waits to be sent by mail.
  sealed_link bytea,
  mail_attempts integer not null default 0,
  mail_due_at timestamptz,
  unique nulls not distinct (partner_id, email)
);
create index invitations_due on invitations (mail_due_at) where mail_due_at is not null;

insert into invitations (
  partner_id, email, token_hash, role, issuer_kind, issuer_id, created_at, expires_at, sealed_link,
  mail_attempts, mail_due_at)
select one.partner_id, one.email, one.token_hash, one.role, made.actor_kind, made.actor_id::integer,
       one.created_at, one.expires_at, one.sealed_link, one.mail_attempts, one.mail_due_at
from user_invitations as one left join lateral (
  select actor_kind, actor_id from audit_entries
  where target = 'invitation:' || one.email and action = 'user.invite'
    and actor_kind in ('user', 'partner_user', 'service_token')
  order by audit_id desc limit 1
) as made on true;

-- Who made the link for a new password. Null: the user, or no person and no token of a machine.
alter table user_password_resets
  add column issuer_kind text collate "C", add column issuer_id integer;
