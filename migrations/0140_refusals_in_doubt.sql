alter table supplier_creates
  -- Why its last request was refused, while a look-up must say that no copy of it was done, and
  -- afterwards; null if a refusal was definite by itself.
  add column refused_for text;
