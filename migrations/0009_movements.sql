-- Movements of funds and of wallets, read newest first, and reversals that name their deposit.

-- Finds the order of a hold, for ever: a resumed order has a hold that is younger than itself.
create unique index orders_of_hold on orders (partner_id, hold_no) where hold_no is not null;

-- Deposits, reversals and refunds are few among many orders and credits.
create index transfers_of_funding on transfers (partner_id, transfer_no)
  where code in (1, 2, 13);

-- The history of a wallet. Holds no order, so orders pay nothing for it.
create index transfers_of_wallet on transfers
  (partner_id, (case code when 7 then debit_account else credit_account end), transfer_no)
  where code in (6, 7, 8, 9);

-- What a reversal takes back.
create table deposit_reversals (
  partner_id integer not null,
  transfer_no bigint not null,
  deposit_no bigint not null,
  primary key (partner_id, transfer_no)
);

create index deposit_reversals_by_deposit on deposit_reversals (partner_id, deposit_no);
