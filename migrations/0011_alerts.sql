-- What an operator should look at. At most one is open of a kind about one subject: what goes on is
-- counted, and what comes back after it was resolved is another.
create table alerts (
  alert_id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  severity text not null check (severity in ('warning', 'critical')),
  message text not null,
  details jsonb not null default '{}',
  raised_at timestamptz not null,
  last_seen_at timestamptz not null,
  count integer not null default 1,
  resolved_at timestamptz,
  -- When one of the processes wrote it into its log; null: none has yet.
  announced_at timestamptz
);
create unique index alerts_open on alerts (kind, subject) where resolved_at is null;
create index alerts_to_announce on alerts (alert_id) where announced_at is null;
