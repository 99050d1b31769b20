-- What an order ON_HOLD owes stays held: what was delivered, or may be, and cannot be taken back.
-- A process of the version before knows no such hold, so orders_kept lets it move no such order.
alter table orders
  add column kept_hold_no bigint,
  add column kept_minor bigint,
  -- Of a CANCELLED order with a price rule: what of its charge was discount and fee.
  add column charged_discount_minor bigint,
  add column charged_fee_minor bigint;

-- The holds of orders that have had more than one. An order that was never suspended has its only
-- hold in its row.
create table order_holds (
  partner_id integer not null,
  hold_no bigint not null,
  order_no bigint not null,
  primary key (partner_id, hold_no)
);
create index order_holds_of_order on order_holds (partner_id, order_no);
