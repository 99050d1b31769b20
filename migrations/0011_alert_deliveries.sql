-- Alerts are sent by mail and by webhook when they are raised and when they are resolved.

alter table alerts add column resolution_announced_at timestamptz;
-- What was resolved before this release is not announced.
update alerts set resolution_announced_at = resolved_at where resolved_at is not null;
create index alerts_resolution_to_announce on alerts (alert_id)
  where resolved_at is not null and resolution_announced_at is null;

create table alert_deliveries (
  alert_id bigint not null references alerts,
  event text collate "C" not null check (event in ('raised', 'resolved')),
  channel text collate "C" not null check (channel in ('mail', 'webhook')),
  -- The same for every attempt: by it a receiver recognizes what it got twice.
  delivery_id uuid not null default gen_random_uuid(),
  status text collate "C" not null default 'QUEUED'
    check (status in ('QUEUED', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  next_try_at timestamptz,
  lease_epoch bigint not null default 0,
  last_fault text,
  ended_at timestamptz,
  primary key (alert_id, event, channel),
  constraint alert_deliveries_queued
    check ((status = 'QUEUED') = (next_try_at is not null)
      and (status = 'QUEUED') = (ended_at is null))
);

create index alert_deliveries_due on alert_deliveries (channel, next_try_at)
  where status = 'QUEUED';
