-- Each data key is wrapped once for every master key that is in use: while the master key is
-- rotated, processes that know the old one and processes that know the new one run side by side.
create table vault_key_wraps (
  key_id integer not null references vault_keys,
  -- Names the master key and tells nothing of it; '' until a process that knows it has looked.
  master_id text not null check (master_id ~ '^([0-9a-f]{16})?$'),
  wrapped bytea not null,
  primary key (key_id, master_id)
);
insert into vault_key_wraps (key_id, master_id, wrapped)
select key_id, '', wrapped from vault_keys;
alter table vault_keys drop column wrapped;
-- The key of a lot seals that lot alone; of the others of a purpose the newest one is in use.
alter table vault_keys add column for_lot boolean not null default false;
create index vault_keys_in_turn on vault_keys (purpose, key_id) where not for_lot;
