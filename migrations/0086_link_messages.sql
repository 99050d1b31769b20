-- Links that are mailed to their person.
alter table links add column reminders boolean not null default false;
alter table links drop constraint links_delivery_check;
alter table links add constraint links_delivery_check
  check (delivery in ('NONE', 'EMAIL')) not valid;

-- The mails of links. A row has neither an address nor a token: both are of the link.
create table link_messages (
  partner_id integer not null,
  message_id uuid not null,
  link_no bigint not null,
  -- Of the token when the mail was queued.
  generation integer not null,
  kind text not null check (kind in ('LINK', 'REMINDER')),
  status text not null check (status in ('PENDING', 'SENT', 'BOUNCED', 'SUPPRESSED')),
  reason text,
  last_fault text,
  attempts integer not null default 0,
  lease_epoch bigint not null default 0,
  next_try_at timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- A keyed hash of the address, once no further mail may go there.
  email_blind bytea,
  -- When its person asked for no more reminders.
  unsubscribed_at timestamptz,
  primary key (partner_id, message_id),
  constraint link_messages_due check ((status = 'PENDING') = (next_try_at is not null)),
  constraint link_messages_sent check (status <> 'SENT' or sent_at is not null)
);
create index link_messages_next on link_messages (next_try_at, partner_id)
  where status = 'PENDING';
create index link_messages_of_link on link_messages (partner_id, link_no, created_at);
create index link_messages_by_address on link_messages (partner_id, email_blind)
  where email_blind is not null;
create unique index link_messages_reminder on link_messages (partner_id, link_no)
  where kind = 'REMINDER' and status = 'PENDING';
create index link_messages_by_time on link_messages (created_at) where status <> 'PENDING';
