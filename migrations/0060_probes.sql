-- An unfunded account is probed by one order every half minute. The last probed order is in memory.
alter table unfunded_accounts
  drop column funded_at,
  drop column probe_size,
  drop column tried_ordered_at,
  drop column tried_partner_id,
  drop column tried_order_no,
  drop column next_probe_at;
alter table unfunded_accounts rename column probe_began_at to probed_at;
