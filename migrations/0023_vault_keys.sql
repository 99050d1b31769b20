-- Every key has a check value, and every wrap names its master key.
alter table vault_keys alter column check_value set not null;
alter table vault_key_wraps alter column master_id drop default, add check (master_id <> '');
