-- A mail keeps its row after it was sent, so that operators can look it up and send it again, and
-- addresses that do not exist are not mailed again.

drop index notifications_due;
drop index notifications_by_wallet;
alter table notifications
  add column consumer_id bigint,
  -- When it was queued, after its credit. Whole milliseconds: cursors of lists have it.
  add column created_at timestamptz,
  -- When it was sent last.
  add column sent_at timestamptz,
  -- How often an operator had it sent again.
  add column resends integer not null default 0,
  drop constraint notifications_check,
  drop constraint notifications_status_check;

-- Without a wallet there is nobody to be mailed.
delete from notifications
where not exists (
  select from wallets
  where wallets.partner_id = notifications.partner_id
    and wallets.wallet_id = notifications.wallet_id);
update notifications
set status = case notifications.status when 'QUEUED' then 'PENDING'
      else notifications.status end,
    consumer_id = wallets.consumer_id,
    sent_at = case notifications.status when 'SENT' then now() end,
    created_at = date_trunc('milliseconds', coalesce((
      select transfers.created_at from transfers
      where transfers.partner_id = notifications.partner_id
        and transfers.transfer_no = notifications.transfer_no), now()))
from wallets
where wallets.partner_id = notifications.partner_id and wallets.wallet_id = notifications.wallet_id;

alter table notifications
  alter column status set default 'PENDING',
  alter column consumer_id set not null,
  alter column created_at set not null,
  add constraint notifications_status_check
    check (status in ('PENDING', 'SENT', 'FAILED', 'SUPPRESSED')),
  add constraint notifications_check check ((status = 'PENDING') = (next_try_at is not null)),
  add constraint notifications_sent check (status <> 'SENT' or sent_at is not null);
create index notifications_due on notifications (partner_id, next_try_at, transfer_no)
  where status = 'PENDING';
create index notifications_by_wallet on notifications (partner_id, wallet_id, transfer_no)
  where status = 'PENDING';

-- Lists of mails, newest first, and the removal of old ones.
create index notifications_by_time on notifications (status, created_at, partner_id, transfer_no);
create index notifications_of_partner on notifications (
  partner_id, status, created_at, transfer_no);
create index notifications_of_consumer on notifications (partner_id, consumer_id);

-- Consumers whose address a mail server has refused for good. They get no mails.
create table mail_suppressions (
  partner_id integer not null,
  consumer_id bigint not null,
  -- The credit whose mail was refused.
  transfer_no bigint not null,
  fault text not null,
  suppressed_at timestamptz not null,
  primary key (partner_id, consumer_id)
);
