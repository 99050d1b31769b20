-- The order of a counted claim: once it is cancelled, rules count the claim no more.
alter table link_claim_checks add column order_no bigint;
