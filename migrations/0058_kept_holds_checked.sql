alter table orders add constraint orders_kept check (
  (kept_hold_no is null) = (kept_minor is null) and (kept_hold_no is null or status = 'ON_HOLD')
) not valid;
