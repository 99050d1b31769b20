-- Whatever a process believes of what is free: no two claims begin at the same code.
create unique index stock_claims_begin on stock_claims (product_id, (block_ids[1]), (firsts[1]))
  where state = 'CLAIMED';

-- Drawn by each claim of a mail. A database that has lost its last commits counts the same attempt
-- twice, and the worker of the lost claim would settle the later one.
alter table notifications add column lease_epoch bigint not null default 0;
