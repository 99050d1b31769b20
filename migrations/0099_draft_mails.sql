-- Drafts of orders that nobody decided in time are EXPIRED in their rows, too.
alter table order_drafts drop constraint order_drafts_state_check;
alter table order_drafts add constraint order_drafts_state_check
  check (state in ('WAITING', 'APPROVED', 'ORDERED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')) not valid;
-- There are few drafts: this takes no time.
alter table order_drafts validate constraint order_drafts_state_check;
create index order_drafts_waiting on order_drafts (expires_at) where state = 'WAITING';

-- Mails about drafts: one row for each person and kind, so that many drafts make few mails.
create table draft_mails (
  user_id integer not null references users,
  -- WAITING: drafts wait for the person; OVER: drafts of the person were decided, or have expired.
  kind text collate "C" not null check (kind in ('WAITING', 'OVER')),
  -- How many the person was not mailed of, and since when.
  drafts integer not null,
  since timestamptz not null,
  -- Where the portal is, if that is known.
  portal_url text,
  sent_at timestamptz,
  mail_attempts integer not null default 0,
  -- When the next attempt is due; null as long as there is nothing to send.
  mail_due_at timestamptz,
  primary key (user_id, kind)
);
create index draft_mails_due on draft_mails (mail_due_at) where mail_due_at is not null;
