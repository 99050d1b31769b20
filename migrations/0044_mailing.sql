-- Whether consumers are told of credits by e-mail. Switched off by a worker that starts without a
-- mail server; whoever switches it on first moves all cursors to the last transfers, so that only
-- what happens afterwards is told of.
create table mailing (
  -- There is one row.
  only_row boolean primary key default true check (only_row),
  is_on boolean not null
);
insert into mailing (is_on) select exists (select from notification_cursors);

-- The mails of one wallet leave in the order of its credits.
alter table notifications add column wallet_id bigint;
update notifications set wallet_id = transfers.credit_account
from transfers
where transfers.partner_id = notifications.partner_id
  and transfers.transfer_no = notifications.transfer_no;
alter table notifications alter column wallet_id set not null;
create index notifications_by_wallet on notifications (partner_id, wallet_id, transfer_no)
  where status = 'QUEUED';
