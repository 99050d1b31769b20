-- Alerts of low funds, of FAILED batches and of orders that wait.

-- What a partner had spent when a day began for it; written on days after which it spent more.
create table funds_levels (
  partner_id integer not null,
  currency text collate "C" not null,
  day timestamptz not null,
  seen_at timestamptz not null,
  spent_minor bigint not null,
  primary key (partner_id, currency, day)
);

-- So that what was spent before this release does not look like the spending of one day.
insert into funds_levels (partner_id, currency, day, seen_at, spent_minor)
select f.partner_id, f.currency, date_trunc('day', now(), 'UTC'), now(),
       f.debits_posted - coalesce(sum(
         case o.kind when 'deposits' then o.credits_posted else o.debits_posted end), 0)
from accounts f
left join accounts o on o.partner_id = f.partner_id and o.currency = f.currency
  and o.kind in ('deposits', 'refunds')
where f.kind = 'funds'
group by f.partner_id, f.currency, f.debits_posted;

-- Instead of orders_open: with the orders that are ON_HOLD, so that one pass over it finds each
-- order that is not final.
create index orders_unfinished on orders (partner_id, order_no)
  where status in ('PENDING', 'PROCESSING', 'OUT_OF_STOCK', 'ON_HOLD');
drop index orders_open;
