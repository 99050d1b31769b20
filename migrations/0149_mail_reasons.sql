-- Why a mail about a credit was not sent or did not arrive: the reasons of the mails of links. Null
-- for a mail that may still arrive, and for mails of the version before.
alter table notifications add column reason text;

-- Why a consumer gets no mails about credits. Only a mail that was refused or reported has a
-- transfer: a person who unsubscribes names none.
alter table mail_suppressions
  add column reason text not null default 'ADDRESS_REFUSED',
  alter column transfer_no drop not null;
update mail_suppressions set reason = 'SPAM_REPORT'
from notifications
where notifications.partner_id = mail_suppressions.partner_id
  and notifications.transfer_no = mail_suppressions.transfer_no
  and notifications.status = 'COMPLAINED';
