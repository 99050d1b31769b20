-- Which feeds have new events, and which endpoints have a lease that nobody released: so that
-- neither all feeds nor all endpoints are read to find those that have something to get.

-- When events were last appended, in whole seconds.
alter table feeds add column relayed_at timestamptz not null default '-infinity';
create index feeds_by_relay on feeds (relayed_at);

create index webhook_endpoints_leased on webhook_endpoints (lease_until)
  where state = 'ENABLED' and lease_until > '-infinity';
drop index webhook_endpoints_enabled;
