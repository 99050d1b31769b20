create table consumers (
  partner_id integer not null,
  consumer_id bigint not null,
  full_name text not null,
  -- Trimmed and case folded: what makes a consumer the same one.
  email text not null,
  created_at timestamptz not null,
  primary key (partner_id, consumer_id)
);
create unique index consumers_email on consumers (partner_id, email);

create table campaigns (
  partner_id integer not null,
  campaign_id bigint not null,
  name text not null,
  currency text not null,
  budget_minor bigint check (budget_minor > 0),
  -- What its wallets were credited, less what was debited back.
  credited_minor bigint not null default 0,
  ends_at timestamptz,
  created_at timestamptz not null,
  primary key (partner_id, campaign_id),
  check (budget_minor is null or credited_minor <= budget_minor)
);

-- A wallet is an account of the book (same id); this row says whose it is.
create table wallets (
  partner_id integer not null,
  wallet_id bigint not null,
  consumer_id bigint not null,
  currency text not null,
  wallet_type text not null check (wallet_type in ('STANDARD', 'CAMPAIGN')),
  campaign_id bigint,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'FROZEN', 'CLOSED')),
  created_at timestamptz not null,
  primary key (partner_id, wallet_id),
  check ((wallet_type = 'CAMPAIGN') = (campaign_id is not null))
);
create unique index wallets_standard on wallets (partner_id, consumer_id, currency)
  where wallet_type = 'STANDARD';
create unique index wallets_campaign on wallets (partner_id, consumer_id, campaign_id)
  where wallet_type = 'CAMPAIGN';
-- Without wallet_id, though lists are in its order: a plan made while the table is young would look
-- wallets up by their id in this index, and read the partner's whole part of it.
create index wallets_by_consumer on wallets (partner_id, consumer_id);

-- How far the mailer has read each book's transfers. Not a column of books: a busy partner's book
-- is locked almost without a pause, so a reader that skips locked rows would never get there, and
-- one that waits would hold up the partner's next group.
create table notification_cursors (
  partner_id integer primary key,
  notified_transfer bigint not null default 0
);

-- The outbox: a mail to be sent, or sent, for each credit of a wallet. next_try_at is when a worker
-- may take it; while one sends it, the end of its lease.
create table notifications (
  partner_id integer not null,
  transfer_no bigint not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  next_try_at timestamptz,
  last_fault text,
  primary key (partner_id, transfer_no),
  check ((status = 'QUEUED') = (next_try_at is not null))
) with (fillfactor = 70);
create index notifications_due on notifications (partner_id, next_try_at, transfer_no)
  where status = 'QUEUED';
