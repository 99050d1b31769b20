-- What a row's state is recognised by is drawn at random. A number that is counted comes again,
-- with other contents, where the database has lost commits: after the promotion of a standby that
-- lacked them, or a restore.

-- A new column in place of the old one writes no row anew. No lease is held here: every process is
-- stopped while the schema changes.
alter table fulfillments drop column lease_epoch;
alter table fulfillments add column lease_epoch bigint not null default 0;
alter table supplier_attempts alter column lease_epoch type bigint;
alter table stock_imports alter column epoch type bigint;
alter table stock_imports alter column epoch drop default;
alter table upstreams alter column version type bigint;
alter table upstreams alter column version drop default;

-- A keyed hash of a constant: a process proves by it that the key which it knows by this number is
-- the one that the database has. The service fills it in for keys that were made before.
alter table vault_keys alter column key_id drop identity;
alter table vault_keys add column check_value bytea check (length(check_value) = 16);
drop index vault_keys_in_turn;
create index vault_keys_in_turn on vault_keys (purpose, created_at, key_id) where not for_lot;
create index vault_keys_by_time on vault_keys (created_at, key_id);
