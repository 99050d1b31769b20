-- Whether people of the partner sign in to their wallets by a code that is mailed; the mails of
-- credits then lead there.
alter table partners add column wallet_sign_in boolean not null default false;

-- Codes by which people sign in to their wallets: made of `sign_in_key` and the service's keys, so
-- that no row has one. A row for an address that nobody has, too: it counts, and has no mail.
create table wallet_sign_ins (
  partner_id integer not null,
  sign_in_key uuid not null,
  email_blind uuid not null,
  consumer_id bigint,
  locale text not null,
  created_at timestamptz not null,
  wrong_codes integer not null default 0,
  used_at timestamptz,
  status text not null,
  next_try_at timestamptz,
  attempts integer not null default 0,
  lease_epoch bigint not null default 0,
  last_fault text,
  constraint wallet_sign_ins_pkey primary key (partner_id, sign_in_key),
  constraint wallet_sign_ins_status_check
    check (status in ('PENDING', 'SENT', 'FAILED', 'SUPPRESSED')),
  constraint wallet_sign_ins_due_check check ((status = 'PENDING') = (next_try_at is not null))
);
create index wallet_sign_ins_of_address on wallet_sign_ins (partner_id, email_blind, created_at);
create index wallet_sign_ins_of_consumer on wallet_sign_ins (partner_id, consumer_id)
  where consumer_id is not null;
create index wallet_sign_ins_due on wallet_sign_ins (partner_id, next_try_at)
  where status = 'PENDING';
create index wallet_sign_ins_created on wallet_sign_ins (created_at);
