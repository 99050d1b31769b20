-- Purchases are found by the id of the order at the supplier.
create index concurrently if not exists supplier_creates_theirs
  on supplier_creates (theirs) where theirs is not null;
