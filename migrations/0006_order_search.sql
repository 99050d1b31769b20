-- Finds the orders of a recipient. Each value of one, such as a phone number, has a row with its
-- keyed hash; the key is that of the index of consumers. Only lines with recipients have rows.
create table order_recipients (
  partner_id integer not null,
  blind uuid not null,
  order_no bigint not null,
  line_no integer not null,
  primary key (partner_id, blind, order_no, line_no)
);

-- Searches of orders, each newest first.
create index order_lines_by_reference on order_lines (partner_id, item_reference, order_no)
  where item_reference is not null;
create index order_lines_by_product on order_lines (partner_id, product_id, order_no);
create index orders_by_amount on orders (partner_id, currency, total_minor, order_no);
