-- What happens to single items of COMPLETED orders: refund, replacement, block.

alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check
  check (kind = any ('{funds,deposits,issued,discounts,fees,refunds,wallet}'::text[]));

create table cases (
  partner_id integer not null,
  case_id bigint not null,
  order_no bigint not null,
  item_no integer not null check (item_no > 0),
  product_id integer not null,
  kind text not null check (kind in ('refund', 'replace', 'block')),
  state text not null check (state in ('REQUESTED', 'DONE', 'REJECTED')),
  reason text not null,
  -- What a refund gives back, in the currency of the order.
  currency text collate "C",
  amount_minor bigint check (amount_minor > 0),
  transfer_no bigint,
  opened_by text not null,
  opened_at timestamptz not null,
  -- Who accepted or rejected the request of a partner.
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  primary key (partner_id, case_id),
  constraint cases_amount check (num_nonnulls(currency, amount_minor)
    = case kind when 'refund' then 2 else 0 end),
  constraint cases_transfer
    check ((transfer_no is not null) = (kind = 'refund' and state = 'DONE')),
  constraint cases_decision check ((decided_by is null) = (decided_at is null)
    and (state <> 'REQUESTED' or decided_by is null)
    and (state <> 'REJECTED' or decided_by is not null))
);
-- An item is refunded or replaced, once, and blocked once.
create unique index cases_remedy on cases (partner_id, order_no, item_no)
  where kind <> 'block' and state <> 'REJECTED';
create unique index cases_block on cases (partner_id, order_no, item_no)
  where kind = 'block' and state <> 'REJECTED';
create index cases_by_order on cases (partner_id, order_no, case_id);
create index cases_by_time on cases (kind, state, opened_at, case_id);
create index cases_of_partner on cases (partner_id, kind, state, opened_at, case_id);
