-- The test partner of a partner: test credentials belong to it. It has a book, funds, consumers and
-- orders of its own, and is sold test products only, which nobody else is sold.

alter table partners
  add column test_of integer unique references partners (partner_id),
  add check (test_of <> partner_id);

-- Neither codes of the stock, nor generated ones, nor those of an upstream.
alter table products
  add column is_test boolean not null default false,
  add check (
    not is_test or (supplier in ('sandbox', 'wallet') and fallback_suppliers = '[]'::jsonb));
