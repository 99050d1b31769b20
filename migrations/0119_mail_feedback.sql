-- What became of mails after a mail server took them, as their reports say.
alter table link_messages drop constraint link_messages_status_check;
alter table link_messages add constraint link_messages_status_check
  check (status in (
    'PENDING', 'SENT', 'DEFERRED', 'DELIVERED', 'BOUNCED', 'COMPLAINED', 'SUPPRESSED'))
  not valid;

alter table notifications drop constraint notifications_status_check;
alter table notifications add constraint notifications_status_check
  check (status in ('PENDING', 'SENT', 'DELIVERED', 'FAILED', 'COMPLAINED', 'SUPPRESSED'))
  not valid;
