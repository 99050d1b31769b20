-- A probe that is due at once: the last one still counts, so what it has issued clears the account.
alter table unfunded_accounts add column is_due boolean not null default false;
