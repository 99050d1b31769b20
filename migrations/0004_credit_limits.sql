-- How far below zero a partner may take its funds in this currency. 0: it pays before it buys.
alter table accounts
  add column credit_limit bigint not null default 0
    constraint accounts_credit_limit check (credit_limit >= 0);
