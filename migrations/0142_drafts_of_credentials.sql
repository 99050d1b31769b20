-- The credential that asked for an order; null if a person did. Its `made_by` is 0: no user has
-- that id, so the version before refuses to place such an order.
alter table order_drafts
  add column made_by_client uuid,
  add column metadata jsonb;
