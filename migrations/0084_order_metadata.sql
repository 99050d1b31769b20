-- What the partner labels an order or a line with, such as a team or a cost center.
alter table orders add column metadata jsonb;
alter table order_lines add column metadata jsonb;
