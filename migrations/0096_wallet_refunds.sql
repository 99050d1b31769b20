-- Refunds of cards that wallets have paid for, given back to those wallets.
alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check
  check (kind = any (
    '{funds,deposits,issued,discounts,fees,refunds,wallet_refunds,promised,wallet}'::text[]))
  not valid;
