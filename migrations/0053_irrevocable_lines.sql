-- Whether a line's deliveries cannot be taken back is decided when it is priced, and read from its
-- row by the statements that suspend, cancel and charge.
alter table order_lines add column is_irrevocable boolean not null default false;
update order_lines set is_irrevocable = true where product_type <> 'GIFT_CARD';
alter table order_lines alter column is_irrevocable drop default;
