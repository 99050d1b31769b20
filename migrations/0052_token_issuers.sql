-- Who made a token of a machine: the token ends with them. Null: no person and no other token.

alter table service_tokens add column issuer_kind text collate "C", add column issuer_id integer;

update service_tokens
set issuer_kind = made.actor_kind, issuer_id = made.actor_id::integer
from audit_entries as made
where made.target = 'token:' || service_tokens.token_id and made.action = 'token.create'
  and made.actor_kind in ('user', 'service_token');
