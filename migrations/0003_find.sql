-- When each credential was last used and last failed. A table of its own, because every process
-- writes it every few seconds, and credentials are read for every request.
create table credential_uses (
  client_id uuid primary key,
  last_used_at timestamptz,
  last_failed_at timestamptz,
  -- Why the last request in its name was refused.
  last_failure text,
  check ((last_failed_at is null) = (last_failure is null))
);

-- Finds a purchase by what the code index knows of it, and by the order's id at the upstream.
create index upstream_purchases_reference on upstream_purchases (reference);
create index upstream_purchases_theirs on upstream_purchases (upstream_order_id)
  where upstream_order_id is not null;

-- The wallets of a campaign, newest first.
create index wallets_by_campaign on wallets (partner_id, campaign_id, wallet_id)
  where campaign_id is not null;
