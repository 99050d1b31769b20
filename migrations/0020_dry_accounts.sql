-- When an order was first held for a supplier since it last was issued anything, or paid anew: its
-- deadline counts from then, however often it tries again meanwhile.
alter table orders add column first_held_at timestamptz;
update orders set first_held_at = status_since where held_for_supplier;

-- Accounts of ours at suppliers that ran dry, and the rounds in which the orders that wait for them
-- try again. All times are the database's.
create table dry_accounts (
  supplier text not null,
  account text not null,
  -- When it last said that it cannot pay, and when it last issued, or was seen to have more.
  refused_at timestamptz not null,
  funded_at timestamptz,
  round_began_at timestamptz not null,
  next_round_at timestamptz not null,
  -- How many orders try in a round.
  round_size integer not null default 1,
  -- The last order that tried; the next round goes on behind it. Null: begins with the oldest.
  tried_ordered_at timestamptz,
  tried_partner_id integer,
  tried_order_no bigint,
  primary key (supplier, account)
);
insert into dry_accounts (supplier, account, refused_at, round_began_at, next_round_at)
select supplier, account, now(), now(), now() from supplier_health
where unfunded_since is not null
group by supplier, account;

-- Its rounds are the account's now.
drop index supplier_health_unfunded;
alter table supplier_health drop column probe_at;
create index supplier_health_unfunded on supplier_health (supplier, account, product_id)
  where unfunded_since is not null;
