-- Text that must be unique is compared by its bytes: an order of letters that comes from the system
-- changes with it, and an index in that order then misses what it has. All columns of one table
-- change in one pass over it.
alter table accounts
  alter column kind type text collate "C",
  alter column currency type text collate "C";
alter table alerts
  alter column kind type text collate "C",
  alter column subject type text collate "C";
alter table consumers alter column email type text collate "C";
alter table dry_accounts
  alter column supplier type text collate "C",
  alter column account type text collate "C";
alter table fx_pairs
  alter column from_currency type text collate "C",
  alter column to_currency type text collate "C";
alter table orders alter column client_reference type text collate "C";
alter table stock_lots alter column lot type text collate "C";
alter table supplier_health
  alter column supplier type text collate "C",
  alter column account type text collate "C";
alter table upstream_floats alter column currency type text collate "C";
alter table upstreams alter column name type text collate "C";
alter table vault_key_wraps alter column master_id type text collate "C";
alter table wallets alter column currency type text collate "C";

-- The last number that a partner may have is the last one that the sequence gives.
alter table partners alter column partner_id set maxvalue 2097151;
