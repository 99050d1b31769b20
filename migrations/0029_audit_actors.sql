-- Who did it, as a kind and an id, and from where.

alter table audit_entries
  -- user, partner_user, service_token, environment_token, credential, system or visitor.
  add column actor_kind text collate "C",
  -- Among those of its kind; null if there is one only, or for entries of earlier versions.
  add column actor_id text,
  -- Of the network that the request came from.
  add column address text;

-- Earlier versions stored the name only, which tells the kind.
update audit_entries set actor_kind = case
  when actor = 'operator' then 'environment_token'
  when actor = 'unknown' then 'visitor'
  when actor like 'client:%' then 'credential'
  when actor like '%@%' and partner_id is null then 'user'
  when actor like '%@%' and action like 'user.sign%' then 'partner_user'
  when actor like '%@%' then 'user'
  else 'system' end;

alter table audit_entries alter column actor_kind set not null;
