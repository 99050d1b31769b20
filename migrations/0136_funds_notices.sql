-- What people of partners asked to be mailed about their funds.
create table funds_notices (
  partner_id integer not null,
  user_id integer not null,
  currency text collate "C" not null,
  -- LOW: funds are below an amount, or last for fewer days; DEPOSIT: the next deposit has arrived.
  kind text collate "C" not null check (kind in ('LOW', 'DEPOSIT')),
  -- In minor units.
  below_minor bigint check (below_minor > 0),
  below_days integer check (below_days between 1 and 365),
  -- Where the portal is, if that is known.
  portal_url text,
  -- When the funds were found low, or the deposit arrived; null before.
  noticed_at timestamptz,
  deposited_minor bigint,
  mail_attempts integer not null default 0,
  -- When the next attempt is due; null as long as there is nothing to send.
  mail_due_at timestamptz,
  primary key (partner_id, user_id, currency, kind),
  constraint funds_notices_below
    check ((kind = 'LOW') = (num_nonnulls(below_minor, below_days) > 0)),
  constraint funds_notices_deposited
    check ((kind = 'DEPOSIT' and noticed_at is not null) = (deposited_minor is not null))
);
create index funds_notices_due on funds_notices (mail_due_at) where mail_due_at is not null;
