-- Every write of the operator takes an Idempotency-Key, not only the creation of a partner.

create table operator_writes (
  idempotency_key uuid primary key,
  -- Which of several requests with this key did it.
  attempt uuid not null,
  -- The method, and the path with its query.
  request text not null,
  fingerprint bytea not null,
  -- As in the audit log; null for a write that leaves no entry in a transaction of its own.
  target text,
  made_at timestamptz not null,
  -- Sealed: it may have a secret. Null until it is known, and for ever if a process ended before.
  response bytea
);

insert into operator_writes (idempotency_key, attempt, request, fingerprint, target, made_at)
select creation_key, gen_random_uuid(), 'POST /admin/v1/partners', creation_fingerprint,
       'partner:' || partner_id, created_at
from partners where creation_key is not null;

alter table partners drop constraint partners_creation_check;
drop index partners_creation_key;
alter table partners drop column creation_key, drop column creation_fingerprint;
