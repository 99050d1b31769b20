-- What an owner of the partner has said. Whether STANDARD wallets are spent at all is the
-- operator's switch, wallet_spending.
alter table partners add column wallet_spending_stopped boolean not null default false;
